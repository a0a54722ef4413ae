#include "gateway/explain_reads.h"

#include <cmath>

#include "gateway/spelled_out.h"

namespace isotherm::gateway {
namespace {

/// Units of a read that yields as many entries as it asks for.
double units_of_entries(const ShardedIndex& index, std::optional<std::int64_t> limit,
                        bool consistent) {
  const auto entries = static_cast<double>(limit.value_or(1));
  return read_units(
      static_cast<std::size_t>(entries * static_cast<double>(expected_entry_bytes(index))),
      consistent);
}

PhysicalRequest explained_read(const QueryPlan& plan, const scatter::Ask& first) {
  const ShardRead& read = plan.reads[first.strand];
  QueryRequest physical = physical_query(plan, read);
  physical.limit = first.limit;
  PhysicalRequest sent;
  sent.operation = "Query";
  sent.table = plan.layout->physical()->name;
  sent.detail = spelled_out(*physical.key_condition_expression, physical.placeholders);
  sent.index = physical.index_name;
  sent.shard = read.shard;
  sent.shard_key = read.shard_key;
  sent.limit = first.limit;
  sent.read_units = read_units(0, plan.query.consistent_read);
  sent.request = std::move(physical);
  return sent;
}

}  // namespace

void explain_reads(const QueryPlan& plan, Plan& explained) {
  explained.route = plan.is_one_shard ? Route::one_shard : Route::scatter;
  const bool consistent = plan.query.consistent_read;
  double full = 0;
  const std::vector<scatter::Ask> reads = first_asks(plan);
  for (const scatter::Ask& first : reads) {
    explained.requests.push_back(explained_read(plan, first));
    full += units_of_entries(*plan.index, first.limit, consistent);
  }
  const auto note = [&](std::string text) { explained.notes.push_back(std::move(text)); };
  if (reads.size() < plan.reads.size())
    note(std::to_string(plan.reads.size() - reads.size()) +
         " more shards are asked one after the other, as long as the page is not full.");
  if (!plan.is_one_shard)
    note(std::string("Each shard is asked for its share first and again when it runs dry; a shard "
                     "costs at the least ") +
         (consistent ? "1 unit" : "0.5 units") + ", also when it is empty.");
  if (plan.reads.empty())
    note("Nothing can match: no request is sent.");
  else
    note("About " + std::to_string(std::lround(std::ceil(full))) +
         " units when every read yields what it asks for, of entries of " +
         std::to_string(expected_entry_bytes(*plan.index)) + " bytes.");
}

}  // namespace isotherm::gateway
