// Fleet: transactions. Those whose items all lie in one store run there; no store can make one over
// several atomic, so the others are refused.

#include "store/fleet/consumed.h"
#include "store/fleet/fleet.h"

namespace isotherm::fleet {
namespace {

/// Where the actions of a transaction go.
struct Destination {
  Store* store = nullptr;
  /// Of each action: its table and member; nullptr: a table of the store below.
  std::vector<const FleetTable*> tables;
  std::vector<const Member*> members;
};

Error over_several_stores(std::string_view first, std::string_view second) {
  return Error::validation("Isotherm: this transaction has items in two stores (" +
                           std::string(first) + " and " + std::string(second) +
                           "), which cannot be changed or read as one. Choose keys that lie "
                           "together, or do without the transaction");
}

const Item& key_in(const TransactGet& get) { return get.key; }
const Item& key_in(const TransactWriteAction& action) {
  return std::visit(
      [](const auto& request) -> const Item& {
        if constexpr (requires { request.item; })
          return request.item;
        else
          return request.key;
      },
      action);
}

std::string& table_in(TransactGet& get) { return get.table_name; }
std::string& table_in(TransactWriteAction& action) {
  return std::visit([](auto& request) -> std::string& { return request.table_name; }, action);
}

/// Finds the store of all actions, and gives the actions their tables' names there.
template <class Action>
Task<Result<Destination>> turn(Store& below, auto find_table, std::vector<Action>& actions) {
  Destination destination;
  std::string first_name;
  for (Action& action : actions) {
    FleetTable* table = find_table(table_in(action));
    const Member* member = nullptr;
    if (table != nullptr) {
      CO_ASSIGN_OR_RETURN(const DescriptionPtr description, co_await table->description());
      constexpr bool reads = std::is_same_v<Action, TransactGet>;
      CO_ASSIGN_OR_RETURN(const auto owner,
                          reads ? table->reader_of(key_in(action), description->key)
                                : table->writer_of(key_in(action), description->key));
      member = &table->members()[owner.value_or(0)];
      table_in(action) = member->table;
    }
    Store* store = member == nullptr ? &below : member->store;
    const std::string name = member == nullptr ? "the default store" : member->name;
    if (destination.store != nullptr && destination.store != store)
      co_return over_several_stores(first_name, name);
    if (destination.store == nullptr) first_name = name;
    destination.store = store;
    destination.tables.push_back(table);
    destination.members.push_back(member);
  }
  if (destination.store == nullptr) destination.store = &below;
  co_return destination;
}

/// The answer with the application's table names.
template <class Response>
Result<Response> logical(const Destination& destination, Result<Response> answer) {
  for (std::size_t i = 0; i < destination.tables.size(); ++i) {
    const FleetTable* table = destination.tables[i];
    if (table == nullptr) continue;
    const Member& member = *destination.members[i];
    if (!answer.ok()) {
      answer = table->logical(member, std::move(answer).error());
      continue;
    }
    for (ConsumedCapacity& consumed : answer->consumed)
      if (consumed.table_name == member.table) consumed = table->logical(std::move(consumed));
    if constexpr (requires { answer->item_collection_metrics; }) {
      auto& metrics = answer->item_collection_metrics;
      if (member.table == table->name()) continue;
      if (auto node = metrics.extract(member.table)) {
        node.key() = table->name();
        metrics.insert(std::move(node));
      }
    }
  }
  if (answer.ok()) answer->consumed = summed(std::move(answer->consumed));
  return answer;
}

}  // namespace

Task<Result<TransactGetItemsResponse>> Fleet::transact_get_items(TransactGetItemsRequest request) {
  const auto find = [this](std::string_view name) { return find_table(name); };
  CO_ASSIGN_OR_RETURN(const Destination destination, co_await turn(below_, find, request.gets));
  co_return logical(destination,
                    co_await destination.store->transact_get_items(std::move(request)));
}

Task<Result<TransactWriteItemsResponse>> Fleet::transact_write_items(
    TransactWriteItemsRequest request) {
  const auto find = [this](std::string_view name) { return find_table(name); };
  CO_ASSIGN_OR_RETURN(const Destination destination, co_await turn(below_, find, request.actions));
  co_return logical(destination,
                    co_await destination.store->transact_write_items(std::move(request)));
}

}  // namespace isotherm::fleet
