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

/// The bytes of a key so far: of a part with several attributes their sum is limited.
class KeyLength {
 public:
  void count(const AttributeValue& value, KeyRole role) {
    (role == KeyRole::partition ? partition_ : sort_) += key_length(value);
  }
  bool fits() const {
    return partition_ <= limits::partition_key_bytes_max && sort_ <= limits::sort_key_bytes_max;
  }
  Result<void> add(const AttributeValue& value, KeyRole role) {
    count(value, role);
    if (fits()) return {};
    return role == KeyRole::partition ? messages::partition_key_too_long()
                                      : messages::sort_key_too_long();
  }

 private:
  std::size_t partition_ = 0;
  std::size_t sort_ = 0;
};

/// Calls check(attribute, role) for the partition key, then for the sort key, to the first error.
template <class Check>
Result<void> for_each_key(const KeySchema& schema, Check check) {
  Result<void> checked;
  schema.for_each_partition([&](const AttributeDefinition& attribute) {
    if (checked.ok()) checked = check(attribute, KeyRole::partition);
  });
  schema.for_each_sort([&](const AttributeDefinition& attribute) {
    if (checked.ok()) checked = check(attribute, KeyRole::sort);
  });
  return checked;
}

}  // namespace

Result<void> check_key(const Item& key, const KeySchema& schema) {
  if (key.size() != schema.size()) return messages::key_does_not_match();
  KeyLength length;
  return for_each_key(schema,
                      [&](const AttributeDefinition& attribute, KeyRole role) -> Result<void> {
                        const AttributeValue* value = find(key, attribute.name);
                        if (value == nullptr || !has_type(*value, attribute.type)) {
                          return messages::key_does_not_match();
                        }
                        if (key_length(*value) == 0) return messages::empty_key(attribute);
                        return length.add(*value, role);
                      });
}

Result<void> check_item_key(const Item& item, const KeySchema& schema) {
  KeyLength length;
  return for_each_key(schema,
                      [&](const AttributeDefinition& attribute, KeyRole role) -> Result<void> {
                        const AttributeValue* value = find(item, attribute.name);
                        if (value == nullptr) return messages::missing_key(attribute.name);
                        if (!has_type(*value, attribute.type))
                          return messages::key_type_mismatch(attribute, *value);
                        if (key_length(*value) == 0) return messages::empty_key(attribute);
                        return length.add(*value, role);
                      });
}

Result<void> check_index_keys(const Item& item, const Table& table) {
  for (const Index& index : table.indexes) {
    KeyLength length;
    TRY(for_each_key(index.key,
                     [&](const AttributeDefinition& attribute, KeyRole role) -> Result<void> {
                       const AttributeValue* value = find(item, attribute.name);
                       if (value == nullptr) return {};
                       if (!has_type(*value, attribute.type)) {
                         return messages::index_key_type_mismatch(attribute, *value, index.name);
                       }
                       if (key_length(*value) == 0)
                         return messages::empty_index_key(attribute, index.name);
                       return length.add(*value, role);
                     }));
  }
  return {};
}

Result<void> check_updated_index_keys(const Item& after, const Item* before, const Table& table) {
  for (const Index& index : table.indexes) {
    KeyLength length;
    TRY(for_each_key(
        index.key, [&](const AttributeDefinition& attribute, KeyRole role) -> Result<void> {
          const AttributeValue* value = find(after, attribute.name);
          if (value == nullptr) return {};
          const AttributeValue* old = before == nullptr ? nullptr : find(*before, attribute.name);
          if (old != nullptr && *old == *value) {
            length.count(*value, role);
            return {};
          }
          if (!has_type(*value, attribute.type)) return messages::updated_index_key_type();
          if (key_length(*value) == 0) return messages::updated_index_key_empty(attribute);
          return length.add(*value, role);
        }));
  }
  return {};
}

bool belongs_in(const Item& item, const KeySchema& index_key) {
  KeyLength length;
  bool belongs = true;
  const auto look = [&](const AttributeDefinition& attribute, KeyRole role) {
    const AttributeValue* value = belongs ? find(item, attribute.name) : nullptr;
    belongs = value != nullptr && has_type(*value, attribute.type) && key_length(*value) > 0;
    if (belongs) length.count(*value, role);
  };
  index_key.for_each_partition([&](const auto& part) { look(part, KeyRole::partition); });
  index_key.for_each_sort([&](const auto& part) { look(part, KeyRole::sort); });
  return belongs && length.fits();
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
