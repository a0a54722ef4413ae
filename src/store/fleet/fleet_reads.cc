// Fleet: Query of a table, and Scan.

#include <algorithm>
#include <cmath>

#include "expression/key_condition.h"
#include "expression/legacy.h"
#include "model/limits.h"
#include "scatter/run_scatter.h"
#include "store/fleet/fleet.h"
#include "store/fleet/index_query.h"
#include "store/gather.h"

namespace isotherm::fleet {
namespace {

/// The partition key that a query asks for; nothing: its key condition is not one.
std::optional<Item> asked_partition(const QueryRequest& request, const KeySchema& key) {
  expression::KeyComparisons comparisons;
  if (request.key_condition_expression) {
    expression::PlaceholderScope scope(request.placeholders);
    auto parsed = expression::parse_key_condition(*request.key_condition_expression, scope);
    if (!parsed.ok()) return std::nullopt;
    comparisons = std::move(parsed).value();
  } else if (request.key_conditions) {
    auto parsed = expression::key_comparisons_from(*request.key_conditions);
    if (!parsed.ok()) return std::nullopt;
    comparisons = std::move(parsed).value();
  }
  for (const auto& [attribute, condition] : comparisons)
    if (attribute == key.partition.name && condition.op == expression::SortKeyOperator::eq)
      return Item{{attribute, condition.value}};
  return std::nullopt;
}

Error stray_item(const FleetTable& table, const Member& member) {
  return Error::internal("Isotherm: " + member.table + " of member " + member.name +
                         " has an item that the placement of table " + table.name() +
                         " puts somewhere else; a scan cannot go on from it");
}

/// A scan on its way from member to member, as one page.
class ScanPage {
 public:
  explicit ScanPage(const ScanRequest& request)
      : limit_(request.limit), bytes_of_unit_(request.consistent_read ? unit : 2 * unit) {}

  /// How much to ask of the next member. Every member's part ends in a cursor of the store's, and
  /// so does the page: a member is never asked for less than an item.
  std::optional<std::int64_t> next_limit() const {
    std::optional<std::int64_t> most;
    if (limit_) most = std::max<std::int64_t>(1, *limit_ - whole_.scanned_count);
    if (whole_.scanned_count == 0) return most;
    const double each = std::max(1.0, bytes() / static_cast<double>(whole_.scanned_count));
    const double left = static_cast<double>(limits::page_bytes_max) - bytes();
    const auto fitting = std::max<std::int64_t>(1, std::llround(left / each));
    return most ? std::min(*most, fitting) : fitting;
  }

  void add(ReadManyResponse part) {
    whole_.items.insert(whole_.items.end(), std::make_move_iterator(part.items.begin()),
                        std::make_move_iterator(part.items.end()));
    whole_.show_items = part.show_items;
    whole_.count += part.count;
    whole_.scanned_count += part.scanned_count;
    whole_.last_evaluated_key = std::move(part.last_evaluated_key);
    whole_.consumed += part.consumed;
  }
  bool has_cursor() const { return whole_.last_evaluated_key.has_value(); }
  const Item& cursor() const { return *whole_.last_evaluated_key; }
  ReadManyResponse take() && { return std::move(whole_); }

 private:
  static constexpr double unit = limits::read_unit_bytes;
  /// About how many bytes were evaluated: what was filtered out shows only in the units.
  double bytes() const { return whole_.consumed.total().read_units * bytes_of_unit_; }

