#include "gateway/index_table_query.h"

#include "gateway/index_table.h"
#include "gateway/index_table_text.h"
#include "gateway/messages.h"
#include "model/limits.h"
#include "scatter/successor.h"

namespace isotherm::gateway {
namespace {

constexpr std::size_t text_bytes_max = limits::sort_key_bytes_max;

bool is_equality(const scatter::KeyRange& range) {
  return range.low && range.high && range.low->value == range.high->value;
}

/// The front of a text that is too long, up to a whole character.
std::string cut(std::string text) {
  if (text.size() <= text_bytes_max) return text;
  std::size_t end = text_bytes_max;
  while ((static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  text.resize(end);
  return text;
}

std::string low_text(const scatter::Bound& bound) {
  return cut(index_text(bound.value) + (bound.inclusive ? "" : "$"));
}

AttributeValue high_text(const scatter::Bound& bound) {
  const std::string text = index_text(bound.value) + (bound.inclusive ? "$" : "");
  if (text.size() <= text_bytes_max) return text;
  return scatter::last_with_prefix(cut(text));
}

/// Of a range that is a text's beginning.
std::optional<std::string> prefix_text(const scatter::KeyRange& range) {
  if (range.prefix) return index_text(*range.prefix);
  if (is_equality(range)) return index_text(range.low->value) + "#";
  return std::nullopt;
}

std::string condition_of(const scatter::KeyRange& range, ExpressionValues& values) {
  if (auto prefix = prefix_text(range)) {
    values.emplace(":p", *std::move(prefix));
    return " AND begins_with(#k, :p)";
  }
  if (range.low) values.emplace(":l", low_text(*range.low));
  if (range.high) values.emplace(":h", high_text(*range.high));
  if (range.low && range.high) return " AND #k BETWEEN :l AND :h";
  if (range.low) return " AND #k >= :l";
  return range.high ? " AND #k <= :h" : "";
}

}  // namespace

bool can_match_in_table(const scatter::KeyRange& range) {
  if (range.low && range.high) {
    const auto order = compare(range.low->value, range.high->value);
    if (order > 0) return false;
    if (order == 0 && !(range.low->inclusive && range.high->inclusive)) return false;
  }
  const auto prefix = prefix_text(range);
  return !prefix || prefix->size() <= text_bytes_max;
}

QueryRequest index_table_query(const QueryPlan& plan, const ShardRead& read) {
  QueryRequest request;
  request.table_name = plan.index->rule.table->table;
  request.consistent_read = plan.query.consistent_read;
  request.scan_index_forward = plan.query.forward;
  request.exclusive_start_key = read.start_key;
  request.return_consumed_capacity = plan.query.return_consumed_capacity;
  ExpressionNames names = {{"#s", plan.index->logical_key.partition.name},
                           {"#d", std::string(tombstone_mark)}};
  ExpressionValues values = {{":s", read.shard_key}};
  const std::string condition = condition_of(read.range, values);
  if (!condition.empty()) names.emplace("#k", std::string(index_table_sort));
  request.key_condition_expression = "#s = :s" + condition;
  request.filter_expression = "attribute_not_exists(#d)";
  request.placeholders = {std::move(names), std::move(values)};
  return request;
}

Result<Item> index_table_start_key(const ShardedIndex& index, const KeySchema& table_key,
                                   const Item& cursor) {
  std::string text = index_table_key(cursor, index.logical_key.sort, table_key);
  if (text.size() > text_bytes_max) return messages::bad_start_key();
  const std::string& partition = index.logical_key.partition.name;
  Item key;
  key.emplace(partition, *find(cursor, partition));
  key.emplace(std::string(index_table_sort), std::move(text));
  return key;
}

}  // namespace isotherm::gateway
