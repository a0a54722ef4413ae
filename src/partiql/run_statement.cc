#include "partiql/run_statement.h"

#include <algorithm>

#include "model/error_detail.h"
#include "partiql/messages.h"
#include "partiql/table.h"

namespace isotherm::partiql {
namespace {

Error refuse(std::string_view text) { return Error::validation(std::string(text)); }

/// The name of an expression's kind as the service says it of a statement that is none.
std::string_view operation_name(const Expression& expression) {
  if (expression.kind == ExpressionKind::call) return "Call";
  if (expression.kind == ExpressionKind::name) return "Id";
  return kind_name(expression);
}

std::uint32_t java_hash(std::string_view text) {
  std::uint32_t hash = 0;
  for (const char c : text) hash = 31 * hash + static_cast<unsigned char>(c);
  return hash;
}

// The service lists these names in the order of a Java HashSet.
void sort_like_java(std::vector<std::string>& names) {
  std::size_t buckets = 16;
  while (4 * names.size() > 3 * buckets) buckets *= 2;
  std::vector<std::pair<std::size_t, std::size_t>> places;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::uint32_t hash = java_hash(names[i]);
    places.emplace_back((hash ^ hash >> 16) & (buckets - 1), i);
  }
  std::ranges::sort(places);
  std::vector<std::string> sorted;
  sorted.reserve(places.size());
  for (const auto& [bucket, i] : places) sorted.push_back(std::move(names[i]));
  names = std::move(sorted);
}

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

/// What an index does not hold of the attributes that the statement names.
Result<void> check_projection(const PlannedSelect& planned, const AccessPath& access) {
  const std::string& index = *planned.select.from.index;
  const auto is_missing = [&](const std::string& attribute) {
    return !is_projected(access, planned.table.key, attribute);
  };
  const Read& first = planned.plan.reads.front();
  if (planned.plan.is_keyed() && first.filter) {
    std::vector<std::string> missing;
    for_each_path(*first.filter, [&](const expression::Path& path) {
      if (is_missing(path.attribute)) add_once(missing, path.attribute);
    });
    sort_like_java(missing);
    if (!missing.empty()) return refuse(message::unprojected_filter(index, missing));
  }
  if (!access.is_global) return {};
  std::string names;
  for (const std::string& attribute : planned.select.attributes()) {
    if (is_missing(attribute)) names += (names.empty() ? "" : ", ") + attribute;
  }
  if (names.empty()) return {};
  return refuse("One or more parameter values were invalid: Global secondary index " + index +
                " does not project [" + names + "]");
}

Task<Result<WriteItemResponse>> insert(Store& store, PreparedWrite write, const KeySchema& key,
                                       WriteOptions options) {
  PutItemRequest request = insert_request(std::move(write), key);
  request.return_consumed_capacity = options.capacity;
  request.on_condition_check_failure = options.on_failure;
  auto response = co_await store.put_item(std::move(request));
  if (response.ok()) co_return response;
  if (response.error().code() != ErrorCode::conditional_check_failed) {
    co_return statement_error(std::move(response).error());
  }
  Error duplicate(ErrorCode::duplicate_item, std::string(message::duplicate_item));
  if (response.error().detail().item) {
    duplicate.mutable_detail().item = response.error().detail().item;
  }
  co_return duplicate;
}

template <class Request>
Request with_options(Request request, WriteOptions options) {
  request.return_consumed_capacity = options.capacity;
  request.on_condition_check_failure = options.on_failure;
  return request;
}

}  // namespace

Result<Statement> parse_checked(const std::string& text,
                                const std::vector<AttributeValue>& parameters) {
  ASSIGN_OR_RETURN(Statement statement, parse_statement(text));
  if (const auto* bare = std::get_if<Bare>(&statement.what)) {
    return refuse(message::unsupported_operation(operation_name(bare->expression)));
  }
  if (statement.objection) return refuse(*statement.objection);
  if (statement.parameters != parameters.size()) return refuse(message::parameter_count);
  return statement;
}

Task<Result<PlannedSelect>> plan_select(Store& store, const Select& select, Context context,
                                        SelectOptions options, TableSeen& seen) {
  PlannedSelect planned;
  CO_ASSIGN_OR_RETURN(planned.select, prepare_select(select, context));
  auto table = co_await describe(store, planned.select.from.table);
  if (!table.ok()) co_return std::move(table).error();
  planned.table = std::move(*table);
  seen.name = planned.table.name;

  const std::optional<std::string>& index = planned.select.from.index;
  const auto access = find_access_path(planned.table, index);
  if (!access) co_return refuse(message::no_such_index);
  if (access->key.is_compound()) co_return refuse(message::compound_key);
  if (planned.select.problem) co_return refuse(*planned.select.problem);
  if (options.rule == ReadRule::one_key && index) co_return refuse(message::batch_select_key);
  if (options.consistent && access->is_global) co_return refuse(message::consistent_global);
  auto plan = plan_reads(planned.select.where, *access, index.has_value(), true);
  if (!plan.ok()) co_return std::move(plan).error();
  planned.plan = std::move(*plan);
  CO_TRY(
      order_reads(planned.plan, *access, planned.select.where.has_value(), planned.select.order));
  if (options.rule == ReadRule::one_key && !planned.plan.single_key(planned.table.key)) {
    co_return refuse(message::batch_select_key);
  }
  if (index) CO_TRY(check_projection(planned, *access));
  co_return planned;
}

Result<PreparedWrite> prepare_write(const Statement& statement, const Context& context) {
  if (const auto* insert = std::get_if<Insert>(&statement.what)) {
    return prepare_insert(*insert, context);
  }
  if (const auto* update = std::get_if<Update>(&statement.what)) {
    return prepare_update(*update, context);
  }
  if (const auto* exists = std::get_if<Exists>(&statement.what)) {
    return prepare_exists(*exists, context);
  }
  return prepare_delete(std::get<Delete>(statement.what), context);
}

Task<Result<WriteItemResponse>> run_write(Store& store, const Statement& statement, Context context,
                                          WriteOptions options, TableSeen& seen) {
  auto prepared = prepare_write(statement, context);
  if (!prepared.ok()) co_return std::move(prepared).error();
  PreparedWrite write = std::move(*prepared);
  auto table = co_await describe(store, write.table);
  if (!table.ok()) co_return std::move(table).error();
  seen.name = table->name;
  const KeySchema& key = table->key;
  if (write.problem) co_return refuse(*write.problem);
  if (write.verb == PreparedWrite::Verb::insert) {
    co_return co_await insert(store, std::move(write), key, options);
  }

  KeyAndRest taken = take_key(std::move(write.where), key);
  if (!taken.contradicted.empty()) {
    co_return refuse(message::several_conditions(taken.contradicted));
  }
  if (!taken.is_complete(key)) co_return refuse(message::no_where_key);
  WriteParts parts{std::move(taken.key), std::move(taken.rest)};
  const bool updates = write.verb == PreparedWrite::Verb::update;
  auto task = updates ? store.update_item(with_options(
                            update_request(std::move(write), std::move(parts), key), options))
                      : store.delete_item(with_options(
                            delete_request(std::move(write), std::move(parts), key), options));
  auto response = co_await std::move(task);
  if (!response.ok()) co_return statement_error(std::move(response).error());
  co_return response;
}

}  // namespace isotherm::partiql
