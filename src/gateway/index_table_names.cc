#include "gateway/index_table_names.h"

#include <algorithm>

#include "model/error_detail.h"

namespace isotherm::gateway {
namespace {

std::string renamed(const IndexedTable& table, std::string text) {
  for (const IndexTable& index : table.indexes)
    text = with_name_replaced(text, index.table(), table.base.name + "/index/" + index.name());
  return text;
}

}  // namespace

Error in_index_names(const IndexedTable& table, Error error) {
  Error told(error.code(), renamed(table, error.message()));
  const ErrorDetail& detail = error.detail();
  if (detail.throttling_reasons.empty() && !detail.item && detail.cancellation_reasons.empty())
    return told;
  ErrorDetail& own = told.mutable_detail() = detail;
  for (ThrottlingReason& reason : own.throttling_reasons) {
    const std::string resource = renamed(table, reason.resource);
    // "TableRead…" of an index table is "IndexRead…" of the index.
    if (resource != reason.resource && reason.reason.starts_with("Table"))
      reason.reason.replace(0, 5, "Index");
    reason.resource = resource;
  }
  return told;
}

Result<ReadManyResponse> in_index_names(const IndexedTable& table, const IndexTable& index,
                                        Result<ReadManyResponse> answer) {
  if (!answer.ok()) return in_index_names(table, std::move(answer).error());
  ConsumedCapacity& consumed = answer->consumed;
  consumed.table_name = table.base.name;
  consumed.global_indexes[index.name()] += consumed.table;
  consumed.table = {};
  return answer;
}

std::vector<ConsumedCapacity> in_index_names(const IndexedTable& table,
                                             std::vector<ConsumedCapacity> consumed) {
  const auto index_of = [&](const std::string& name) {
    return std::ranges::find_if(table.indexes,
                                [&](const IndexTable& index) { return index.table() == name; });
  };
  std::vector<ConsumedCapacity> named;
  const auto entry = [&](const std::string& name) -> ConsumedCapacity& {
    const auto at = std::ranges::find(named, name, &ConsumedCapacity::table_name);
    if (at != named.end()) return *at;
    named.emplace_back().table_name = name;
    return named.back();
  };
  for (ConsumedCapacity& one : consumed) {
    const auto index = index_of(one.table_name);
    if (index == table.indexes.end())
      entry(one.table_name) += one;
    else
      entry(table.base.name).global_indexes[index->name()] += one.table;
  }
  return named;
}

}  // namespace isotherm::gateway
