// TransactWriteItems: up to 100 puts, updates, deletes and checks of items of several tables, all
// or none.
//
//   life of a transaction: parse ─> open tables ─> check keys ─> lock token ─> written before? ─>
//       lock items ─> read, evaluate, plan each ─> charge each ─> one batch to the log ─> unlock
//
// 1. What is wrong without looking at a table, and an empty key, is a ValidationException.
// 2. A key, or a value of an index key, that does not fit its table cancels the transaction: the
//    first action has the reason, no other is looked at. Two actions on one item come after it.
// 3. What only the items can tell (conditions, what an update does to an item, throughput) is asked
//    of every action, and every action has its reason.
//
// Other writes of the same items wait for the locks, which are held for the time of a write to the
// log. So a conflict is never an error here, as it may be of the service (TransactionConflict):
// whoever comes second sees what the first has done.

#include <algorithm>
#include <utility>

#include "model/cancellation.h"
#include "model/limits.h"
#include "store/engine/item_write.h"
#include "store/engine/key_checks.h"
#include "store/engine/messages.h"
#include "store/engine/operations.h"
#include "store/engine/parameter_checks.h"
#include "store/engine/transaction_items.h"
#include "store/transaction_fingerprint.h"

namespace isotherm::engine {
namespace {

// Units of a transaction are twice those of a single write [DG:read-write-operations], but not
// those of indexes [measured; see docs/compatibility.md].
constexpr double unit_factor = 2;

struct Action {
  explicit Action(ItemWrite parsed) : write(std::move(parsed)) {}

  ItemWrite write;
  bool only_checks = false;
  TablePtr table;
  RecordKey record;
  Versions versions;
  /// Absent: it only checks.
  std::optional<ChangePlan> plan;
};

Result<std::vector<Action>> parse(const TransactWriteItemsRequest& request) {
  std::vector<Action> actions;
  actions.reserve(request.actions.size());
  std::size_t bytes = 0;
  for (const TransactWriteAction& one : request.actions) {
    ASSIGN_OR_RETURN(ItemWrite write, std::visit([](const auto& r) { return prepare(r); }, one));
    bytes += size_bytes(*write.key);
    Action& action = actions.emplace_back(std::move(write));
    action.only_checks = std::holds_alternative<ConditionCheckRequest>(one);
  }
  if (bytes > limits::transaction_bytes_max) return messages::transaction_too_large();
  return actions;
}

Result<void> check_keys(std::vector<Action>& actions) {
  for (std::size_t i = 0; i < actions.size(); ++i) {
    Action& action = actions[i];
    if (Result<void> fits = action.write.check(action.write, *action.table); !fits.ok()) {
      if (precedes_transaction(fits.error())) return fits;
      return transaction_canceled_by(i, actions.size(), std::move(fits).error());
    }
    action.record = item_key(action.table->id, action.table->description.key, *action.write.key);
  }
  std::vector<std::string_view> records;
  records.reserve(actions.size());
  for (const Action& action : actions) records.push_back(action.record.bytes());
  return check_distinct(std::move(records));
}

std::vector<std::size_t> stripes_of(const std::vector<Action>& actions) {
  std::vector<std::size_t> stripes;
  stripes.reserve(actions.size());
  for (const Action& action : actions) {
    stripes.push_back(ItemLocks::stripe_of(action.record.bytes()));
  }
  std::sort(stripes.begin(), stripes.end());
  stripes.erase(std::unique(stripes.begin(), stripes.end()), stripes.end());
  return stripes;
}

std::vector<ConsumedCapacity> by_table(std::map<std::string, ConsumedCapacity> consumed) {
  std::vector<ConsumedCapacity> tables;
  for (auto& [name, capacity] : consumed) {
    capacity.table_name = name;
    tables.push_back(std::move(capacity));
  }
  return tables;
}

/// A transaction whose items are locked.
class Transaction {
 public:
  Transaction(Core& core, const TransactWriteItemsRequest& request, std::vector<Action>& actions)
      : core_(core), request_(request), actions_(actions), outcomes_(actions.size()) {}

  /// Reads, evaluates and plans every action, then charges it.
  Result<void> prepare_all();
  /// `stands_for` is the fingerprint of a request with a token.
  Result<TransactWriteItemsResponse> write(const std::string& stands_for);

 private:
  Result<void> prepare(std::size_t index);
  Result<void> fail(std::size_t index, Error error);
  double check_units(const Action& action) const {
    return unit_factor * write_units(action.versions.before_bytes);
  }
  Result<void> admit(const Action& action);
  TransactWriteItemsResponse response();

