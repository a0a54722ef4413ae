#include "gateway/key_checks.h"

#include <algorithm>

#include "gateway/messages.h"
#include "model/limits.h"

namespace isotherm::gateway {
namespace {

/// Bytes of a text or binary; 1 for a number, which is never empty nor too long.
std::size_t key_length(const AttributeValue& value) {
  if (const auto* text = value.get_if<std::string>()) return text->size();
  if (const auto* binary = value.get_if<Binary>()) return binary->bytes.size();
  return 1;
}

Result<void> check_element(const Item& key, const AttributeDefinition& attribute,
                           bool is_partition) {
  const AttributeValue* value = find(key, attribute.name);
  if (value == nullptr || !has_type(*value, attribute.type)) return messages::key_does_not_match();
  const std::size_t length = key_length(*value);
  if (length == 0) return messages::empty_key(attribute);
  if (is_partition && length > limits::partition_key_bytes_max)
    return messages::partition_key_too_long();
  if (!is_partition && length > limits::sort_key_bytes_max) return messages::sort_key_too_long();
  return {};
}

}  // namespace

Result<void> check_key(const Item& key, const KeySchema& schema) {
  if (key.size() != (schema.sort ? 2U : 1U)) return messages::key_does_not_match();
  TRY(check_element(key, schema.partition, true));
  if (schema.sort) TRY(check_element(key, *schema.sort, false));
  return {};
}

bool can_be_key(const AttributeValue& value, const AttributeDefinition& attribute,
                bool is_partition) {
  return check_element({{attribute.name, value}}, attribute, is_partition).ok();
}

Result<void> check_key_paths(const Layout& layout, const std::vector<expression::Path>& paths) {
  if (!layout.physical() || paths.empty()) return {};
  const auto check = [&](const AttributeDefinition& key, bool of_index) -> Result<void> {
    for (const expression::Path& path : paths)
      if (!path.steps.empty() && path.attribute == key.name)
        return messages::key_is_not_scalar(key.name, of_index);
    return {};
  };
  const auto check_both = [&](const KeySchema& key, bool of_index) -> Result<void> {
    Result<void> checked;
    key.for_each([&](const AttributeDefinition& part) {
      if (checked.ok()) checked = check(part, of_index);
    });
    return checked;
  };
  TRY(check_both(layout.physical()->key, false));
  for (const LocalSecondaryIndex& index : layout.physical()->local_indexes)
    TRY(check_both(index.key, true));
  for (const GlobalSecondaryIndex& index : layout.physical()->global_indexes) {
    const ShardedIndex* sharded = layout.find_physical(index.name);
    TRY(check_both(sharded != nullptr ? sharded->logical_key : index.key, true));
  }
  return {};
}

Result<void> check_paths(const Layout& layout, const std::vector<expression::Path>& paths,
                         std::string_view place) {
  bool goes_into_key = false;
  for (const ShardedIndex& index : layout.indexes()) {
    for (const expression::Path& path : paths) {
      if (path.attribute == index.attribute())
        return messages::hidden_attribute(path.attribute, place);
      if (index.live && !path.steps.empty() && path.attribute == index.rule.partition_key.name)
        goes_into_key = true;
    }
  }
  return goes_into_key ? check_key_paths(layout, paths) : Result<void>();
}

bool may_need_check(const Layout& layout, std::string_view text,
                    const ExpressionPlaceholders& placeholders) {
  if (text.find_first_of(".[") != std::string_view::npos) return true;
  return std::any_of(
      layout.indexes().begin(), layout.indexes().end(), [&](const ShardedIndex& index) {
        if (text.find(index.attribute()) != std::string_view::npos) return true;
        return placeholders.names &&
               std::any_of(placeholders.names->begin(), placeholders.names->end(),
                           [&](const auto& name) { return name.second == index.attribute(); });
      });
}

}  // namespace isotherm::gateway
