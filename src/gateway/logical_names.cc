#include "gateway/logical_names.h"

#include "model/error_detail.h"
#include "store/table_names.h"

namespace isotherm::gateway {
namespace {

std::string logical_text(const Layout& layout, std::string text) {
  for (const ShardedIndex& index : layout.indexes()) {
    text = with_name_replaced(text, index.rule.physical, index.name());
    text = with_name_replaced(text, index.attribute(), index.rule.partition_key.name);
  }
  return text;
}

}  // namespace

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
