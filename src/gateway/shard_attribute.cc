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

/// The service's complaint about a value as the index's partition key, if it has one.
std::optional<Error> partition_key_error(const ShardedIndex& index, const AttributeValue& value) {
  const AttributeDefinition& key = index.rule.partition_key;
  if (!has_type(value, key.type))
    return messages::index_key_type_mismatch(key, value, index.name());
  const auto bytes = length(value);
  if (bytes == 0) return messages::empty_index_key(key, index.name());
  if (bytes > limits::partition_key_bytes_max) return messages::partition_key_too_long();
  return std::nullopt;
}

}  // namespace

sharding::Shard shard_of(const ShardedIndex& index, const Item& item) {
  boost::container::small_vector<const AttributeValue*, 8> inputs;
  for (const std::string& input : index.rule.shard->inputs) inputs.push_back(find(item, input));
  return index.rule.shard->strategy.shard_of({inputs.data(), inputs.size()});
}

bool sort_key_fits(const ShardedIndex& index, const Item& item) {
  if (!index.logical_key.sort) return true;
  const AttributeValue* value = find(item, index.logical_key.sort->name);
  if (value == nullptr) return false;
  return index.live ? has_type(*value, index.logical_key.sort->type) : is_key_type(*value);
}

Result<std::optional<AttributeValue>> shard_attribute(const ShardedIndex& index, const Item& item,
                                                      const Item* before) {
  const std::string& name = index.rule.partition_key.name;
  const AttributeValue* partition = find(item, name);
  if (partition == nullptr) return std::optional<AttributeValue>();
  if (auto error = partition_key_error(index, *partition)) {
    const AttributeValue* old = before == nullptr ? nullptr : find(*before, name);
    const bool is_new = old == nullptr || *old != *partition;
    // An index that is not there refuses nothing; such an item will not be in it.
    if (index.live && is_new) return *std::move(error);
    return std::optional<AttributeValue>();
  }
  if (!sort_key_fits(index, item)) return std::optional<AttributeValue>();
  ASSIGN_OR_RETURN(AttributeValue key, sharding::shard_key(*partition, shard_of(index, item)));
  return std::optional<AttributeValue>(std::move(key));
}

}  // namespace isotherm::gateway
