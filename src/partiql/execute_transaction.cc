// ExecuteTransaction: up to 100 statements, all reads or all writes, as one transaction.
//
// What is wrong with a statement in itself is a ValidationException that names it; what is wrong
// with it and its table (no such table, no whole key) cancels the transaction, with a reason.

#include <map>

#include "model/cancellation.h"
#include "partiql/expression_text.h"
#include "partiql/messages.h"
#include "partiql/run_statement.h"
#include "partiql/table.h"

namespace isotherm::partiql {
namespace {

constexpr std::string_view validation_reason = "ValidationError";

Error refuse(std::string_view text) { return Error::validation(std::string(text)); }

Error in_statement(std::size_t i, const Error& error) {
  return Error::validation("Validation failed in TransactStatements[" + std::to_string(i) +
                           "]: " + error.message());
}

bool fits(const Item& key, const KeySchema& schema) {
  const auto fits_one = [&](const AttributeDefinition& attribute) {
    const AttributeValue* value = find(key, attribute.name);
    return value != nullptr && has_type(*value, attribute.type);
  };
  return fits_one(schema.partition) && (!schema.sort || fits_one(*schema.sort));
}

bool is_failed(const CancellationReason& reason) { return reason.code != "None"; }

/// The tables of one transaction, each asked for once.
class Tables {
 public:
  explicit Tables(Store& store) : store_(store) {}

  /// nullptr: there is none.
  Task<Result<const TableDescription*>> find(const std::string& name) {
    auto known = known_.find(name);
    if (known == known_.end()) {
      auto table = co_await describe(store_, name);
      if (!table.ok() && table.error().code() != ErrorCode::resource_not_found) {
        co_return std::move(table).error();
      }
      std::optional<TableDescription> found;
      if (table.ok()) found = std::move(*table);
      known = known_.emplace(name, std::move(found)).first;
    }
    co_return known->second ? &*known->second : nullptr;
  }

 private:
  Store& store_;
  std::map<std::string, std::optional<TableDescription>> known_;
};

/// One transaction on its way to the Store.
class Transaction {
 public:
  Transaction(Store& store, const ExecuteTransactionRequest& request)
      : store_(store), tables_(store), request_(request), reasons_(request.statements.size()) {}

  Task<Result<ExecuteTransactionResponse>> run();

 private:
  Result<void> parse();
  Task<Result<void>> prepare();
  Task<Result<void>> prepare_read(std::size_t i);
  Task<Result<void>> prepare_change(std::size_t i);
  Result<void> add_read(std::size_t i, PreparedSelect select, const TableDescription& table);
  Result<void> add_change(std::size_t i, PreparedWrite write, const KeySchema& key);
  void add_insert(std::size_t i, PreparedWrite write, const KeySchema& key);
  Result<void> add_keyed(std::size_t i, PreparedWrite write, const KeySchema& key);
  Task<Result<ExecuteTransactionResponse>> read();
  Task<Result<ExecuteTransactionResponse>> write();
  Error translated(Error error) const;

  /// Statement i cancels the transaction.
  void fail(std::size_t i, std::string_view code, std::string_view text) {
    reasons_[i] = {std::string(code), std::string(text), std::nullopt};
  }
  Context context(std::size_t i) const {
    return {request_.statements[i].statement, request_.statements[i].parameters};
  }

