#include "gateway/run_query.h"

#include "gateway/drawn_items.h"
#include "gateway/logical_names.h"
#include "scatter/run_scatter.h"

namespace isotherm::gateway {
namespace {

/// Whether an entry of an index table lies in the range: what is read may be a little more.
bool is_asked_for(const QueryPlan& plan, const Item& entry) {
  if (!plan.index->logical_key.sort) return true;
  const AttributeValue* sort = find(entry, plan.index->logical_key.sort->name);
  return sort == nullptr || plan.reads.front().range.contains(*sort);
}

scatter::Scatter scatter_of(Store& below, const QueryPlan& plan, Hedge* hedge) {
  scatter::Scatter scatter;
  scatter.name = plan.index->name();
  if (plan.index->logical_key.sort) scatter.sort_key = plan.index->logical_key.sort->name;
  scatter.forward = plan.query.forward;
  scatter.limit = plan.query.limit;
  scatter.entry_bytes = expected_entry_bytes(*plan.index);
  scatter.make_logical = [&plan](Item& item) {
    plan.layout->strip(item);
    return !plan.index->lies_in_table || is_asked_for(plan, item);
  };
  const auto ask = [&below, &plan, hedge](QueryRequest request) -> Task<Result<ReadManyResponse>> {
    Task<Result<ReadManyResponse>> reading = hedge != nullptr
                                                 ? hedge->query(below, std::move(request))
                                                 : below.query(std::move(request));
    Result<ReadManyResponse> answer = co_await std::move(reading);
    if (!answer.ok()) co_return logical(*plan.layout, std::move(answer).error());
    co_return answer;
  };
  if (plan.keys && plan.index->source == ShardedIndex::Source::table && plan.keys->is_spread()) {
    scatter.join = [&plan](std::vector<scatter::EntryPart> parts) {
      std::vector<StoredPart> stored;
      for (scatter::EntryPart& part : parts)
        stored.push_back({plan.reads[part.strand].shard, std::move(part.entry)});
      return joined(*plan.keys, std::move(stored));
    };
    scatter.belong_together = [&plan](const Item& a, const Item& b) {
      return key_of(a, plan.table_key()) == key_of(b, plan.table_key());
    };
  }
  for (const ShardRead& read : plan.reads)
    scatter.strands.push_back({physical_query(plan, read), ask});
  return scatter;
}

scatter::PageRules rules_of(const QueryPlan& plan) {
  return {plan.query.limit, plan.query.filter, plan.query.projection, plan.query.count_only,
          [&plan](const Item& entry, std::size_t strand) {
            return cursor_at(*plan.index, plan.table_key(), entry, plan.reads[strand].shard);
          }};
}

}  // namespace

Task<Result<ReadManyResponse>> run_query(Store& below, const QueryPlan& plan, AskLimits how) {
  Result<ReadManyResponse> answer =
      co_await scatter::run_scatter(scatter_of(below, plan, how.hedge), rules_of(plan),
                                    static_cast<std::size_t>(how.concurrency));
  if (!answer.ok()) co_return answer;
  // Without a read nothing says which table it was.
  answer->consumed.table_name = plan.layout->physical()->name;
  answer->consumed = logical(*plan.layout, std::move(answer->consumed));
  co_return answer;
}

}  // namespace isotherm::gateway
