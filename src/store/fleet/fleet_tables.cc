// Fleet: table operations. Every member has the table: what changes it changes it everywhere, and a
// description tells of all of them together.

#include <algorithm>

#include "store/fleet/fleet.h"
#include "store/gather.h"
#include "store/table_names.h"

namespace isotherm::fleet {
namespace {

std::string& table_in(CreateTableRequest& request) { return request.table_name; }
std::string& table_in(DescribeTableRequest& request) { return request.table_name; }
std::string& table_in(UpdateTableRequest& request) { return request.table_name; }
std::string& table_in(DeleteTableRequest& request) { return request.table_name; }
std::string& table_in(UpdateTimeToLiveRequest& request) { return request.table_name; }

/// Runs an operation on every member. The answers are in the order of the members.
template <class Request, class Response>
Task<std::vector<Result<Response>>> on_all(const FleetTable& table, Request request,
                                           Task<Result<Response>> (Store::*operation)(Request),
                                           std::size_t concurrency) {
  std::vector<std::function<Task<Result<Response>>()>> operations;
  for (const Member& member : table.members())
    operations.push_back([&member, &request, operation] {
      Request own = request;
      table_in(own) = member.table;
      return (member.store->*operation)(std::move(own));
    });
  co_return co_await gather<Result<Response>>(std::move(operations), concurrency);
}

/// The first error, as the application knows it.
template <class Response>
std::optional<Error> first_error(const FleetTable& table,
                                 const std::vector<Result<Response>>& answers) {
  for (std::size_t i = 0; i < answers.size(); ++i)
    if (!answers[i].ok()) return table.logical(table.members()[i], answers[i].error());
  return std::nullopt;
}

/// What holds of the whole when it holds of a part: it is active when all are.
template <class Status>
void add_status(Status& whole, Status part) {
  if (whole == Status::active) whole = part;
}

void add_description(TableDescription& whole, const TableDescription& part) {
  add_status(whole.status, part.status);
  whole.size_bytes += part.size_bytes;
  whole.item_count += part.item_count;
  for (LocalSecondaryIndex& index : whole.local_indexes)
    if (const auto* same = part.find_local_index(index.name)) {
      index.size_bytes += same->size_bytes;
      index.item_count += same->item_count;
    }
  for (GlobalSecondaryIndex& index : whole.global_indexes)
    if (const auto* same = part.find_global_index(index.name)) {
      add_status(index.status, same->status);
      index.backfilling = index.backfilling || same->backfilling;
      index.size_bytes += same->size_bytes;
      index.item_count += same->item_count;
    }
}

/// Whether two members have the same keys in the table and in its indexes.
bool is_alike(const TableDescription& a, const TableDescription& b) {
  const auto same_indexes = [](const auto& left, const auto& right) {
    return std::ranges::is_permutation(left, right, [](const auto& one, const auto& other) {
      return one.name == other.name && one.key == other.key && one.projection == other.projection;
    });
  };
  return a.key == b.key && same_indexes(a.local_indexes, b.local_indexes) &&
         same_indexes(a.global_indexes, b.global_indexes);
}

/// One description of all members' tables.
Result<TableDescription> combined(const FleetTable& table,
                                  std::vector<Result<TableDescription>> answers) {
  if (auto error = first_error(table, answers)) return *std::move(error);
  const Member& first = table.members().front();
  TableDescription whole = std::move(answers.front()).value();
  for (std::size_t i = 1; i < answers.size(); ++i) {
    if (!is_alike(whole, *answers[i]))
      return Error::validation("Isotherm: table " + table.name() + " is not alike on " +
                               first.name + " and on " + table.members()[i].name +
                               ": their keys or indexes differ");
    add_description(whole, *answers[i]);
  }
  whole.name = table.name();
  whole.arn = with_name_replaced(whole.arn, first.table, table.name());
  return whole;
}

}  // namespace

Task<Result<TableDescription>> Fleet::create_table(CreateTableRequest request) {
  FleetTable* table = find_table(request.table_name);
  if (table == nullptr) co_return co_await below_.create_table(std::move(request));
  table->forget();
  auto answers =
      co_await on_all(*table, std::move(request), &Store::create_table, options_.concurrency);
  const bool is_partial = std::ranges::any_of(answers, [](const auto& one) { return !one.ok(); });
  for (std::size_t i = 0; is_partial && i < answers.size(); ++i) {
    // Made a moment ago, by this request: it is empty.
    const Member& member = table->members()[i];
    if (answers[i].ok()) (void)co_await member.store->delete_table({member.table});
  }
  co_return combined(*table, std::move(answers));
}

Task<Result<TableDescription>> Fleet::describe_table(DescribeTableRequest request) {
  FleetTable* table = find_table(request.table_name);
  if (table == nullptr) co_return co_await below_.describe_table(std::move(request));
  co_return combined(*table, co_await on_all(*table, std::move(request), &Store::describe_table,
                                             options_.concurrency));
}

Task<Result<TableDescription>> Fleet::update_table(UpdateTableRequest request) {
  FleetTable* table = find_table(request.table_name);
  if (table == nullptr) co_return co_await below_.update_table(std::move(request));
  table->forget();
  co_return combined(*table, co_await on_all(*table, std::move(request), &Store::update_table,
                                             options_.concurrency));
}

Task<Result<TableDescription>> Fleet::delete_table(DeleteTableRequest request) {
  FleetTable* table = find_table(request.table_name);
  if (table == nullptr) co_return co_await below_.delete_table(std::move(request));
  table->forget();
  co_return combined(*table, co_await on_all(*table, std::move(request), &Store::delete_table,
                                             options_.concurrency));
}

// The fleet's tables come first, since a store promises no order of its own.
Task<Result<ListTablesResponse>> Fleet::list_tables(ListTablesRequest request) {
  constexpr std::int64_t page = 100;
  const std::int64_t most = request.limit.value_or(page);
  const auto& start = request.exclusive_start_table_name;
  const bool is_past_fleet = start && find_table(*start) == nullptr;
  if (is_past_fleet || most < 1 || most > page) co_return co_await list_below(std::move(request));
  ListTablesResponse answer;
  for (auto at = start ? tables_.upper_bound(*start) : tables_.begin(); at != tables_.end(); ++at) {
    if (std::ssize(answer.table_names) == most) {
      answer.last_evaluated_table_name = answer.table_names.back();
      co_return answer;
    }
    const auto there = co_await at->second->description();
    if (there.ok()) answer.table_names.push_back(at->first);
    if (!there.ok() && there.error().code() != ErrorCode::resource_not_found)
      co_return there.error();
  }
  request.exclusive_start_table_name.reset();
  request.limit = std::max<std::int64_t>(1, most - std::ssize(answer.table_names));
  CO_ASSIGN_OR_RETURN(ListTablesResponse below, co_await list_below(std::move(request)));
  if (std::ssize(answer.table_names) == most) {
    if (!below.table_names.empty() || below.last_evaluated_table_name)
      answer.last_evaluated_table_name = answer.table_names.back();
    co_return answer;
  }
  answer.table_names.insert(answer.table_names.end(), below.table_names.begin(),
                            below.table_names.end());
  answer.last_evaluated_table_name = std::move(below.last_evaluated_table_name);
  co_return answer;
}

// The places of the fleet's own tables are not the application's to see. So that a cursor is never
// one of them, a page ends with a name that is shown.
Task<Result<ListTablesResponse>> Fleet::list_below(ListTablesRequest request) {
  for (;;) {
    CO_ASSIGN_OR_RETURN(ListTablesResponse page, co_await below_.list_tables(request));
    std::erase_if(page.table_names, [this](const std::string& name) { return is_place(name); });
    if (!page.last_evaluated_table_name) co_return page;
    if (!page.table_names.empty()) {
      page.last_evaluated_table_name = page.table_names.back();
      co_return page;
    }
    request.exclusive_start_table_name = std::move(page.last_evaluated_table_name);
  }
}

bool Fleet::is_place(std::string_view table_below) const {
  return std::ranges::any_of(tables_, [&](const auto& table) {
    return std::ranges::any_of(table.second->members(), [&](const Member& member) {
      return member.store == &below_ && member.table == table_below;
    });
  });
}

Task<Result<UpdateTimeToLiveResponse>> Fleet::update_time_to_live(UpdateTimeToLiveRequest request) {
  FleetTable* table = find_table(request.table_name);
  if (table == nullptr) co_return co_await below_.update_time_to_live(std::move(request));
  auto answers = co_await on_all(*table, std::move(request), &Store::update_time_to_live,
                                 options_.concurrency);
  if (auto error = first_error(*table, answers)) co_return *std::move(error);
  co_return std::move(answers.front());
}

Task<Result<DescribeTimeToLiveResponse>> Fleet::describe_time_to_live(
    DescribeTimeToLiveRequest request) {
  FleetTable* table = find_table(request.table_name);
  if (table == nullptr) co_return co_await below_.describe_time_to_live(std::move(request));
  const Member& first = table->members().front();
  request.table_name = first.table;
  auto answer = co_await first.store->describe_time_to_live(std::move(request));
  if (!answer.ok()) co_return table->logical(first, std::move(answer).error());
  co_return answer;
}

}  // namespace isotherm::fleet
