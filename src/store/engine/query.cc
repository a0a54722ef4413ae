// Query: items of one partition key, in the order of the sort key.

#include <utility>

#include "expression/key_condition.h"
#include "store/engine/item_change.h"
#include "store/engine/messages.h"
#include "store/engine/operations.h"
#include "store/engine/page_plan.h"
#include "store/engine/parameter_checks.h"

namespace isotherm::engine {
namespace {

/// The parsed parameters of a Query.
struct ParsedQuery {
  expression::KeyComparisons key;
  std::optional<expression::Condition> filter;
  std::optional<expression::ProjectionPaths> projection;
};

Result<void> check_query_parameters(const QueryRequest& request) {
  // KeyConditions go together with a FilterExpression, not with a KeyConditionExpression.
  const bool key_conditions_clash =
      request.key_conditions.has_value() && request.key_condition_expression.has_value();
  return check_parameters(
      {{"ProjectionExpression", request.projection_expression.has_value()},
       {"FilterExpression", request.filter_expression.has_value()},
       {"KeyConditionExpression", request.key_condition_expression.has_value()}},
      {{"AttributesToGet", request.attributes_to_get.has_value()},
       {"QueryFilter", request.query_filter.has_value()},
       {"ConditionalOperator", request.conditional_operator.has_value()},
       {"KeyConditions", key_conditions_clash}},
      request.placeholders);
}

Result<ParsedQuery> parse(const QueryRequest& request) {
  TRY(check_query_parameters(request));
  ParsedQuery parsed;
  if (request.query_filter) {
    ASSIGN_OR_RETURN(parsed.filter,
                     expression::condition_from_filter(
                         *request.query_filter,
                         request.conditional_operator.value_or(ConditionalOperator::all_of)));
  }
  TRY(check_attributes_to_get(request.attributes_to_get));
  if (!request.key_conditions && !request.key_condition_expression) {
    return messages::no_key_condition();
  }

  expression::PlaceholderScope scope(request.placeholders);
  TRY(scope.check_given(request.key_condition_expression || request.filter_expression ||
                        request.projection_expression));
  if (request.key_condition_expression) {
    ASSIGN_OR_RETURN(parsed.key,
                     expression::parse_key_condition(*request.key_condition_expression, scope));
  }
  if (request.filter_expression) {
    ASSIGN_OR_RETURN(parsed.filter, expression::parse_condition(*request.filter_expression,
                                                                "FilterExpression", scope));
  }
  ASSIGN_OR_RETURN(parsed.projection, parse_projection(request.projection_expression,
                                                       request.attributes_to_get, scope));
  TRY(scope.check_all_used());
  if (request.key_conditions) {
    ASSIGN_OR_RETURN(parsed.key, expression::key_comparisons_from(*request.key_conditions));
  }
  TRY(check_select(request));
  return parsed;
}

/// Record bytes around one value of the sort key, or of the one of its attributes that a condition
/// is about.
class SortBounds {
 public:
  /// `prefix`: the start of every record that the condition may select.
  SortBounds(RecordKey prefix, bool is_index) : is_index_(is_index), prefix_(std::move(prefix)) {}

  /// The first record with the value, and the first after all that have it.
  std::string at(const AttributeValue& value) const {
    RecordKey key = prefix_;
    is_index_ ? key.add_terminated(value) : key.add_sort(value);
    return key.bytes();
  }
  std::string after(const AttributeValue& value) const {
    std::string bytes = at(value);
    if (is_index_) {
      advance_past_prefix(bytes);
    } else {
      bytes.push_back('\0');
    }
    return bytes;
  }
  /// The first record whose value begins so.
  std::string at_prefix(const AttributeValue& value) const {
    RecordKey key = prefix_;
    is_index_ ? key.add_open(value) : key.add_sort(value);
    return key.bytes();
  }

