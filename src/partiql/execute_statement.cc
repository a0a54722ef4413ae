// ExecuteStatement: one statement, a SELECT a page at a time.

#include "model/error_detail.h"
#include "partiql/messages.h"
#include "partiql/run_statement.h"

namespace isotherm::partiql {
namespace {

Task<Result<ExecuteStatementResponse>> run_select(Store& store, const Select& select,
                                                  const ExecuteStatementRequest& request) {
  TableSeen seen;
  const Context context{request.statement, request.parameters};
  auto planned =
      co_await plan_select(store, select, context, {ReadRule::any, request.consistent_read}, seen);
  if (!planned.ok()) co_return std::move(planned).error();

  const std::string binding = token_binding(request.statement, request.parameters);
  PagePosition from;
  if (request.next_token) {
    CO_ASSIGN_OR_RETURN(from, read_token(*request.next_token, binding));
  }
  const ReadOptions options{request.consistent_read, request.limit,
                            request.return_consumed_capacity, request.scatter};
  auto page = co_await read_page(store, *planned, options, std::move(from));
  if (!page.ok()) co_return std::move(page).error();
  ExecuteStatementResponse response;
  response.items = std::move(page->items);
  response.consumed = std::move(page->consumed);
  if (page->next) {
    response.next_token = write_token(*page->next, binding);
    response.last_evaluated_key = std::move(page->next->start_key);
  }
  co_return response;
}

Task<Result<ExecuteStatementResponse>> run_change(Store& store, const Statement& statement,
                                                  const ExecuteStatementRequest& request) {
  TableSeen seen;
  const WriteOptions options{request.return_consumed_capacity, request.on_condition_check_failure};
  const Context context{request.statement, request.parameters};
  auto written = co_await run_write(store, statement, context, options, seen);
  if (!written.ok()) {
    // DuplicateItemException has no Item.
    const bool is_duplicate = written.error().code() == ErrorCode::duplicate_item;
    if (is_duplicate) co_return Error(ErrorCode::duplicate_item, written.error().message());
    co_return std::move(written).error();
  }
  ExecuteStatementResponse response;
  const bool returns = written->attributes && !written->attributes->empty();
  if (returns) response.items.push_back(std::move(*written->attributes));
  response.consumed = std::move(written->consumed);
  co_return response;
}

}  // namespace

Task<Result<ExecuteStatementResponse>> execute_statement(Store& store,
                                                         ExecuteStatementRequest request) {
  auto statement = parse_checked(request.statement, request.parameters);
  if (!statement.ok()) co_return std::move(statement).error();
  if (std::holds_alternative<Exists>(statement->what)) {
    co_return Error::validation(std::string(message::exists_outside));
  }
  if (const auto* select = std::get_if<Select>(&statement->what)) {
    co_return co_await run_select(store, *select, request);
  }
  co_return co_await run_change(store, *statement, request);
}

}  // namespace isotherm::partiql