  Store& store_;
  Tables tables_;
  const ExecuteTransactionRequest& request_;
  std::vector<Statement> statements_;
  std::vector<CancellationReason> reasons_;
  std::vector<PreparedSelect> selects_;
  std::vector<TransactGet> gets_;
  std::vector<TransactWriteAction> actions_;
};

Result<void> Transaction::parse() {
  for (std::size_t i = 0; i < request_.statements.size(); ++i) {
    auto parsed =
        parse_checked(request_.statements[i].statement, request_.statements[i].parameters);
    if (!parsed.ok()) return in_statement(i, parsed.error());
    statements_.push_back(std::move(*parsed));
  }
  for (const Statement& statement : statements_) {
    if (statement.is_read() != statements_.front().is_read()) {
      return refuse(message::transaction_mixed);
    }
  }
  return {};
}

Task<Result<void>> Transaction::prepare() {
  for (std::size_t i = 0; i < statements_.size(); ++i) {
    auto task = statements_[i].is_read() ? prepare_read(i) : prepare_change(i);
    CO_TRY(co_await std::move(task));
  }
  for (const CancellationReason& found : reasons_) {
    if (is_failed(found)) co_return transaction_canceled(std::move(reasons_));
  }
  co_return Result<void>();
}

Task<Result<void>> Transaction::prepare_read(std::size_t i) {
  const Context reading = context(i);
  auto select = prepare_select(std::get<Select>(statements_[i].what), reading);
  if (!select.ok()) co_return in_statement(i, select.error());
  auto table = co_await tables_.find(select->from.table);
  if (!table.ok()) co_return std::move(table).error();
  if (*table == nullptr) {
    fail(i, "ResourceNotFound", "Requested resource not found");
    co_return Result<void>();
  }
  const Result<void> added = add_read(i, std::move(*select), **table);
  if (!added.ok()) co_return in_statement(i, added.error());
  co_return Result<void>();
}

Result<void> Transaction::add_read(std::size_t i, PreparedSelect select,
                                   const TableDescription& table) {
  if (select.from.index) return refuse(message::transaction_index);
  if (select.problem) return refuse(*select.problem);
  const AccessPath access{table.key, std::nullopt, false};
  ASSIGN_OR_RETURN(ReadPlan plan, plan_reads(select.where, access, false, false));
  TRY(order_reads(plan, access, select.where.has_value(), select.order));
  auto key = plan.single_key(table.key);
  if (!key) return refuse(message::transaction_select_key);
  if (!fits(*key, table.key)) {
    fail(i, validation_reason, message::key_mismatch);
    return {};
  }
  TransactGet get;
  get.table_name = table.name;
  get.key = std::move(*key);
  ExpressionText text;
  if (const auto names = select.attributes(); !names.empty()) {
    get.projection_expression = text.attributes(names);
    get.names = text.take_placeholders().names;
  }
  gets_.push_back(std::move(get));
  selects_.push_back(std::move(select));
  return {};
}

Task<Result<void>> Transaction::prepare_change(std::size_t i) {
  auto write = prepare_write(statements_[i], context(i));
  if (!write.ok()) co_return in_statement(i, write.error());
  auto table = co_await tables_.find(write->table);
  if (!table.ok()) co_return std::move(table).error();
  if (*table == nullptr) {
    fail(i, "ResourceNotFound", "Requested resource not found");
    co_return Result<void>();
  }
  if (write->returning != Returning::none) {
    co_return in_statement(i, refuse(message::transaction_returning));
  }
  const Result<void> added = add_change(i, std::move(*write), (*table)->key);
  if (!added.ok()) co_return in_statement(i, added.error());
  co_return Result<void>();
}

Result<void> Transaction::add_change(std::size_t i, PreparedWrite write, const KeySchema& key) {
  if (write.verb != PreparedWrite::Verb::insert) return add_keyed(i, std::move(write), key);
  add_insert(i, std::move(write), key);
  return {};
}

void Transaction::add_insert(std::size_t i, PreparedWrite write, const KeySchema& key) {
  const auto check = [&](const AttributeDefinition& attribute) {
    constexpr std::string_view invalid = "One or more parameter values were invalid: ";
    const AttributeValue* value = find(write.item, attribute.name);
    if (value == nullptr) {
      fail(i, validation_reason,
           std::string(invalid) + "Missing the key " + attribute.name + " in the item");
    } else if (!has_type(*value, attribute.type)) {
      fail(i, validation_reason,
           std::string(invalid) + "Type mismatch for key " + attribute.name +
               " expected: " + std::string(type_name(attribute.type)) +
               " actual: " + std::string(type_name(value->type())));
    }
  };
  check(key.partition);
  if (key.sort && !is_failed(reasons_[i])) check(*key.sort);
  if (is_failed(reasons_[i])) return;
  PutItemRequest put = insert_request(std::move(write), key);
  put.on_condition_check_failure = request_.statements[i].on_condition_check_failure;
  actions_.emplace_back(std::move(put));
}

Result<void> Transaction::add_keyed(std::size_t i, PreparedWrite write, const KeySchema& key) {
  const bool checks = write.verb == PreparedWrite::Verb::check;
  KeyAndRest taken = take_key(std::move(write.where), key);
  if (checks && (!taken.is_complete(key) || taken.rest.empty())) {
    return refuse(message::exists_form);
  }
  if (!checks && !taken.contradicted.empty()) {
    fail(i, validation_reason, message::several_conditions(taken.contradicted));
    return {};
  }
  if (!taken.is_complete(key) || !fits(taken.key, key)) {
    fail(i, validation_reason, message::key_mismatch);
    return {};
  }
  WriteParts parts{std::move(taken.key), std::move(taken.rest)};
  const auto on_failure = request_.statements[i].on_condition_check_failure;
  const auto add = [&](auto action) {
    action.on_condition_check_failure = on_failure;
    actions_.emplace_back(std::move(action));
  };
  switch (write.verb) {
    case PreparedWrite::Verb::update:
      add(update_request(std::move(write), std::move(parts), key));
      break;
    case PreparedWrite::Verb::check:
      add(check_request(std::move(write), std::move(parts), key));
      break;
    default: add(delete_request(std::move(write), std::move(parts), key));
  }
  return {};
}

Error Transaction::translated(Error error) const {
  if (error.code() != ErrorCode::transaction_canceled) return statement_error(std::move(error));
  std::vector<CancellationReason> reasons = error.detail().cancellation_reasons;
  for (std::size_t i = 0; i < reasons.size() && i < statements_.size(); ++i) {
    CancellationReason& found = reasons[i];
    const bool inserts = std::holds_alternative<Insert>(statements_[i].what);
    if (inserts && found.code == "ConditionalCheckFailed") {
      found.code = "DuplicateItem";
      found.message = std::string(message::duplicate_item);
    } else if (found.code == validation_reason && found.message) {
      found.message = statement_error(Error::validation(*found.message)).message();
    }
  }
  return transaction_canceled(std::move(reasons));
}

Task<Result<ExecuteTransactionResponse>> Transaction::read() {
  TransactGetItemsRequest request;
  request.gets = std::move(gets_);
  request.return_consumed_capacity = request_.return_consumed_capacity;
  auto found = co_await store_.transact_get_items(std::move(request));
  if (!found.ok()) co_return translated(std::move(found).error());
  ExecuteTransactionResponse response;
  for (std::size_t i = 0; i < found->items.size(); ++i) {
    std::optional<Item> item = std::move(found->items[i]);
    if (item) item = selects_[i].project(std::move(*item));
    response.responses.push_back(std::move(item));
  }
  response.consumed = std::move(found->consumed);
  co_return response;
}

Task<Result<ExecuteTransactionResponse>> Transaction::write() {
  TransactWriteItemsRequest request;
  request.actions = std::move(actions_);
  request.client_request_token = request_.client_request_token;
  request.return_consumed_capacity = request_.return_consumed_capacity;
  auto written = co_await store_.transact_write_items(std::move(request));
  if (!written.ok()) co_return translated(std::move(written).error());
  ExecuteTransactionResponse response;
  response.consumed = std::move(written->consumed);
  co_return response;
}

Task<Result<ExecuteTransactionResponse>> Transaction::run() {
  CO_TRY(parse());
  CO_TRY(co_await prepare());
  if (statements_.front().is_read()) co_return co_await read();
  co_return co_await write();
}

}  // namespace

Task<Result<ExecuteTransactionResponse>> execute_transaction(Store& store,
                                                             ExecuteTransactionRequest request) {
  Transaction transaction(store, request);
  co_return co_await transaction.run();
}

}  // namespace isotherm::partiql
