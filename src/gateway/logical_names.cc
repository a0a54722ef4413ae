#include "gateway/logical_names.h"

#include "model/error_detail.h"

namespace isotherm::gateway {
namespace {

bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '.';
}

/// Whether a name ends at `at`: a full stop may also end a sentence.
bool ends_name(std::string_view text, std::size_t at) {
  if (at == text.size() || !is_name_char(text[at])) return true;
  return text[at] == '.' && (at + 1 == text.size() || !is_name_char(text[at + 1]));
}

std::string logical_text(const Layout& layout, std::string text) {
  for (const ShardedIndex& index : layout.indexes()) {
    text = with_name_replaced(text, index.rule.physical, index.name());
    text = with_name_replaced(text, index.attribute(), index.rule.partition_key.name);
  }
  return text;
}

}  // namespace

std::string with_name_replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string replaced;
  std::size_t done = 0;
  for (std::size_t at = text.find(from); at != std::string_view::npos;
       at = text.find(from, at + 1)) {
    if (at < done || (at > 0 && is_name_char(text[at - 1])) || !ends_name(text, at + from.size()))
      continue;
    replaced.append(text.substr(done, at - done)).append(to);
    done = at + from.size();
  }
  return replaced.append(text.substr(done));
}

Error logical(const Layout& layout, Error error) {
  Error told(error.code(), logical_text(layout, error.message()));
  const ErrorDetail& detail = error.detail();
  if (detail.throttling_reasons.empty() && !detail.item && detail.cancellation_reasons.empty())
    return told;
  ErrorDetail& own = told.mutable_detail() = detail;
  for (ThrottlingReason& reason : own.throttling_reasons)
    reason.resource = logical_text(layout, std::move(reason.resource));
  if (own.item) layout.strip(*own.item);
  return told;
}

ConsumedCapacity logical(const Layout& layout, ConsumedCapacity consumed) {
  std::map<std::string, Capacity> named;
  for (const auto& [name, capacity] : consumed.global_indexes) {
    const ShardedIndex* index = layout.find_physical(name);
    named[index == nullptr ? name : index->name()] += capacity;
  }
  consumed.global_indexes = std::move(named);
  return consumed;
}

}  // namespace isotherm::gateway
