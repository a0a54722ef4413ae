// BatchExecuteStatement: up to 25 statements, each for itself.

#include <algorithm>

#include "model/error_detail.h"
#include "partiql/messages.h"
#include "partiql/run_statement.h"

namespace isotherm::partiql {
namespace {

/// The exceptions as the API's enumeration of a batch's errors names them.
std::string_view error_code(ErrorCode code) {
  switch (code) {
    case ErrorCode::conditional_check_failed: return "ConditionalCheckFailed";
    case ErrorCode::item_collection_size_limit_exceeded: return "ItemCollectionSizeLimitExceeded";
    case ErrorCode::request_limit_exceeded: return "RequestLimitExceeded";
    case ErrorCode::provisioned_throughput_exceeded: return "ProvisionedThroughputExceeded";
    case ErrorCode::transaction_conflict: return "TransactionConflict";
    case ErrorCode::throttling: return "ThrottlingError";
    case ErrorCode::resource_not_found: return "ResourceNotFound";
    case ErrorCode::access_denied: return "AccessDenied";
    case ErrorCode::duplicate_item: return "DuplicateItem";
    case ErrorCode::internal:
    case ErrorCode::service_unavailable: return "InternalServerError";
    default: return "ValidationError";
  }
}

void add_consumed(std::vector<ConsumedCapacity>& all, const ConsumedCapacity& consumed) {
  const auto known = std::ranges::find(all, consumed.table_name, &ConsumedCapacity::table_name);
  if (known == all.end()) {
    all.push_back(consumed);
  } else {
    *known += consumed;
  }
}

/// One statement that succeeded.
struct Ran {
  std::optional<Item> item;
  ConsumedCapacity consumed;
};

Task<Result<Ran>> run_select(Store& store, const Select& select, const BatchStatement& statement,
                             ReturnConsumedCapacity capacity, TableSeen& seen) {
  const Context context{statement.statement, statement.parameters};
  auto planned = co_await plan_select(store, select, context,
                                      {ReadRule::one_key, statement.consistent_read}, seen);
  if (!planned.ok()) co_return std::move(planned).error();
  const ReadOptions options{statement.consistent_read, std::nullopt, capacity};
  auto page = co_await read_page(store, *planned, options, PagePosition{});
  if (!page.ok()) co_return std::move(page).error();
  Ran ran;
  if (!page->items.empty()) ran.item = std::move(page->items.front());
  ran.consumed = std::move(page->consumed);
  co_return ran;
}

Task<Result<Ran>> run_statement(Store& store, const Statement& parsed,
                                const BatchStatement& statement, ReturnConsumedCapacity capacity,
                                TableSeen& seen) {
  if (std::holds_alternative<Exists>(parsed.what)) {
    co_return Error::validation(std::string(message::exists_outside));
  }
  if (const auto* select = std::get_if<Select>(&parsed.what)) {
    co_return co_await run_select(store, *select, statement, capacity, seen);
  }
  const Context context{statement.statement, statement.parameters};
  auto written = co_await run_write(store, parsed, context,
                                    {capacity, statement.on_condition_check_failure}, seen);
  if (!written.ok()) co_return std::move(written).error();
  Ran ran;
  const bool returns = written->attributes && !written->attributes->empty();
  if (returns) ran.item = std::move(written->attributes);
  ran.consumed = std::move(written->consumed);
  co_return ran;
}

BatchStatementError batch_error(const Error& error) {
  return {std::string(error_code(error.code())), error.message(), error.detail().item};
}

Result<Statement> parse_member(const BatchStatement& statement) {
  if (statement.parameter_problem) return Error::validation(*statement.parameter_problem);
  return parse_checked(statement.statement, statement.parameters);
}

}  // namespace

Task<Result<BatchExecuteStatementResponse>> batch_execute_statement(
    Store& store, BatchExecuteStatementRequest request) {
  std::vector<Result<Statement>> parsed;
  bool reads = false;
  bool writes = false;
  for (const BatchStatement& statement : request.statements) {
    parsed.push_back(parse_member(statement));
    if (!parsed.back().ok()) continue;
    (parsed.back()->is_read() ? reads : writes) = true;
  }
  if (reads && writes) co_return Error::validation(std::string(message::batch_mixed));

  BatchExecuteStatementResponse response;
  for (std::size_t i = 0; i < parsed.size(); ++i) {
    BatchStatementResponse& answer = response.responses.emplace_back();
    if (!parsed[i].ok()) {
      answer.error = batch_error(parsed[i].error());
      continue;
    }
    TableSeen seen;
    auto ran = co_await run_statement(store, *parsed[i], request.statements[i],
                                      request.return_consumed_capacity, seen);
    answer.table_name = std::move(seen.name);
    if (!ran.ok()) {
      answer.error = batch_error(ran.error());
      continue;
    }
    answer.item = std::move(ran->item);
    add_consumed(response.consumed, ran->consumed);
  }
  co_return response;
}

}  // namespace isotherm::partiql
