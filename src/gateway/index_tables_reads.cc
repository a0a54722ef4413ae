// IndexTables: Query and Scan of an index. A query is planned and run as one of a sharded index
// that has one shard; a scan goes through the index table, and is filtered and shown here, since
// the store's counts would have tombstones in them.

#include "gateway/index_scan.h"
#include "gateway/index_table_names.h"
#include "gateway/index_tables.h"
#include "gateway/messages.h"
#include "gateway/query_plan.h"
#include "gateway/run_query.h"

namespace isotherm::gateway {
namespace {

/// What the store says of the rest of a request that names an index which it does not have.
template <class Request, class Ask>
Task<Error> first_error(Request request, Error ours, Ask ask) {
  if (ours.code() != ErrorCode::validation) co_return ours;
  const Error no_index = messages::no_such_index(*request.index_name);
  // It would refuse a consistent read of any global index before it looks for this one.
  request.consistent_read = false;
  const Result<ReadManyResponse> answer = co_await ask(std::move(request));
  if (answer.ok() || answer.error().message() == no_index.message()) co_return ours;
  co_return answer.error();
}

}  // namespace

Task<Result<ReadManyResponse>> IndexTables::query_index(IndexedTablePtr table,
                                                        const IndexTable& index,
                                                        QueryRequest request) {
  if (!index.index.misfit.empty()) co_return messages::rule_does_not_fit(index.index);
  const Result<QueryPlan> plan = plan_query(table->layout, index.index, request);
  if (!plan.ok())
    co_return co_await first_error(std::move(request), plan.error(),
                                   [this](QueryRequest asked) { return below_.query(asked); });
  Result<ReadManyResponse> answer = co_await run_query(below_, *plan, {});
  note(table->base.name, answer);
  co_return in_index_names(*table, index, std::move(answer));
}

Task<Result<ReadManyResponse>> IndexTables::scan_index(IndexedTablePtr table,
                                                       const IndexTable& index,
                                                       ScanRequest request) {
  if (!index.index.misfit.empty()) co_return messages::rule_does_not_fit(index.index);
  const Result<IndexScan> plan = plan_index_scan(table->layout, index.index, request);
  if (!plan.ok())
    co_return co_await first_error(std::move(request), plan.error(),
                                   [this](ScanRequest asked) { return below_.scan(asked); });
  Result<ReadManyResponse> answer = co_await run_index_scan(below_, *plan);
  note(table->base.name, answer);
  co_return in_index_names(*table, index, std::move(answer));
}

}  // namespace isotherm::gateway
