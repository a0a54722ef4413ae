#include "gateway/shard_attribute.h"

#include <boost/container/small_vector.hpp>

#include "gateway/messages.h"
#include "model/limits.h"
#include "sharding/shard_key.h"

namespace isotherm::gateway {
namespace {

bool is_key_type(const AttributeValue& value) {
  return has_type(value, KeyType::S) || has_type(value, KeyType::N) || has_type(value, KeyType::B);
}

/// Bytes of a text or binary; numbers are never too long.
std::optional<std::size_t> length(const AttributeValue& value) {
  if (const auto* text = value.get_if<std::string>()) return text->size();
  if (const auto* binary = value.get_if<Binary>()) return binary->bytes.size();
  return std::nullopt;
}

/// What the service has against a value as an index's partition key.
enum class Flaw { none, type, empty, length };

Flaw flaw_of(const ShardedIndex& index, const AttributeValue& value) {
  if (!has_type(value, index.rule.partition_key.type)) return Flaw::type;
  const auto bytes = length(value);
  if (bytes == 0) return Flaw::empty;
  return bytes > limits::partition_key_bytes_max ? Flaw::length : Flaw::none;
}

/// The value of an item whose partition key is flawless.
Result<std::optional<AttributeValue>> computed(const ShardedIndex& index, const Item& item,
                                               const AttributeValue& partition) {
  if (!sort_key_fits(index, item)) return std::optional<AttributeValue>();
  ASSIGN_OR_RETURN(const sharding::Shard shard, shard_of(index, item));
  ASSIGN_OR_RETURN(AttributeValue key, sharding::shard_key(partition, shard, index.format));
  return std::optional<AttributeValue>(std::move(key));
}

}  // namespace

Result<sharding::Shard> shard_of(const ShardedIndex& index, const Item& item) {
  boost::container::small_vector<const AttributeValue*, 8> inputs;
  for (const std::string& input : index.rule.shard->inputs) inputs.push_back(find(item, input));
  const AttributeValue* partition = find(item, index.rule.partition_key.name);
  const auto& strategy =
      partition == nullptr ? index.rule.shard->strategy : index.rule.shard->strategy_of(*partition);
  auto shard = strategy.shard_of({inputs.data(), inputs.size()});
  if (!shard.ok()) return messages::no_shard(index, shard.error());
  return shard;
}

bool sort_key_fits(const ShardedIndex& index, const Item& item) {
  if (!index.logical_key.sort) return true;
  const AttributeValue* value = find(item, index.logical_key.sort->name);
  if (value == nullptr) return false;
  return index.live ? has_type(*value, index.logical_key.sort->type) : is_key_type(*value);
}

Result<std::optional<AttributeValue>> shard_attribute(const ShardedIndex& index, const Item& item) {
  const AttributeDefinition& key = index.rule.partition_key;
  const AttributeValue* partition = find(item, key.name);
  if (partition == nullptr) return std::optional<AttributeValue>();
  const Flaw flaw = flaw_of(index, *partition);
  if (flaw == Flaw::none) return computed(index, item, *partition);
  // An index that is not there refuses nothing; such an item will not be in it.
  if (!index.live) return std::optional<AttributeValue>();
  if (flaw == Flaw::type) return messages::index_key_type_mismatch(key, *partition, index.name());
  if (flaw == Flaw::empty) return messages::empty_index_key(key, index.name());
  return messages::partition_key_too_long();
}

Result<std::optional<AttributeValue>> updated_shard_attribute(const ShardedIndex& index,
                                                              const Item& after,
                                                              const Item* before) {
  const AttributeDefinition& key = index.rule.partition_key;
  const AttributeValue* partition = find(after, key.name);
  if (partition == nullptr) return std::optional<AttributeValue>();
  const Flaw flaw = flaw_of(index, *partition);
  if (flaw == Flaw::none) return computed(index, after, *partition);
  const AttributeValue* old = before == nullptr ? nullptr : find(*before, key.name);
  const bool was_there = old != nullptr && *old == *partition;
  if (!index.live || was_there) return std::optional<AttributeValue>();
  if (flaw == Flaw::type) return messages::updated_index_key_type();
  if (flaw == Flaw::empty) return messages::updated_index_key_empty(key);
  return messages::partition_key_too_long();
}

}  // namespace isotherm::gateway
