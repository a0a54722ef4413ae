#include "store/engine/key_checks.h"

#include "model/limits.h"
#include "store/engine/messages.h"

namespace isotherm::engine {
namespace {

enum class KeyRole { partition, sort };

/// Bytes of a text or binary; 1 for a number, which is never empty nor too long.
std::size_t key_length(const AttributeValue& value) {
  if (const auto* s = value.get_if<std::string>()) return s->size();
  if (const auto* b = value.get_if<Binary>()) return b->bytes.size();
  return 1;
}

Result<void> check_length(const AttributeValue& value, KeyRole role) {
  const std::size_t length = key_length(value);
  if (role == KeyRole::partition && length > limits::partition_key_bytes_max) {
    return messages::partition_key_too_long();
  }
  if (role == KeyRole::sort && length > limits::sort_key_bytes_max) {
    return messages::sort_key_too_long();
  }
  return {};
}

/// Calls check(attribute, role) for the partition key, then for the sort key.
template <class Check>
Result<void> for_each_key(const KeySchema& schema, Check check) {
  TRY(check(schema.partition, KeyRole::partition));
  if (schema.sort) TRY(check(*schema.sort, KeyRole::sort));
  return {};
}

}  // namespace

Result<void> check_key(const Item& key, const KeySchema& schema) {
  const std::size_t expected = schema.sort ? 2 : 1;
  if (key.size() != expected) return messages::key_does_not_match();
  return for_each_key(schema,
                      [&](const AttributeDefinition& attribute, KeyRole role) -> Result<void> {
                        const AttributeValue* value = find(key, attribute.name);
                        if (value == nullptr || !has_type(*value, attribute.type)) {
                          return messages::key_does_not_match();
                        }
                        if (key_length(*value) == 0) return messages::empty_key(attribute);
                        return check_length(*value, role);
                      });
}

Result<void> check_item_key(const Item& item, const KeySchema& schema) {
  return for_each_key(schema,
                      [&](const AttributeDefinition& attribute, KeyRole role) -> Result<void> {
                        const AttributeValue* value = find(item, attribute.name);
                        if (value == nullptr) return messages::missing_key(attribute.name);
                        if (!has_type(*value, attribute.type))
                          return messages::key_type_mismatch(attribute, *value);
                        if (key_length(*value) == 0) return messages::empty_key(attribute);
                        return check_length(*value, role);
                      });
}

Result<void> check_index_keys(const Item& item, const Table& table) {
  for (const Index& index : table.indexes) {
    TRY(for_each_key(index.key,
                     [&](const AttributeDefinition& attribute, KeyRole role) -> Result<void> {
                       const AttributeValue* value = find(item, attribute.name);
                       if (value == nullptr) return {};
                       if (!has_type(*value, attribute.type)) {
                         return messages::index_key_type_mismatch(attribute, *value, index.name);
                       }
                       if (key_length(*value) == 0)
                         return messages::empty_index_key(attribute, index.name);
                       return check_length(*value, role);
                     }));
  }
  return {};
}

Result<void> check_updated_index_keys(const Item& after, const Item* before, const Table& table) {
  for (const Index& index : table.indexes) {
    TRY(for_each_key(
        index.key, [&](const AttributeDefinition& attribute, KeyRole role) -> Result<void> {
          const AttributeValue* value = find(after, attribute.name);
          if (value == nullptr) return {};
          const AttributeValue* old = before == nullptr ? nullptr : find(*before, attribute.name);
          if (old != nullptr && *old == *value) return {};
          if (!has_type(*value, attribute.type)) return messages::updated_index_key_type();
          if (key_length(*value) == 0) return messages::updated_index_key_empty(attribute);
          return check_length(*value, role);
        }));
  }
  return {};
}

bool belongs_in(const Item& item, const KeySchema& index_key) {
  const auto fits = [&](const AttributeDefinition& attribute, std::size_t length_max) {
    const AttributeValue* value = find(item, attribute.name);
    if (value == nullptr || !has_type(*value, attribute.type)) return false;
    const std::size_t length = key_length(*value);
    return length > 0 && length <= length_max;
  };
  return fits(index_key.partition, limits::partition_key_bytes_max) &&
         (!index_key.sort || fits(*index_key.sort, limits::sort_key_bytes_max));
}

Result<void> check_key_paths(const std::vector<expression::Path>& paths, const Table& table) {
  const auto check = [&](const KeySchema& schema, bool of_index) -> Result<void> {
    return for_each_key(schema, [&](const AttributeDefinition& attribute, KeyRole) -> Result<void> {
      for (const expression::Path& path : paths) {
        if (!path.steps.empty() && path.attribute == attribute.name) {
          return messages::key_is_not_scalar(attribute.name, of_index);
        }
      }
      return {};
    });
  };
  if (paths.empty()) return {};
  TRY(check(table.description.key, false));
  for (const Index& index : table.indexes) TRY(check(index.key, true));
  return {};
}

}  // namespace isotherm::engine
