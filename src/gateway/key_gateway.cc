// KeyGateway: tables and what belongs to them.

#include "gateway/key_gateway.h"

#include <algorithm>

#include "gateway/key_messages.h"
#include "gateway/key_requests.h"
#include "gateway/key_tables.h"
#include "gateway/stored_key_sample.h"
#include "store/table_names.h"

namespace isotherm::gateway {
namespace {

/// An error of a table operation by the application's names.
Error told(const schema::KeyRule& rule, const Error& error) {
  if (!rule.original) return error;
  return {error.code(), with_name_replaced(error.message(), *rule.original, rule.partition.name)};
}

}  // namespace

KeyGateway::KeyGateway(Store& below, std::shared_ptr<const schema::Schema> schema, int concurrency)
    : ForwardingStore(below),
      concurrency_(static_cast<std::size_t>(std::max(1, concurrency))),
      layouts_(below, std::move(schema)) {}

void KeyGateway::use_schema(std::shared_ptr<const schema::Schema> schema) {
  layouts_.use_schema(std::move(schema));
}

Task<Result<schema::Problems>> KeyGateway::check_schema(const schema::Schema& schema) {
  schema::Problems problems;
  for (const auto& [name, rule] : schema.tables) {
    if (!rule.key) continue;
    const Result<TableDescription> live = co_await below_.describe_table({name});
    if (!live.ok()) {
      if (live.error().code() == ErrorCode::resource_not_found) continue;
      co_return live.error();
    }
    const schema::Problems found = schema::check_key(rule, *live);
    problems.insert(problems.end(), found.begin(), found.end());
    if (!found.empty() || live->status != TableStatus::active) continue;
    const KeyLayoutPtr layout = KeyLayout::make(rule, *live);
    CO_ASSIGN_OR_RETURN(const auto foreign, co_await find_foreign_items(below_, *layout));
    if (foreign)
      problems.push_back({rule.key->line, "tables." + name + ".key: " + *foreign,
                          "restore the rule that they were written by: to change it over existing "
                          "data is a migration"});
  }
  co_return problems;
}

Task<Result<TableDescription>> KeyGateway::described(RulePtr rule,
                                                     Task<Result<TableDescription>> answer) {
  Result<TableDescription> table = co_await std::move(answer);
  if (!table.ok()) co_return told(*rule->key, table.error());
  co_return logical_table(*rule->key, std::move(table).value());
}

Task<Result<TableDescription>> KeyGateway::create_placed(RulePtr rule, CreateTableRequest request) {
  const std::string table = request.table_name;
  CO_ASSIGN_OR_RETURN(CreateTableRequest physical, physical_create(*rule, std::move(request)));
  auto answer = co_await described(rule, below_.create_table(std::move(physical)));
  layouts_.forget(table);
  co_return answer;
}

Task<Result<TableDescription>> KeyGateway::update_table_placed(RulePtr rule,
                                                               UpdateTableRequest request) {
  const std::string table = request.table_name;
  CO_ASSIGN_OR_RETURN(UpdateTableRequest physical,
                      physical_update_table(*rule, std::move(request)));
  auto answer = co_await described(rule, below_.update_table(std::move(physical)));
  layouts_.forget(table);
  co_return answer;
}

Task<Result<TableDescription>> KeyGateway::create_table(CreateTableRequest request) {
  auto rule = layouts_.rule(request.table_name);
  if (!rule) return below_.create_table(std::move(request));
  return create_placed(std::move(rule), std::move(request));
}

Task<Result<TableDescription>> KeyGateway::describe_table(DescribeTableRequest request) {
  auto rule = layouts_.rule(request.table_name);
  if (!rule) return below_.describe_table(std::move(request));
  return described(std::move(rule), below_.describe_table(std::move(request)));
}

Task<Result<TableDescription>> KeyGateway::update_table(UpdateTableRequest request) {
  auto rule = layouts_.rule(request.table_name);
  if (!rule) return below_.update_table(std::move(request));
  return update_table_placed(std::move(rule), std::move(request));
}

Task<Result<TableDescription>> KeyGateway::delete_table(DeleteTableRequest request) {
  auto rule = layouts_.rule(request.table_name);
  if (!rule) return below_.delete_table(std::move(request));
  layouts_.forget(request.table_name);
  return described(std::move(rule), below_.delete_table(std::move(request)));
}

Task<Result<UpdateTimeToLiveResponse>> KeyGateway::update_time_to_live(
    UpdateTimeToLiveRequest request) {
  const auto rule = layouts_.rule(request.table_name);
  if (rule && (request.attribute_name == rule->key->partition.name ||
               rule->key->original == request.attribute_name))
    co_return messages::time_to_live_of_key(request.attribute_name);
  if (rule && !rule->key->aggregates.empty() && request.enabled)
    co_return messages::time_to_live_of_parts(rule->name);
  co_return co_await below_.update_time_to_live(std::move(request));
}

}  // namespace isotherm::gateway
