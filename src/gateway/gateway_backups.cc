// Gateway: restores and imports into tables that a rule names. Their items come past the gateway,
// so they must have their shard attributes already; else the index would silently miss them.

#include "gateway/gateway.h"
#include "gateway/layout.h"
#include "gateway/layouts.h"
#include "gateway/logical_names.h"
#include "gateway/messages.h"
#include "gateway/table_plan.h"

namespace isotherm::gateway {
namespace {

/// The first sharded index of the rule that the source does not have; nullptr: it has all.
const schema::IndexRule* first_missing(const schema::TableRule& rule,
                                       const TableDescription& source) {
  for (const schema::IndexRule& index : rule.indexes) {
    if (!index.is_sharded()) continue;
    const GlobalSecondaryIndex* physical = source.find_global_index(index.physical);
    if (physical == nullptr || physical->key.partition.name != index.shard->attribute) {
      return &index;
    }
  }
  return nullptr;
}

/// The rule of a table with a sharded index; nullptr: it has none.
const schema::TableRule* sharded_rule(const schema::Schema& schema, std::string_view table) {
  const schema::TableRule* rule = schema.find_table(table_name_in(table));
  return rule != nullptr && rule->has_sharded_index() ? rule : nullptr;
}

Result<void> check_source(const schema::TableRule& rule, const TableDescription& source,
                          const RestoreOverrides& overrides) {
  if (const schema::IndexRule* index = first_missing(rule, source)) {
    return messages::restore_without_shards(rule.name, *index);
  }
  if (overrides.global_indexes) return messages::restore_with_overrides(rule.name);
  return {};
}

Result<TableDescription> logical_answer(const schema::TableRule& rule,
                                        Result<TableDescription> answer) {
  if (!answer.ok()) return answer;
  const Layout layout(rule, *answer);
  return logical_table(layout, std::move(answer).value());
}

}  // namespace

void Gateway::adopt_rule(std::string_view source, const std::string& target) {
  const auto schema = layouts_->schema();
  const schema::TableRule* rule = schema->find_table(table_name_in(source));
  const schema::TableRule* own = schema->find_table(target);
  if (!schema->wildcard || rule == nullptr || (own != nullptr && !own->by_wildcard)) return;
  schema::TableRule copy = *rule;
  copy.name = target;
  copy.by_wildcard = true;
  extend_schema(std::move(copy));
}

Task<Result<TableDescription>> Gateway::restore_table_from_backup(
    RestoreTableFromBackupRequest request) {
  const std::string table = request.target_table_name;
  if (layouts_->schema()->wildcard && !(co_await below_.describe_table({table})).ok()) {
    const auto backup = co_await below_.describe_backup({request.backup_arn});
    if (backup.ok()) adopt_rule(backup->source.name, table);
  }
  const auto schema = layouts_->schema();
  const schema::TableRule* rule = sharded_rule(*schema, table);
  if (rule == nullptr) co_return co_await below_.restore_table_from_backup(std::move(request));
  CO_ASSIGN_OR_RETURN(const BackupDescription backup,
                      co_await below_.describe_backup({request.backup_arn}));
  CO_TRY(check_source(*rule, backup.source, request.overrides));
  Result<TableDescription> answer = co_await below_.restore_table_from_backup(std::move(request));
  layouts_->forget(table);
  co_return logical_answer(*rule, std::move(answer));
}

Task<Result<TableDescription>> Gateway::restore_table_to_point_in_time(
    RestoreTableToPointInTimeRequest request) {
  const std::string table = request.target_table_name;
  if (layouts_->schema()->wildcard && !(co_await below_.describe_table({table})).ok())
    adopt_rule(request.source_table, table);
  const auto schema = layouts_->schema();
  const schema::TableRule* rule = sharded_rule(*schema, table);
  if (rule == nullptr) {
    co_return co_await below_.restore_table_to_point_in_time(std::move(request));
  }
  const Result<TableDescription> source = co_await below_.describe_table({request.source_table});
  if (source.ok()) CO_TRY(check_source(*rule, *source, request.overrides));
  Result<TableDescription> answer =
      co_await below_.restore_table_to_point_in_time(std::move(request));
  layouts_->forget(table);
  co_return logical_answer(*rule, std::move(answer));
}

Task<Result<ImportDescription>> Gateway::import_table(ImportTableRequest request) {
  const auto schema = layouts_->schema();
  const schema::TableRule* rule = sharded_rule(*schema, request.table.table_name);
  if (rule != nullptr) co_return messages::import_into_sharded(rule->name);
  co_return co_await below_.import_table(std::move(request));
}

}  // namespace isotherm::gateway
