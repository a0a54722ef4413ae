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

Result<void> check_paths(const Layout& layout, const std::vector<expression::Path>& paths,
                         std::string_view place) {
  for (const ShardedIndex& index : layout.indexes()) {
    for (const expression::Path& path : paths) {
      if (path.attribute == index.attribute())
        return messages::hidden_attribute(path.attribute, place);
      if (index.live && !path.steps.empty() && path.attribute == index.rule.partition_key.name)
        return messages::index_key_is_not_scalar(path.attribute);
    }
  }
  return {};
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