  ReadManyResponse whole_;
  std::optional<std::int64_t> limit_;
  double bytes_of_unit_;
};

}  // namespace

Task<Result<ReadManyResponse>> Fleet::query(QueryRequest request) {
  FleetTable* table = find_table(request.table_name);
  if (table == nullptr) co_return co_await below_.query(std::move(request));
  CO_ASSIGN_OR_RETURN(const DescriptionPtr description, co_await table->description());
  const GlobalSecondaryIndex* index =
      request.index_name ? description->find_global_index(*request.index_name) : nullptr;
  if (index != nullptr && table->members().size() > 1)
    co_return co_await query_index(*table, *description, *index, std::move(request));
  std::optional<MemberIndex> owner;
  if (const auto partition = asked_partition(request, description->key)) {
    CO_ASSIGN_OR_RETURN(owner, table->reader_of(*partition, description->key));
  }
  co_return co_await query_member(*table, owner.value_or(0), std::move(request));
}

Task<Result<ReadManyResponse>> Fleet::query_member(const FleetTable& table, MemberIndex owner,
                                                   QueryRequest request) {
  const Member& member = table.members()[owner];
  request.table_name = member.table;
  Result<ReadManyResponse> answer = co_await member.store->query(std::move(request));
  if (!answer.ok()) co_return table.logical(member, std::move(answer).error());
  answer->consumed = table.logical(std::move(answer->consumed));
  co_return answer;
}

// One member is asked for one entry as the client asked: it refuses what is wrong with the request,
// in the store's own words.
Task<Result<ReadManyResponse>> Fleet::query_index(const FleetTable& table,
                                                  const TableDescription& description,
                                                  const GlobalSecondaryIndex& index,
                                                  QueryRequest request) {
  QueryRequest trial = request;
  if (!trial.limit || *trial.limit > 1) trial.limit = 1;
  auto plan = plan_index_query(table, description, index, request);
  if (!plan.ok()) {
    auto refused = co_await query_member(table, 0, std::move(trial));
    co_return refused.ok() ? std::move(plan).error() : std::move(refused).error();
  }
  using Answer = Result<ReadManyResponse>;
  std::vector<std::function<Task<Answer>()>> both;
  both.push_back([&] { return query_member(table, 0, trial); });
  both.push_back([&] {
    return scatter::run_scatter(std::move(plan->scatter), std::move(plan->rules),
                                options_.concurrency);
  });
  std::vector<Answer> answers = co_await gather<Answer>(std::move(both), 2);
  if (!answers[0].ok()) co_return std::move(answers[0]);
  if (!answers[1].ok()) co_return std::move(answers[1]);
  answers[1]->consumed += answers[0]->consumed;
  answers[1]->consumed = table.logical(std::move(answers[1]->consumed));
  co_return std::move(answers[1]);
}

// One member after the other; which one a cursor is in follows from its table key.
Task<Result<ReadManyResponse>> Fleet::scan(ScanRequest request) {
  FleetTable* table = find_table(request.table_name);
  if (table == nullptr) co_return co_await below_.scan(std::move(request));
  CO_ASSIGN_OR_RETURN(const DescriptionPtr description, co_await table->description());
  MemberIndex at = 0;
  if (request.exclusive_start_key) {
    CO_ASSIGN_OR_RETURN(const auto owner,
                        table->reader_of(*request.exclusive_start_key, description->key));
    at = owner.value_or(0);
  }
  // The units tell how much was evaluated.
  if (request.return_consumed_capacity == ReturnConsumedCapacity::none)
    request.return_consumed_capacity = ReturnConsumedCapacity::total;
  ScanPage page(request);
  for (;; ++at) {
    const Member& member = table->members()[at];
    ScanRequest part = request;
    part.table_name = member.table;
    part.limit = page.next_limit();
    auto answer = co_await member.store->scan(std::move(part));
    if (!answer.ok()) co_return table->logical(member, std::move(answer).error());
    page.add(std::move(answer).value());
    if (page.has_cursor()) {
      CO_ASSIGN_OR_RETURN(const auto owner, table->reader_of(page.cursor(), description->key));
      if (owner != at) co_return stray_item(*table, member);
      break;
    }
    if (at + 1 == table->members().size()) break;
    request.exclusive_start_key.reset();
  }
  ReadManyResponse whole = std::move(page).take();
  whole.consumed = table->logical(std::move(whole.consumed));
  co_return whole;
}

}  // namespace isotherm::fleet
