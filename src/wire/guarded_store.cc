#include "wire/guarded_store.h"

#include <algorithm>

namespace isotherm::wire {

template <class Request, class Response>
Task<Result<Response>> GuardedStore::guarded(Task<Result<Response>> (Store::*run)(Request),
                                             Request request) {
  if (auto error = refusal(needs_of(request))) co_return *std::move(error);
  co_return co_await (below_.*run)(std::move(request));
}

std::optional<Error> GuardedStore::refusal(const Needs& needs) const {
  for (const Need& need : needs) {
    // A statement's table is described to plan it. What it then does is looked at by itself.
    if (guard_.is_statement && need.right == Right::describe) continue;
    // An ARN that is none of a table's is never granted: those below may read it otherwise.
    const auto table = named_table(need.resource);
    const signing::Rights rights = table ? guard_.profile.rights->of(*table) : signing::Rights{};
    const bool granted = need.right == Right::write   ? rights.write
                         : need.right == Right::table ? rights.table
                                                      : rights.read;
    if (!granted) return denied(need);
  }
  return std::nullopt;
}

Error GuardedStore::denied(const Need& need) const {
  std::string action = "dynamodb:";
  action += guard_.is_statement && !need.statement_action.empty() ? need.statement_action
            : !need.action.empty()                                ? need.action
                                                                  : guard_.operation;
  const auto table = named_table(need.resource);
  std::string resource = "arn:aws:dynamodb:";
  resource.append(guard_.region).append(":").append(guard_.account).append(":table/");
  resource.append(table.value_or(signing::every_table));
  if (!need.index.empty()) resource.append("/index/").append(need.index);
  return {ErrorCode::access_denied,
          "User: arn:aws:iam::" + std::string(guard_.account) + ":user/" + guard_.profile.name +
              " is not authorized to perform: " + action + " on resource: " + resource +
              " because no identity-based policy allows the " + action + " action"};
}

// About the endpoint, not about a table.
Task<Result<DescribeLimitsResponse>> GuardedStore::describe_limits() {
  return below_.describe_limits();
}

Task<Result<GetItemResponse>> GuardedStore::get_item(GetItemRequest request) {
  return guarded(&Store::get_item, std::move(request));
}
Task<Result<WriteItemResponse>> GuardedStore::put_item(PutItemRequest request) {
  return guarded(&Store::put_item, std::move(request));
}
Task<Result<WriteItemResponse>> GuardedStore::update_item(UpdateItemRequest request) {
  return guarded(&Store::update_item, std::move(request));
}
Task<Result<WriteItemResponse>> GuardedStore::delete_item(DeleteItemRequest request) {
  return guarded(&Store::delete_item, std::move(request));
}
Task<Result<BatchGetItemResponse>> GuardedStore::batch_get_item(BatchGetItemRequest request) {
  return guarded(&Store::batch_get_item, std::move(request));
}
Task<Result<BatchWriteItemResponse>> GuardedStore::batch_write_item(BatchWriteItemRequest request) {
  return guarded(&Store::batch_write_item, std::move(request));
}
Task<Result<TransactGetItemsResponse>> GuardedStore::transact_get_items(
    TransactGetItemsRequest request) {
  return guarded(&Store::transact_get_items, std::move(request));
}
Task<Result<TransactWriteItemsResponse>> GuardedStore::transact_write_items(
    TransactWriteItemsRequest request) {
  return guarded(&Store::transact_write_items, std::move(request));
}
Task<Result<ReadManyResponse>> GuardedStore::query(QueryRequest request) {
  return guarded(&Store::query, std::move(request));
}
Task<Result<ReadManyResponse>> GuardedStore::scan(ScanRequest request) {
  return guarded(&Store::scan, std::move(request));
}
Task<Result<TableDescription>> GuardedStore::create_table(CreateTableRequest request) {
  return guarded(&Store::create_table, std::move(request));
}
Task<Result<TableDescription>> GuardedStore::describe_table(DescribeTableRequest request) {
  return guarded(&Store::describe_table, std::move(request));
}
Task<Result<TableDescription>> GuardedStore::update_table(UpdateTableRequest request) {
  return guarded(&Store::update_table, std::move(request));
}
Task<Result<TableDescription>> GuardedStore::delete_table(DeleteTableRequest request) {
  return guarded(&Store::delete_table, std::move(request));
}
Task<Result<ListTablesResponse>> GuardedStore::list_tables(ListTablesRequest request) {
  return guarded(&Store::list_tables, std::move(request));
}
Task<Result<ContributorInsights>> GuardedStore::describe_contributor_insights(
    DescribeContributorInsightsRequest request) {
  return guarded(&Store::describe_contributor_insights, std::move(request));
}
Task<Result<ContributorInsights>> GuardedStore::update_contributor_insights(
    UpdateContributorInsightsRequest request) {
  return guarded(&Store::update_contributor_insights, std::move(request));
}
Task<Result<ListContributorInsightsResponse>> GuardedStore::list_contributor_insights(
    ListContributorInsightsRequest request) {
  return guarded(&Store::list_contributor_insights, std::move(request));
}
Task<Result<UpdateTimeToLiveResponse>> GuardedStore::update_time_to_live(
    UpdateTimeToLiveRequest request) {
  return guarded(&Store::update_time_to_live, std::move(request));
}
Task<Result<DescribeTimeToLiveResponse>> GuardedStore::describe_time_to_live(
    DescribeTimeToLiveRequest request) {
  return guarded(&Store::describe_time_to_live, std::move(request));
}
Task<Result<Done>> GuardedStore::tag_resource(TagResourceRequest request) {
  return guarded(&Store::tag_resource, std::move(request));
}
Task<Result<Done>> GuardedStore::untag_resource(UntagResourceRequest request) {
  return guarded(&Store::untag_resource, std::move(request));
}
Task<Result<ListTagsOfResourceResponse>> GuardedStore::list_tags_of_resource(
    ListTagsOfResourceRequest request) {
  return guarded(&Store::list_tags_of_resource, std::move(request));
}
Task<Result<ResourcePolicyRevision>> GuardedStore::put_resource_policy(
    PutResourcePolicyRequest request) {
  return guarded(&Store::put_resource_policy, std::move(request));
}
Task<Result<GetResourcePolicyResponse>> GuardedStore::get_resource_policy(
    GetResourcePolicyRequest request) {
  return guarded(&Store::get_resource_policy, std::move(request));
}
Task<Result<ResourcePolicyRevision>> GuardedStore::delete_resource_policy(
    DeleteResourcePolicyRequest request) {
  return guarded(&Store::delete_resource_policy, std::move(request));
}
Task<Result<ListStreamsResponse>> GuardedStore::list_streams(ListStreamsRequest request) {
  return guarded(&Store::list_streams, std::move(request));
}
Task<Result<DescribeStreamResponse>> GuardedStore::describe_stream(DescribeStreamRequest request) {
  return guarded(&Store::describe_stream, std::move(request));
}
Task<Result<GetShardIteratorResponse>> GuardedStore::get_shard_iterator(
    GetShardIteratorRequest request) {
  return guarded(&Store::get_shard_iterator, std::move(request));
}
Task<Result<GetRecordsResponse>> GuardedStore::get_records(GetRecordsRequest request) {
  return guarded(&Store::get_records, std::move(request));
}
Task<Result<BackupDetails>> GuardedStore::create_backup(CreateBackupRequest request) {
  return guarded(&Store::create_backup, std::move(request));
}
Task<Result<BackupDescription>> GuardedStore::delete_backup(DeleteBackupRequest request) {
  return guarded(&Store::delete_backup, std::move(request));
}
Task<Result<BackupDescription>> GuardedStore::describe_backup(DescribeBackupRequest request) {
  return guarded(&Store::describe_backup, std::move(request));
}
Task<Result<ListBackupsResponse>> GuardedStore::list_backups(ListBackupsRequest request) {
  return guarded(&Store::list_backups, std::move(request));
}
Task<Result<TableDescription>> GuardedStore::restore_table_from_backup(
    RestoreTableFromBackupRequest request) {
  return guarded(&Store::restore_table_from_backup, std::move(request));
}
Task<Result<TableDescription>> GuardedStore::restore_table_to_point_in_time(
    RestoreTableToPointInTimeRequest request) {
  return guarded(&Store::restore_table_to_point_in_time, std::move(request));
}
Task<Result<ContinuousBackupsDescription>> GuardedStore::update_continuous_backups(
    UpdateContinuousBackupsRequest request) {
  return guarded(&Store::update_continuous_backups, std::move(request));
}
Task<Result<ContinuousBackupsDescription>> GuardedStore::describe_continuous_backups(
    DescribeContinuousBackupsRequest request) {
  return guarded(&Store::describe_continuous_backups, std::move(request));
}
Task<Result<ExportDescription>> GuardedStore::describe_export(DescribeExportRequest request) {
  return guarded(&Store::describe_export, std::move(request));
}
Task<Result<ImportDescription>> GuardedStore::describe_import(DescribeImportRequest request) {
  return guarded(&Store::describe_import, std::move(request));
}
Task<Result<ExportDescription>> GuardedStore::export_table(ExportTableRequest request) {
  return guarded(&Store::export_table, std::move(request));
}
Task<Result<ImportDescription>> GuardedStore::import_table(ImportTableRequest request) {
  return guarded(&Store::import_table, std::move(request));
}
Task<Result<ListExportsResponse>> GuardedStore::list_exports(ListExportsRequest request) {
  return guarded(&Store::list_exports, std::move(request));
}
Task<Result<ListImportsResponse>> GuardedStore::list_imports(ListImportsRequest request) {
  return guarded(&Store::list_imports, std::move(request));
}

}  // namespace isotherm::wire
