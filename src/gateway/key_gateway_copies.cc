// KeyGateway: streams, backups, imports and exports of tables whose own keys are sharded.

#include "gateway/aggregate.h"
#include "gateway/key_gateway.h"
#include "gateway/key_messages.h"
#include "store/table_names.h"

namespace isotherm::gateway {
namespace {

/// Makes an image logical; the record's size follows.
Result<void> restore_image(const KeyLayout& layout, Item& image, std::int64_t& bytes) {
  const auto before = static_cast<std::int64_t>(size_bytes(image));
  TRY(layout.restore(image));
  bytes += static_cast<std::int64_t>(size_bytes(image)) - before;
  return {};
}

/// Takes the aggregates out of an image, which has no more than a part of them.
void strip_parts(const KeyLayout& layout, Item& image) {
  for (const auto& [name, how] : layout.rule().aggregates) image.erase(name);
}

/// Whether a record is about what the application knows as one item: not about parts of it.
bool is_shown(const KeyLayout& layout, const StreamRecord& record, sharding::Shard shard) {
  if (layout.rule().aggregates.empty()) return true;
  if (!is_home(layout, record.keys, shard)) return false;
  const bool changed = !record.new_image || record.new_image != record.old_image;
  return record.event != StreamEvent::modify || changed;
}

Result<void> restore_record(const KeyLayout& layout, StreamRecord& record) {
  TRY(restore_image(layout, record.keys, record.size_bytes));
  if (record.new_image) TRY(restore_image(layout, *record.new_image, record.size_bytes));
  if (record.old_image) TRY(restore_image(layout, *record.old_image, record.size_bytes));
  return {};
}

Result<BackupDescription> told(const schema::TableRule* rule, Result<BackupDescription> answer) {
  if (rule != nullptr && answer.ok())
    answer->source = logical_table(*rule->key, std::move(answer->source));
  return answer;
}

}  // namespace

Task<Result<DescribeStreamResponse>> KeyGateway::describe_stream(DescribeStreamRequest request) {
  const auto rule = layouts_.rule(request.stream_arn);
  auto answer = co_await below_.describe_stream(std::move(request));
  if (rule && answer.ok() && answer->key.partition.name == rule->key->partition.name)
    answer->key.partition.type = rule->key->partition.type;
  co_return answer;
}

Task<Result<GetRecordsResponse>> KeyGateway::get_records(GetRecordsRequest request) {
  const auto rule = layouts_.rule(request.shard_iterator);
  auto answer = co_await below_.get_records(std::move(request));
  if (!rule || !answer.ok() || answer->records.empty()) co_return answer;
  TableDescription table;
  table.name = rule->name;
  table.key.partition = {rule->key->partition.name, physical_type(*rule->key)};
  // The images tell the rest: the table may be gone.
  const KeyLayoutPtr layout = KeyLayout::make(*rule, std::move(table));
  std::vector<StreamRecord> shown;
  for (StreamRecord& record : answer->records) {
    const auto shard = layout->shard_of_stored(record.keys);
    CO_TRY(restore_record(*layout, record));
    for (auto* image : {&record.new_image, &record.old_image})
      if (*image) strip_parts(*layout, **image);
    if (shard && is_shown(*layout, record, *shard)) shown.push_back(std::move(record));
  }
  answer->records = std::move(shown);
  co_return answer;
}

Task<Result<BackupDescription>> KeyGateway::describe_backup(DescribeBackupRequest request) {
  auto answer = co_await below_.describe_backup(std::move(request));
  const auto rule = answer.ok() ? layouts_.rule(answer->source.name) : RulePtr();
  co_return told(rule.get(), std::move(answer));
}

Task<Result<BackupDescription>> KeyGateway::delete_backup(DeleteBackupRequest request) {
  auto answer = co_await below_.delete_backup(std::move(request));
  const auto rule = answer.ok() ? layouts_.rule(answer->source.name) : RulePtr();
  co_return told(rule.get(), std::move(answer));
}

Result<void> KeyGateway::check_restore(std::string_view source, std::string_view target) const {
  const auto from = layouts_.rule(source);
  const auto to = layouts_.rule(target);
  if (!from && !to) return {};
  if (from && to) {
    schema::KeyRule one = *from->key;
    one.line = to->key->line;
    if (one == *to->key) return {};
  }
  return messages::restore_by_another_rule(source, target);
}

Task<Result<TableDescription>> KeyGateway::restore_table_from_backup(
    RestoreTableFromBackupRequest request) {
  const std::string target = request.target_table_name;
  const auto backup = co_await below_.describe_backup({request.backup_arn});
  if (backup.ok()) CO_TRY(check_restore(backup->source.name, target));
  const auto rule = layouts_.rule(target);
  if (!rule) co_return co_await below_.restore_table_from_backup(std::move(request));
  if (request.overrides.global_indexes || request.overrides.local_indexes)
    co_return messages::restore_with_key_overrides(target);
  layouts_.forget(target);
  co_return co_await described(rule, below_.restore_table_from_backup(std::move(request)));
}

Task<Result<TableDescription>> KeyGateway::restore_table_to_point_in_time(
    RestoreTableToPointInTimeRequest request) {
  const std::string target = request.target_table_name;
  CO_TRY(check_restore(request.source_table, target));
  const auto rule = layouts_.rule(target);
  if (!rule) co_return co_await below_.restore_table_to_point_in_time(std::move(request));
  if (request.overrides.global_indexes || request.overrides.local_indexes)
    co_return messages::restore_with_key_overrides(target);
  layouts_.forget(target);
  co_return co_await described(rule, below_.restore_table_to_point_in_time(std::move(request)));
}

Task<Result<ImportDescription>> KeyGateway::import_table(ImportTableRequest request) {
  if (layouts_.rule(request.table.table_name))
    co_return messages::import_into_sharded_key(request.table.table_name);
  co_return co_await below_.import_table(std::move(request));
}

Task<Result<ExportDescription>> KeyGateway::export_table(ExportTableRequest request) {
  if (layouts_.rule(request.table))
    co_return messages::export_of_sharded_key(table_name_in(request.table));
  co_return co_await below_.export_table(std::move(request));
}

}  // namespace isotherm::gateway
