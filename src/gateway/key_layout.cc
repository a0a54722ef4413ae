#include "gateway/key_layout.h"

#include <algorithm>
#include <random>

#include "base/expects.h"
#include "base/hash.h"
#include "gateway/shard_attribute.h"
#include "model/item_json.h"
#include "sharding/random_strategy.h"
#include "sharding/shard_key.h"

namespace isotherm::gateway {
namespace {

sharding::ShardFormat format_of(const schema::KeyRule& rule) {
  auto format = sharding::ShardFormat::make(rule.shard.fields, rule.shard.shards_max());
  expects(format.ok(), "a schema's format was checked when it was read");
  return std::move(format).value();
}

/// A key as the application knows it: the partition key by its own type, and in the place of the
/// attribute that stands for it in indexes.
void make_logical(const schema::KeyRule& rule, KeySchema& key) {
  const auto restore = [&](AttributeDefinition& part) {
    if (part.name == rule.partition.name || rule.original == part.name) part = rule.partition;
  };
  restore(key.partition);
  if (key.sort) restore(*key.sort);
  for (AttributeDefinition& part : key.more_partition) restore(part);
  for (AttributeDefinition& part : key.more_sort) restore(part);
}

/// The base of a shard key as a value of the logical type.
Result<AttributeValue> base_value(const schema::KeyRule& rule, std::string_view base) {
  switch (rule.partition.type) {
    case KeyType::S: return AttributeValue(std::string(base));
    case KeyType::B: return AttributeValue(Binary{std::string(base)});
    case KeyType::N: break;
  }
  ASSIGN_OR_RETURN(const Number number, Number::parse(base));
  return AttributeValue(number);
}

}  // namespace

KeyType physical_type(const schema::KeyRule& rule) {
  return rule.partition.type == KeyType::B ? KeyType::B : KeyType::S;
}

TableDescription logical_table(const schema::KeyRule& rule, TableDescription physical) {
  make_logical(rule, physical.key);
  for (LocalSecondaryIndex& index : physical.local_indexes) make_logical(rule, index.key);
  for (GlobalSecondaryIndex& index : physical.global_indexes) make_logical(rule, index.key);
  std::erase_if(physical.attributes,
                [&](const AttributeDefinition& d) { return rule.original == d.name; });
  for (AttributeDefinition& definition : physical.attributes)
    if (definition.name == rule.partition.name) definition.type = rule.partition.type;
  return physical;
}

KeyLayout::KeyLayout(const schema::TableRule& rule, TableDescription physical)
    : rule_(*rule.key),
      format_(format_of(*rule.key)),
      physical_(std::move(physical)),
      logical_(logical_table(rule_, physical_)),
      // Gateways begin at different shards.
      turns_(rule_.shard.shards_max(), std::random_device()()) {
  const schema::Problems problems = schema::check_key(rule, physical_);
  if (!problems.empty()) misfit_ = problems.front().what;
}

std::shared_ptr<const KeyLayout> KeyLayout::make(const schema::TableRule& rule,
                                                 TableDescription physical) {
  std::shared_ptr<KeyLayout> layout(new KeyLayout(rule, std::move(physical)));
  layout->add_views();
  // The names belong to the layout, and do not outlive it.
  const KeyLayout* self = layout.get();
  layout->names_ = std::make_shared<const Layout>(layout->logical_, [self](Item& item) {
    // A query is answered with the shard keys that it asked for. What another answer has is not
    // shown: without its sort key it fails the merge.
    if (!self->restore(item).ok()) item.clear();
  });
  return layout;
}

void KeyLayout::add_views() {
  const auto add = [&](ShardedIndex::Source source, const std::string& name, const KeySchema& key,
                       const Projection& projection, std::int64_t bytes, std::int64_t items) {
    schema::IndexRule rule;
    rule.name = rule.physical = name;
    rule.type = schema::IndexType::sharded_gsi;
    rule.partition_key = rule_.partition;
    if (key.sort) rule.sort_key = key.sort->name;
    rule.shard = rule_.shard;
    ShardedIndex view{std::move(rule), format_, GlobalSecondaryIndex(), key, misfit_};
    view.live->name = name;
    view.live->key = key;
    view.live->projection = projection;
    view.live->size_bytes = bytes;
    view.live->item_count = items;
    view.source = source;
    view.is_drawn = is_drawn();
    view.is_parted = !rule_.aggregates.empty();
    views_.push_back(std::move(view));
  };
  add(ShardedIndex::Source::table, "", logical_.key, {}, logical_.size_bytes, logical_.item_count);
  for (const LocalSecondaryIndex& index : logical_.local_indexes)
    add(ShardedIndex::Source::local_index, index.name, index.key, index.projection,
        index.size_bytes, index.item_count);
}

const ShardedIndex* KeyLayout::view(const std::optional<std::string>& index) const {
  if (!index) return &views_.front();
  for (const ShardedIndex& view : views_)
    if (view.source == ShardedIndex::Source::local_index && view.name() == *index) return &view;
  return nullptr;
}

Result<sharding::Shard> KeyLayout::shard_of(const Item& item) const {
  expects(!is_drawn(), "a drawn shard is not computed");
  return gateway::shard_of(views_.front(), item);
}

sharding::Shard KeyLayout::shards_of(const Item& item) const {
  return views_.front().shards_of(*find(item, partition()));
}

sharding::Shard KeyLayout::draw(const Item& item) const {
  if (rule_.placing == schema::Placing::round_robin) return turns_.draw();
  std::string text;
  append_item(item, text);
  return sharding::RandomStrategy(rule_.shard.shards_max()).draw(xxh3_64(text));
}

Result<void> KeyLayout::place_key(Item& item, sharding::Shard shard) const {
  AttributeValue& partition_value = item.at(partition());
  ASSIGN_OR_RETURN(partition_value, sharding::shard_key(partition_value, shard, format_));
  return {};
}

Result<void> KeyLayout::place_key(Item& item) const {
  ASSIGN_OR_RETURN(const sharding::Shard shard, shard_of(item));
  return place_key(item, shard);
}

Result<void> KeyLayout::place_item(Item& item, sharding::Shard shard) const {
  AttributeValue logical_key = item.at(partition());
  TRY(place_key(item, shard));
  if (rule_.original) item.insert_or_assign(*rule_.original, std::move(logical_key));
  return {};
}

Result<void> KeyLayout::place_item(Item& item) const {
  ASSIGN_OR_RETURN(const sharding::Shard shard, shard_of(item));
  return place_item(item, shard);
}

std::optional<sharding::ParsedShardKey> KeyLayout::parse(const AttributeValue& key) const {
  if (const auto* text = key.get_if<std::string>()) return format_.parse(*text);
  if (const auto* binary = key.get_if<Binary>()) return format_.parse(binary->bytes);
  return std::nullopt;
}

std::optional<sharding::Shard> KeyLayout::shard_of_stored(const Item& item) const {
  const AttributeValue* key = find(item, partition());
  const auto parsed = key == nullptr ? std::nullopt : parse(*key);
  return parsed ? std::optional(parsed->shard) : std::nullopt;
}

Result<void> KeyLayout::restore(Item& item) const {
  if (rule_.original) item.erase(*rule_.original);
  const auto at = item.find(partition());
  if (at == item.end()) return {};
  const auto parsed = parse(at->second);
  Result<AttributeValue> base =
      parsed ? base_value(rule_, parsed->base) : Result<AttributeValue>(Error::internal(""));
  if (!base.ok())
    return Error::internal("Isotherm: table '" + physical_.name +
                           "' holds an item whose partition key is no shard key of its rule");
  at->second = std::move(base).value();
  return {};
}

}  // namespace isotherm::gateway
