#include "gateway/cursor.h"

#include <algorithm>
#include <charconv>

#include "gateway/index_table_query.h"
#include "gateway/key_checks.h"
#include "gateway/messages.h"
#include "gateway/shard_attribute.h"
#include "sharding/shard_key.h"

namespace isotherm::gateway {
namespace {

/// Partition key, sort key and table key, each once.
std::vector<AttributeDefinition> cursor_attributes(const ShardedIndex& index,
                                                   const KeySchema& table_key) {
  std::vector<AttributeDefinition> all = {index.logical_key.partition};
  const auto add = [&](const std::optional<AttributeDefinition>& definition) {
    if (!definition) return;
    const bool known = std::any_of(all.begin(), all.end(), [&](const AttributeDefinition& other) {
      return other.name == definition->name;
    });
    if (!known) all.push_back(*definition);
  };
  add(index.logical_key.sort);
  add(table_key.partition);
  add(table_key.sort);
  return all;
}

/// The shard that a cursor carries, taken out of it.
Result<sharding::Shard> carried_shard(const ShardedIndex& index, const Item& cursor) {
  const AttributeValue* carried = find(cursor, cursor_shard_attribute);
  const Number* number = carried == nullptr ? nullptr : carried->get_if<Number>();
  if (number == nullptr) return messages::bad_start_key();
  const std::string text = number->to_string();
  sharding::Shard shard = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), shard);
  if (error != std::errc() || stop != text.data() + text.size() || shard >= index.shards())
    return messages::bad_start_key();
  return shard;
}

/// The base of a shard key, as the logical partition key of its type.
Result<AttributeValue> logical_partition(const ShardedIndex& index, std::string_view base) {
  switch (index.rule.partition_key.type) {
    case KeyType::S: return AttributeValue(std::string(base));
    case KeyType::B: return AttributeValue(Binary{std::string(base)});
    case KeyType::N: break;
  }
  ASSIGN_OR_RETURN(const Number number, Number::parse(base));
  return AttributeValue(number);
}

}  // namespace

bool cursor_tells_shard(const ShardedIndex& index, const KeySchema& table_key) {
  // Of a table, its sort key tells the position in every shard.
  if (index.is_drawn) return index.source == ShardedIndex::Source::table;
  const auto attributes = cursor_attributes(index, table_key);
  return std::all_of(index.rule.shard->inputs.begin(), index.rule.shard->inputs.end(),
                     [&](const std::string& input) {
                       return std::any_of(attributes.begin(), attributes.end(),
                                          [&](const auto& a) { return a.name == input; });
                     });
}

Item cursor_at(const ShardedIndex& index, const KeySchema& table_key, const Item& entry,
               sharding::Shard shard) {
  Item cursor;
  for (const AttributeDefinition& attribute : cursor_attributes(index, table_key))
    if (const AttributeValue* value = find(entry, attribute.name))
      cursor.emplace(attribute.name, *value);
  if (!cursor_tells_shard(index, table_key))
    cursor.emplace(std::string(cursor_shard_attribute), Number(static_cast<std::int64_t>(shard)));
  return cursor;
}

Result<Position> read_cursor(const ShardedIndex& index, const KeySchema& table_key, Item cursor) {
  const auto attributes = cursor_attributes(index, table_key);
  const bool carries = !cursor_tells_shard(index, table_key);
  if (cursor.size() != attributes.size() + (carries ? 1 : 0)) return messages::bad_start_key();
  const KeySchema& index_key = index.logical_key;
  const Item in_index = key_of(cursor, index_key);
  if (in_index.size() != (index_key.sort ? 2U : 1U)) return messages::bad_start_key();
  TRY(check_key(in_index, index_key));
  if (const auto fits = check_key(key_of(cursor, table_key), table_key); !fits.ok())
    return messages::bad_start_key(fits.error());
  Position position;
  if (carries) {
    ASSIGN_OR_RETURN(position.shard, carried_shard(index, cursor));
    cursor.erase(cursor.find(cursor_shard_attribute));
  } else if (!index.is_drawn && !index.lies_in_table) {
    // A position whose inputs choose no shard is none that an answer had.
    const auto shard = shard_of(index, cursor);
    if (!shard.ok()) return messages::bad_start_key();
    position.shard = *shard;
  }
  if (index.logical_key.sort) position.sort = *find(cursor, index.logical_key.sort->name);
  position.cursor = std::move(cursor);
  return position;
}

Result<Item> physical_start_key(const ShardedIndex& index, const KeySchema& table_key,
                                const Position& position) {
  if (index.lies_in_table) return index_table_start_key(index, table_key, position.cursor);
  const std::string& partition = index.rule.partition_key.name;
  ASSIGN_OR_RETURN(AttributeValue key, sharding::shard_key(*find(position.cursor, partition),
                                                           position.shard, index.format));
  Item physical = position.cursor;
  const bool stays = (table_key.partition.name == partition) ||
                     (table_key.sort && table_key.sort->name == partition);
  if (!stays) physical.erase(partition);
  physical.insert_or_assign(index.attribute(), std::move(key));
  return physical;
}

Result<Item> logical_cursor(const ShardedIndex& index, const KeySchema& table_key, Item physical) {
  const AttributeValue* key = find(physical, index.attribute());
  const std::string* text = key == nullptr ? nullptr : key->get_if<std::string>();
  const Binary* binary = key == nullptr ? nullptr : key->get_if<Binary>();
  if (binary != nullptr) text = &binary->bytes;
  const auto parsed = text == nullptr ? std::nullopt : index.format.parse(*text);
  if (!parsed)
    return Error::internal("index " + index.rule.physical + " holds a key that is no shard key");
  ASSIGN_OR_RETURN(AttributeValue partition, logical_partition(index, parsed->base));
  const sharding::Shard shard = parsed->shard;
  physical.erase(index.attribute());
  physical.insert_or_assign(index.rule.partition_key.name, std::move(partition));
  return cursor_at(index, table_key, physical, shard);
}

}  // namespace isotherm::gateway
