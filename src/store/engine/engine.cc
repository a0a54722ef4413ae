#include "store/engine/engine.h"

#include <algorithm>
#include <utility>

#include "store/engine/core.h"
#include "store/engine/operations.h"

namespace isotherm::engine {
Engine::Engine(std::unique_ptr<Core> core) : core_(std::move(core)) {}
Engine::~Engine() = default;

Result<std::unique_ptr<Engine>> Engine::open(EngineOptions options) {
  ASSIGN_OR_RETURN(auto core, Core::open(std::move(options)));
  return std::unique_ptr<Engine>(new Engine(std::move(core)));
}

Task<Result<GetItemResponse>> Engine::get_item(GetItemRequest request) {
  co_return engine::get_item(*core_, request);
}

Task<Result<WriteItemResponse>> Engine::put_item(PutItemRequest request) {
  auto result = engine::put_item(*core_, request);
  if (result.ok() && core_->database().must_wait()) CO_TRY(co_await core_->database().durable());
  co_return result;
}

Task<Result<WriteItemResponse>> Engine::update_item(UpdateItemRequest request) {
  auto result = engine::update_item(*core_, request);
  if (result.ok() && core_->database().must_wait()) CO_TRY(co_await core_->database().durable());
  co_return result;
}

Task<Result<WriteItemResponse>> Engine::delete_item(DeleteItemRequest request) {
  auto result = engine::delete_item(*core_, request);
  if (result.ok() && core_->database().must_wait()) CO_TRY(co_await core_->database().durable());
  co_return result;
}

Task<Result<BatchGetItemResponse>> Engine::batch_get_item(BatchGetItemRequest request) {
  co_return engine::batch_get_item(*core_, std::move(request));
}

Task<Result<BatchWriteItemResponse>> Engine::batch_write_item(BatchWriteItemRequest request) {
  auto result = engine::batch_write_item(*core_, std::move(request));
  if (result.ok() && core_->database().must_wait()) CO_TRY(co_await core_->database().durable());
  co_return result;
}

Task<Result<TransactGetItemsResponse>> Engine::transact_get_items(TransactGetItemsRequest request) {
  co_return engine::transact_get_items(*core_, request);
}

Task<Result<TransactWriteItemsResponse>> Engine::transact_write_items(
    TransactWriteItemsRequest request) {
  auto result = engine::transact_write_items(*core_, request);
  if (result.ok() && core_->database().must_wait()) CO_TRY(co_await core_->database().durable());
  co_return result;
}

Task<Result<ReadManyResponse>> Engine::query(QueryRequest request) {
  co_return engine::query(*core_, request);
}

Task<Result<ReadManyResponse>> Engine::scan(ScanRequest request) {
  co_return engine::scan(*core_, request);
}

Task<Result<TableDescription>> Engine::create_table(CreateTableRequest request) {
  auto result = engine::create_table(*core_, request);
  if (result.ok() && core_->database().must_wait()) CO_TRY(co_await core_->database().durable());
  co_return result;
}

Task<Result<TableDescription>> Engine::describe_table(DescribeTableRequest request) {
  co_return engine::describe_table(*core_, request);
}

Task<Result<TableDescription>> Engine::update_table(UpdateTableRequest request) {
  auto result = engine::update_table(*core_, request);
  if (result.ok() && core_->database().must_wait()) CO_TRY(co_await core_->database().durable());
  co_return result;
}

Task<Result<TableDescription>> Engine::delete_table(DeleteTableRequest request) {
  auto result = engine::delete_table(*core_, request);
  if (result.ok() && core_->database().must_wait()) CO_TRY(co_await core_->database().durable());
  co_return result;
}

Task<Result<ListTablesResponse>> Engine::list_tables(ListTablesRequest request) {
  co_return engine::list_tables(*core_, request);
}

Task<Result<DescribeLimitsResponse>> Engine::describe_limits() {
  // Of a table: what the throughput of one holds it to. The account's are never less.
  const throughput::Settings& settings = core_->options().throughput;
  DescribeLimitsResponse limits;
  limits.table_max = {static_cast<std::int64_t>(settings.read_ceiling),
                      static_cast<std::int64_t>(settings.write_ceiling)};
  limits.account_max.read_units =
      std::max(limits.account_max.read_units, limits.table_max.read_units);
  limits.account_max.write_units =
      std::max(limits.account_max.write_units, limits.table_max.write_units);
  co_return limits;
}

Task<Result<ContributorInsights>> Engine::describe_contributor_insights(
    DescribeContributorInsightsRequest request) {
  co_return engine::describe_contributor_insights(*core_, request);
}

Task<Result<ContributorInsights>> Engine::update_contributor_insights(
    UpdateContributorInsightsRequest request) {
  auto result = engine::update_contributor_insights(*core_, request);
  if (result.ok() && core_->database().must_wait()) CO_TRY(co_await core_->database().durable());
  co_return result;
}

Task<Result<ListContributorInsightsResponse>> Engine::list_contributor_insights(
    ListContributorInsightsRequest request) {
  co_return engine::list_contributor_insights(*core_, request);
}

Task<Result<UpdateTimeToLiveResponse>> Engine::update_time_to_live(
    UpdateTimeToLiveRequest request) {
  auto result = engine::update_time_to_live(*core_, request);
  if (result.ok() && core_->database().must_wait()) CO_TRY(co_await core_->database().durable());
  co_return result;
}

Task<Result<DescribeTimeToLiveResponse>> Engine::describe_time_to_live(
    DescribeTimeToLiveRequest request) {
  co_return engine::describe_time_to_live(*core_, request);
}

Task<Result<Done>> Engine::tag_resource(TagResourceRequest request) {
  auto result = engine::tag_resource(*core_, request);
  if (result.ok() && core_->database().must_wait()) CO_TRY(co_await core_->database().durable());
  co_return result;
}

Task<Result<Done>> Engine::untag_resource(UntagResourceRequest request) {
  auto result = engine::untag_resource(*core_, request);
  if (result.ok() && core_->database().must_wait()) CO_TRY(co_await core_->database().durable());
  co_return result;
}

Task<Result<ListTagsOfResourceResponse>> Engine::list_tags_of_resource(
    ListTagsOfResourceRequest request) {
  co_return engine::list_tags_of_resource(*core_, request);
}

Task<Result<ResourcePolicyRevision>> Engine::put_resource_policy(PutResourcePolicyRequest request) {
  auto result = engine::put_resource_policy(*core_, request);
  if (result.ok() && core_->database().must_wait()) CO_TRY(co_await core_->database().durable());
  co_return result;
}

Task<Result<GetResourcePolicyResponse>> Engine::get_resource_policy(
    GetResourcePolicyRequest request) {
  co_return engine::get_resource_policy(*core_, request);
}

Task<Result<ResourcePolicyRevision>> Engine::delete_resource_policy(
    DeleteResourcePolicyRequest request) {
  auto result = engine::delete_resource_policy(*core_, request);
  if (result.ok() && core_->database().must_wait()) CO_TRY(co_await core_->database().durable());
  co_return result;
}

Task<Result<ListStreamsResponse>> Engine::list_streams(ListStreamsRequest request) {
  co_return engine::list_streams(*core_, request);
}

Task<Result<DescribeStreamResponse>> Engine::describe_stream(DescribeStreamRequest request) {
  co_return engine::describe_stream(*core_, request);
}

Task<Result<GetShardIteratorResponse>> Engine::get_shard_iterator(GetShardIteratorRequest request) {
  co_return engine::get_shard_iterator(*core_, request);
}

Task<Result<GetRecordsResponse>> Engine::get_records(GetRecordsRequest request) {
  co_return engine::get_records(*core_, request);
}

Task<Result<BackupDetails>> Engine::create_backup(CreateBackupRequest request) {
  auto result = engine::create_backup(*core_, request);
  if (result.ok() && core_->database().must_wait()) CO_TRY(co_await core_->database().durable());
  co_return result;
}

Task<Result<BackupDescription>> Engine::delete_backup(DeleteBackupRequest request) {
  auto result = engine::delete_backup(*core_, request);
  if (result.ok() && core_->database().must_wait()) CO_TRY(co_await core_->database().durable());
  co_return result;
}

Task<Result<BackupDescription>> Engine::describe_backup(DescribeBackupRequest request) {
  co_return engine::describe_backup(*core_, request);
}

Task<Result<ListBackupsResponse>> Engine::list_backups(ListBackupsRequest request) {
  co_return engine::list_backups(*core_, request);
}

Task<Result<TableDescription>> Engine::restore_table_from_backup(
    RestoreTableFromBackupRequest request) {
  auto result = engine::restore_table_from_backup(*core_, request);
  if (result.ok() && core_->database().must_wait()) CO_TRY(co_await core_->database().durable());
  co_return result;
}

Task<Result<TableDescription>> Engine::restore_table_to_point_in_time(
    RestoreTableToPointInTimeRequest request) {
  auto result = engine::restore_table_to_point_in_time(*core_, request);
  if (result.ok() && core_->database().must_wait()) CO_TRY(co_await core_->database().durable());
  co_return result;
}

Task<Result<ContinuousBackupsDescription>> Engine::update_continuous_backups(
    UpdateContinuousBackupsRequest request) {
  auto result = engine::update_continuous_backups(*core_, request);
  if (result.ok() && core_->database().must_wait()) CO_TRY(co_await core_->database().durable());
  co_return result;
}

Task<Result<ContinuousBackupsDescription>> Engine::describe_continuous_backups(
    DescribeContinuousBackupsRequest request) {
  co_return engine::describe_continuous_backups(*core_, request);
}

Task<Result<ExportDescription>> Engine::describe_export(DescribeExportRequest request) {
  co_return engine::describe_export(*core_, request);
}

Task<Result<ImportDescription>> Engine::describe_import(DescribeImportRequest request) {
  co_return engine::describe_import(*core_, request);
}

Task<Result<ExportDescription>> Engine::export_table(ExportTableRequest request) {
  auto result = engine::export_table(*core_, request);
  if (result.ok() && core_->database().must_wait()) CO_TRY(co_await core_->database().durable());
  co_return result;
}

Task<Result<ImportDescription>> Engine::import_table(ImportTableRequest request) {
  auto result = engine::import_table(*core_, request);
  if (result.ok() && core_->database().must_wait()) CO_TRY(co_await core_->database().durable());
  co_return result;
}

Task<Result<ListExportsResponse>> Engine::list_exports(ListExportsRequest request) {
  co_return engine::list_exports(*core_, request);
}

Task<Result<ListImportsResponse>> Engine::list_imports(ListImportsRequest request) {
  co_return engine::list_imports(*core_, request);
}

EngineStatistics Engine::statistics() const { return core_->statistics(); }

bool Engine::maintain() { return core_->maintain(); }

}  // namespace isotherm::engine
