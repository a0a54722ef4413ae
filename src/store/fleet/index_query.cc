#include "store/fleet/index_query.h"

#include <algorithm>

#include "expression/key_condition.h"
#include "expression/legacy.h"
#include "scatter/range_query.h"

namespace isotherm::fleet {
namespace {

struct Parsed {
  expression::KeyCondition key;
  std::optional<expression::Condition> filter;
  std::optional<expression::ProjectionPaths> projection;
};

Result<Parsed> parse(const KeySchema& key, const QueryRequest& request) {
  Parsed parsed;
  expression::PlaceholderScope scope(request.placeholders);
  expression::KeyComparisons comparisons;
  if (request.key_condition_expression) {
    ASSIGN_OR_RETURN(comparisons,
                     expression::parse_key_condition(*request.key_condition_expression, scope));
  } else if (request.key_conditions) {
    ASSIGN_OR_RETURN(comparisons, expression::key_comparisons_from(*request.key_conditions));
  }
  if (request.filter_expression) {
    ASSIGN_OR_RETURN(parsed.filter, expression::parse_condition(*request.filter_expression,
                                                                "FilterExpression", scope));
  } else if (request.query_filter) {
    const auto op = request.conditional_operator.value_or(ConditionalOperator::all_of);
    ASSIGN_OR_RETURN(parsed.filter, expression::condition_from_filter(*request.query_filter, op));
  }
  if (request.projection_expression) {
    ASSIGN_OR_RETURN(parsed.projection,
                     expression::parse_projection(*request.projection_expression, scope));
  } else if (request.attributes_to_get) {
    ASSIGN_OR_RETURN(parsed.projection, expression::projection_from(*request.attributes_to_get));
  }
  ASSIGN_OR_RETURN(parsed.key, expression::bind_key_condition(comparisons, key, true));
  return parsed;
}

/// Where a cursor stands: on which member, and at which sort key.
struct Position {
  MemberIndex member = 0;
  std::optional<AttributeValue> sort;
};

Result<std::optional<Position>> position_of(const FleetTable& table,
                                            const TableDescription& description,
                                            const KeySchema& key, const QueryRequest& request) {
  const auto& cursor = request.exclusive_start_key;
  if (!cursor) return std::optional<Position>();
  ASSIGN_OR_RETURN(const auto owner, table.reader_of(*cursor, description.key));
  Position position{owner.value_or(0), std::nullopt};
  if (key.sort)
    if (const AttributeValue* sort = find(*cursor, key.sort->name)) position.sort = *sort;
  return std::optional<Position>(std::move(position));
}

/// What is left of one member's entries behind the position. Nothing: it is finished.
std::optional<scatter::KeyRange> rest_on(MemberIndex member, const scatter::KeyRange& range,
                                         const std::optional<Position>& position, bool forward) {
  if (!position || position->member == member) return range.expressible();
  const bool comes_before = forward == (member < position->member);
  return scatter::rest_of(range, position->sort,
                          comes_before ? scatter::Beside::before : scatter::Beside::behind,
                          forward);
}

/// The request without what the page does: limit, filter, projection, and where to start.
QueryRequest of_all_entries(const QueryRequest& request) {
  QueryRequest all;
  all.index_name = request.index_name;
  all.scan_index_forward = request.scan_index_forward;
  all.return_consumed_capacity = request.return_consumed_capacity;
  return all;
}

Task<Result<ReadManyResponse>> ask(const FleetTable& table, const Member& member,
                                   QueryRequest request) {
  auto answer = co_await member.store->query(std::move(request));
  if (!answer.ok()) co_return table.logical(member, std::move(answer).error());
  co_return answer;
}

/// The cursor on an entry: its keys in the index and in the table.
Item cursor_on(const Item& entry, const KeySchema& index_key, const KeySchema& table_key) {
  Item cursor = key_of(entry, index_key);
  for (auto& [name, value] : key_of(entry, table_key)) cursor.emplace(name, value);
  return cursor;
}

}  // namespace

Result<IndexQuery> plan_index_query(const FleetTable& table, const TableDescription& description,
                                    const GlobalSecondaryIndex& index,
                                    const QueryRequest& request) {
  const KeySchema& key = index.key;
  if (key.is_compound())
    return Error::validation("Isotherm: index " + index.name + " of table " + table.name() +
                             " has a key of several attributes; such indexes are not queried over "
                             "several stores");
  ASSIGN_OR_RETURN(Parsed parsed, parse(key, request));
  ASSIGN_OR_RETURN(const auto position, position_of(table, description, key, request));
  const scatter::KeyRange range = scatter::KeyRange::of(parsed.key.sort);
  const bool forward = request.scan_index_forward;

  IndexQuery query;
  query.scatter.name = index.name;
  query.scatter.forward = forward;
  query.scatter.limit = request.limit;
  if (key.sort) query.scatter.sort_key = key.sort->name;
  if (index.item_count > 0 && index.size_bytes > 0)
    query.scatter.entry_bytes = static_cast<std::size_t>(index.size_bytes / index.item_count) + 1;
  for (MemberIndex i = 0; i < table.members().size(); ++i) {
    const MemberIndex at = forward ? i : table.members().size() - 1 - i;
    const auto rest = rest_on(at, range, position, forward);
    if (!rest) continue;
    const Member& member = table.members()[at];
    QueryRequest strand = of_all_entries(request);
    strand.table_name = member.table;
    if (position && position->member == at)
      strand.exclusive_start_key = request.exclusive_start_key;
    scatter::set_key_condition(strand, key.partition.name, parsed.key.partition,
                               key.sort ? key.sort->name : std::string(), *rest);
    query.scatter.strands.push_back({std::move(strand), [&table, &member](QueryRequest asked) {
                                       return ask(table, member, std::move(asked));
                                     }});
  }
  query.rules = {request.limit, std::move(parsed.filter), std::move(parsed.projection),
                 request.select == Select::count,
                 [&key, &description](const Item& entry, std::size_t) {
                   return cursor_on(entry, key, description.key);
                 }};
  return query;
}

}  // namespace isotherm::fleet