 private:
  bool is_index_;
  RecordKey prefix_;
};

/// The start of every record of the collection.
RecordKey collection(const expression::KeyCondition& condition, const PagePlan& plan) {
  RecordKey key;
  if (condition.more_partition.empty()) {
    key.start(plan.resource(), condition.partition);
    return key;
  }
  std::vector<const AttributeValue*> values{&condition.partition};
  for (const AttributeValue& value : condition.more_partition) values.push_back(&value);
  key.start(plan.resource(), values);
  return key;
}

void set_sort_bounds(const expression::SortKeyCondition& sort, const SortBounds& bounds,
                     PagePlan& plan) {
  using Op = expression::SortKeyOperator;
  switch (sort.op) {
    case Op::eq:
      plan.lower = bounds.at(sort.value);
      plan.upper = bounds.after(sort.value);
      break;
    case Op::lt: plan.upper = bounds.at(sort.value); break;
    case Op::le: plan.upper = bounds.after(sort.value); break;
    case Op::gt: plan.lower = bounds.after(sort.value); break;
    case Op::ge: plan.lower = bounds.at(sort.value); break;
    case Op::between:
      plan.lower = bounds.at(sort.value);
      plan.upper = bounds.after(sort.upper);
      break;
    case Op::begins_with:
      plan.lower = plan.upper = bounds.at_prefix(sort.value);
      advance_past_prefix(plan.upper);
      break;
  }
}

void set_bounds(const expression::KeyCondition& condition, PagePlan& plan) {
  const RecordKey all = collection(condition, plan);
  RecordKey prefix = all;
  for (const AttributeValue& value : condition.leading) prefix.add_terminated(value);
  plan.lower = plan.upper = prefix.bytes();
  advance_past_prefix(plan.upper);
  if (condition.sort) {
    set_sort_bounds(*condition.sort, SortBounds(std::move(prefix), plan.index != nullptr), plan);
  }

  // Of the key space: the whole collection at the upper end, unless the sort key bounds it.
  const std::size_t prefix_length = all.bytes().size();
  const auto sort_part = [&](const std::string& bytes) {
    const bool inside = bytes.compare(0, prefix_length, all.bytes()) == 0;
    return inside ? bytes.substr(prefix_length) : std::string(8, '\xFF');
  };
  plan.first = throughput::KeyPoint(all.hash(), sort_part(plan.lower));
  plan.last = throughput::KeyPoint(all.hash(), sort_part(plan.upper));
}

bool is_of_collection(const Item& start_key, const expression::KeyCondition& condition,
                      const KeySchema& key) {
  bool same = *find(start_key, key.partition.name) == condition.partition;
  for (std::size_t i = 0; i < key.more_partition.size(); ++i) {
    same = same && *find(start_key, key.more_partition[i].name) == condition.more_partition[i];
  }
  return same;
}

bool matches_sort(const Item& start_key, const expression::KeyCondition& condition,
                  const KeySchema& key) {
  for (std::size_t i = 0; i < condition.leading.size(); ++i) {
    if (*find(start_key, key.sort_at(i).name) != condition.leading[i]) return false;
  }
  return condition.matches_sort(*find(start_key, key.sort_at(condition.leading.size()).name));
}

/// A start key must be one that this query can have returned.
Result<void> check_start_in_bounds(const Item& start_key, const expression::KeyCondition& condition,
                                   const KeySchema& key) {
  const bool same_partition = is_of_collection(start_key, condition, key);
  if (!condition.sort) {
    if (!same_partition) return messages::start_key_outside();
    return {};
  }
  if (!matches_sort(start_key, condition, key)) return messages::start_key_against_sort_condition();
  if (!same_partition) return messages::start_key_of_one_row();
  return {};
}

/// The partition key in words.
std::string text_of(const expression::KeyCondition& condition) {
  std::string text = throughput::text_of(condition.partition);
  for (const AttributeValue& value : condition.more_partition) {
    text += ", " + throughput::text_of(value);
  }
  return text;
}

/// A filter may not ask for what the key condition is for.
Result<void> check_filter(const PagePlan& plan, bool legacy) {
  if (!plan.filter) return {};
  for (const expression::Path& path : plan.filter->paths()) {
    if (plan.key().has(path.attribute)) {
      return messages::filter_on_key(legacy, path.attribute);
    }
  }
  return {};
}

}  // namespace

Result<ReadManyResponse> query(Core& core, const QueryRequest& request) {
  ASSIGN_OR_RETURN(ParsedQuery parsed, parse(request));
  ASSIGN_OR_RETURN(PagePlan plan, open_page(core, request));
  plan.forward = request.scan_index_forward;
  plan.filter = std::move(parsed.filter);
  plan.projection = std::move(parsed.projection);
  if (request.exclusive_start_key) TRY(check_start_key(*request.exclusive_start_key, plan, false));
  ASSIGN_OR_RETURN(const expression::KeyCondition condition,
                   expression::bind_key_condition(parsed.key, plan.key(), plan.index != nullptr));
  if (request.exclusive_start_key) {
    TRY(check_start_in_bounds(*request.exclusive_start_key, condition, plan.key()));
  }
  TRY(check_filter(plan, request.query_filter.has_value()));
  TRY(plan_projection(request, plan));

  set_bounds(condition, plan);
  if (request.exclusive_start_key) {
    start_after(start_record(*request.exclusive_start_key, plan), plan);
  }
  plan.key_text = text_of(condition);
  TRY(core.check_read(*plan.table, minimum_charge(plan)));
  return read_page(core, plan);
}

}  // namespace isotherm::engine