  Core& core_;
  const TransactWriteItemsRequest& request_;
  std::vector<Action>& actions_;
  Outcomes outcomes_;
  std::size_t bytes_ = 0;
  rocksdb::WriteBatch batch_;
};

/// An error that is of the action alone cancels the transaction, any other ends it at once.
Result<void> Transaction::fail(std::size_t index, Error error) {
  if (error.code() == ErrorCode::internal || precedes_transaction(error)) return error;
  outcomes_.fail(index, std::move(error));
  return {};
}

Result<void> Transaction::prepare(std::size_t index) {
  Action& action = actions_[index];
  ASSIGN_OR_RETURN(action.versions, read_before(core_, action.write, *action.table, action.record));
  const WriteTarget target{*action.table, action.record, unit_factor};
  if (!condition_holds(action.write, action.versions)) {
    return fail(index, failed_condition(core_, action.write, target, action.versions));
  }
  if (!action.only_checks) {
    Result<ChangePlan> plan = plan_change(core_, action.write, target, action.versions, batch_);
    if (!plan.ok()) return fail(index, std::move(plan).error());
    action.plan.emplace(std::move(plan).value());
  }
  bytes_ += std::max(action.versions.before_bytes, action.versions.after_bytes);
  return {};
}

Result<void> Transaction::admit(const Action& action) {
  const throughput::Charge charge{&action.table->load->table.resource,
                                  position_of(action.record.bytes()),
                                  check_units(action),
                                  {}};
  return core_.admit_write(*action.table, {&charge, 1});
}

Result<void> Transaction::prepare_all() {
  for (std::size_t i = 0; i < actions_.size(); ++i) TRY(prepare(i));
  if (bytes_ > limits::transaction_bytes_max) return messages::transaction_too_large();
  // Also a transaction that is cancelled has cost what it prepared.
  for (std::size_t i = 0; i < actions_.size(); ++i) {
    if (outcomes_.failed(i)) continue;
    Action& action = actions_[i];
    Result<void> admitted = action.plan ? action.plan->admit(core_, *action.table) : admit(action);
    if (!admitted.ok()) TRY(fail(i, std::move(admitted).error()));
  }
  if (outcomes_.cancelled()) return std::move(outcomes_).error();
  return {};
}

TransactWriteItemsResponse Transaction::response() {
  TransactWriteItemsResponse response;
  std::map<std::string, ConsumedCapacity> consumed;
  for (const Action& action : actions_) {
    const std::string& name = action.table->description.name;
    if (!action.plan) {
      consumed[name].table.write_units += check_units(action);
      continue;
    }
    consumed[name] += action.plan->consumed();
    if (request_.return_item_collection_metrics == ReturnItemCollectionMetrics::none) continue;
    auto metrics = collection_metrics(core_, *action.table, *action.write.key);
    if (metrics) response.item_collection_metrics[name].push_back(std::move(*metrics));
  }
  response.consumed = by_table(std::move(consumed));
  return response;
}

Result<TransactWriteItemsResponse> Transaction::write(const std::string& stands_for) {
  if (request_.client_request_token) {
    WrittenTransaction written{stands_for, {}};
    for (const Action& action : actions_) {
      const Versions& versions = action.versions;
      written.read_units[action.table->description.name] +=
          unit_factor * read_units(std::max(versions.before_bytes, versions.after_bytes), true);
    }
    core_.request_tokens().put(*request_.client_request_token, written, batch_);
  }
  TRY(core_.database().write(batch_));
  for (const Action& action : actions_) {
    if (action.plan) action.plan->apply(core_, *action.table);
  }
  return response();
}

/// What a client is told that asks for a transaction again: the cost of reading its items.
TransactWriteItemsResponse repeated(const WrittenTransaction& written) {
  TransactWriteItemsResponse response;
  for (const auto& [table, units] : written.read_units) {
    ConsumedCapacity& consumed = response.consumed.emplace_back();
    consumed.table_name = table;
    consumed.table.read_units = units;
  }
  return response;
}

bool all_current(const std::vector<Action>& actions) {
  return std::all_of(actions.begin(), actions.end(),
                     [](const Action& action) { return action.table->is_current(); });
}

}  // namespace

Result<ItemWrite> prepare(const ConditionCheckRequest& request) {
  TRY(check_parameters({{"ConditionExpression", request.condition_expression.has_value()}}, {},
                       request.placeholders));
  ItemWrite write(request);
  expression::PlaceholderScope scope(request.placeholders);
  TRY(scope.check_given(request.condition_expression.has_value()));
  ASSIGN_OR_RETURN(write.condition, parse_condition(request, scope));
  TRY(scope.check_all_used());
  write.key = &request.key;
  write.check = [](const ItemWrite& check, const Table& table) -> Result<void> {
    TRY(check_key(*check.key, table.description.key));
    if (check.condition) TRY(check_key_paths(check.condition->paths(), table));
    return {};
  };
  return write;
}

Result<TransactWriteItemsResponse> transact_write_items(Core& core,
                                                        const TransactWriteItemsRequest& request) {
  ASSIGN_OR_RETURN(std::vector<Action> actions, parse(request));
  std::string stands_for;
  if (request.client_request_token) {
    stands_for = request.token_fingerprint ? *request.token_fingerprint : fingerprint(request);
  }
  while (true) {
    for (Action& action : actions) {
      ASSIGN_OR_RETURN(action.table, core.tables().open(action.write.request.table_name));
    }
    TRY(check_keys(actions));
    std::unique_lock<std::mutex> token_lock;
    if (request.client_request_token) {
      token_lock = core.request_tokens().lock(*request.client_request_token);
      ASSIGN_OR_RETURN(const std::optional<WrittenTransaction> written,
                       core.request_tokens().find(*request.client_request_token));
      if (written && written->fingerprint != stands_for) {
        return messages::idempotent_parameter_mismatch();
      }
      if (written) return repeated(*written);
    }
    const auto locks = core.item_locks().lock(stripes_of(actions));
    if (!all_current(actions)) continue;
    Transaction transaction(core, request, actions);
    TRY(transaction.prepare_all());
    return transaction.write(stands_for);
  }
}

}  // namespace isotherm::engine
