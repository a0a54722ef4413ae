#pragma once

// A Store for this room's tests: answers what the test put into it, and keeps the last request of
// each operation. Not for concurrent use, except for `get_item` with a gate.

#include <map>

#include "store/store.h"

namespace isotherm::wire {

class FakeStore : public Store {
 public:
  // Each is given as it stands; the request is kept beside it.
  template <class Request, class Response>
  struct Slot {
    Request request;
    Result<Response> response{Response{}};

    Result<Response> take(Request taken) {
      request = std::move(taken);
      return response;
    }
  };

  Slot<GetItemRequest, GetItemResponse> get;
  Slot<PutItemRequest, WriteItemResponse> put;
  Slot<UpdateItemRequest, WriteItemResponse> update;
  Slot<DeleteItemRequest, WriteItemResponse> remove;
  Slot<BatchGetItemRequest, BatchGetItemResponse> batch_get;
  Slot<BatchWriteItemRequest, BatchWriteItemResponse> batch_write;
  Slot<TransactGetItemsRequest, TransactGetItemsResponse> transact_get;
  Slot<TransactWriteItemsRequest, TransactWriteItemsResponse> transact_write;
  Slot<QueryRequest, ReadManyResponse> queried;
  Slot<ScanRequest, ReadManyResponse> scanned;
  Slot<CreateTableRequest, TableDescription> create;
  Slot<DescribeTableRequest, TableDescription> describe;
  Slot<UpdateTableRequest, TableDescription> change;
  Slot<DeleteTableRequest, TableDescription> drop;
  Slot<ListTablesRequest, ListTablesResponse> list;
  Slot<UpdateTimeToLiveRequest, UpdateTimeToLiveResponse> set_ttl;
  Slot<DescribeTimeToLiveRequest, DescribeTimeToLiveResponse> ttl;
  Slot<TagResourceRequest, Done> tag;
  Slot<UntagResourceRequest, Done> untag;
  Slot<ListTagsOfResourceRequest, ListTagsOfResourceResponse> tags;
  Slot<PutResourcePolicyRequest, ResourcePolicyRevision> put_policy;
  Slot<GetResourcePolicyRequest, GetResourcePolicyResponse> policy;
  Slot<DeleteResourcePolicyRequest, ResourcePolicyRevision> drop_policy;
  Slot<ListStreamsRequest, ListStreamsResponse> streams;
  Slot<DescribeStreamRequest, DescribeStreamResponse> stream;
  Slot<GetShardIteratorRequest, GetShardIteratorResponse> iterator;
  Slot<GetRecordsRequest, GetRecordsResponse> records;
  Slot<CreateBackupRequest, BackupDetails> backup;
  Slot<DeleteBackupRequest, BackupDescription> backup_deleted;
  Slot<DescribeBackupRequest, BackupDescription> backup_described;
  Slot<ListBackupsRequest, ListBackupsResponse> backups;
  Slot<RestoreTableFromBackupRequest, TableDescription> restored;
  Slot<RestoreTableToPointInTimeRequest, TableDescription> restored_to_time;
  Slot<UpdateContinuousBackupsRequest, ContinuousBackupsDescription> recovery_changed;
  Slot<DescribeContinuousBackupsRequest, ContinuousBackupsDescription> recovery;
  Slot<DescribeExportRequest, ExportDescription> export_described;
  Slot<DescribeImportRequest, ImportDescription> import_described;
  Slot<ExportTableRequest, ExportDescription> exported;
  Slot<ImportTableRequest, ImportDescription> imported;
  Slot<ListExportsRequest, ListExportsResponse> exports;
  Slot<ListImportsRequest, ListImportsResponse> imports;
  Result<DescribeLimitsResponse> limits{DescribeLimitsResponse{}};
  Slot<DescribeContributorInsightsRequest, ContributorInsights> insights;
  Slot<UpdateContributorInsightsRequest, ContributorInsights> insights_update;
  Slot<ListContributorInsightsRequest, ListContributorInsightsResponse> insights_list;

  Task<Result<GetItemResponse>> get_item(GetItemRequest request) override {
    co_return get.take(std::move(request));
  }
  Task<Result<WriteItemResponse>> put_item(PutItemRequest request) override {
    co_return put.take(std::move(request));
  }
  Task<Result<WriteItemResponse>> update_item(UpdateItemRequest request) override {
    co_return update.take(std::move(request));
  }
  Task<Result<WriteItemResponse>> delete_item(DeleteItemRequest request) override {
    co_return remove.take(std::move(request));
  }
  Task<Result<BatchGetItemResponse>> batch_get_item(BatchGetItemRequest request) override {
    co_return batch_get.take(std::move(request));
  }
  Task<Result<BatchWriteItemResponse>> batch_write_item(BatchWriteItemRequest request) override {
    co_return batch_write.take(std::move(request));
  }
  Task<Result<TransactGetItemsResponse>> transact_get_items(
      TransactGetItemsRequest request) override {
    co_return transact_get.take(std::move(request));
  }
  Task<Result<TransactWriteItemsResponse>> transact_write_items(
      TransactWriteItemsRequest request) override {
    co_return transact_write.take(std::move(request));
  }
  Task<Result<ReadManyResponse>> query(QueryRequest request) override {
    co_return queried.take(std::move(request));
  }
  Task<Result<ReadManyResponse>> scan(ScanRequest request) override {
    co_return scanned.take(std::move(request));
  }
  Task<Result<TableDescription>> create_table(CreateTableRequest request) override {
    co_return create.take(std::move(request));
  }
  Task<Result<TableDescription>> describe_table(DescribeTableRequest request) override {
    co_return describe.take(std::move(request));
  }
  Task<Result<TableDescription>> update_table(UpdateTableRequest request) override {
    co_return change.take(std::move(request));
  }
  Task<Result<TableDescription>> delete_table(DeleteTableRequest request) override {
    co_return drop.take(std::move(request));
  }
  Task<Result<ListTablesResponse>> list_tables(ListTablesRequest request) override {
    co_return list.take(std::move(request));
  }
  Task<Result<DescribeLimitsResponse>> describe_limits() override { co_return limits; }
  Task<Result<ContributorInsights>> describe_contributor_insights(
      DescribeContributorInsightsRequest request) override {
    co_return insights.take(std::move(request));
  }
  Task<Result<ContributorInsights>> update_contributor_insights(
      UpdateContributorInsightsRequest request) override {
    co_return insights_update.take(std::move(request));
  }
  Task<Result<ListContributorInsightsResponse>> list_contributor_insights(
      ListContributorInsightsRequest request) override {
    co_return insights_list.take(std::move(request));
  }
  Task<Result<UpdateTimeToLiveResponse>> update_time_to_live(
      UpdateTimeToLiveRequest request) override {
    co_return set_ttl.take(std::move(request));
  }
  Task<Result<DescribeTimeToLiveResponse>> describe_time_to_live(
      DescribeTimeToLiveRequest request) override {
    co_return ttl.take(std::move(request));
  }
  Task<Result<Done>> tag_resource(TagResourceRequest request) override {
    co_return tag.take(std::move(request));
  }
  Task<Result<Done>> untag_resource(UntagResourceRequest request) override {
    co_return untag.take(std::move(request));
  }
  Task<Result<ListTagsOfResourceResponse>> list_tags_of_resource(
      ListTagsOfResourceRequest request) override {
    co_return tags.take(std::move(request));
  }
  Task<Result<ResourcePolicyRevision>> put_resource_policy(
      PutResourcePolicyRequest request) override {
    co_return put_policy.take(std::move(request));
  }
  Task<Result<GetResourcePolicyResponse>> get_resource_policy(
      GetResourcePolicyRequest request) override {
    co_return policy.take(std::move(request));
  }
  Task<Result<ResourcePolicyRevision>> delete_resource_policy(
      DeleteResourcePolicyRequest request) override {
    co_return drop_policy.take(std::move(request));
  }
  Task<Result<ListStreamsResponse>> list_streams(ListStreamsRequest request) override {
    co_return streams.take(std::move(request));
  }
  Task<Result<DescribeStreamResponse>> describe_stream(DescribeStreamRequest request) override {
    co_return stream.take(std::move(request));
  }
  Task<Result<GetShardIteratorResponse>> get_shard_iterator(
      GetShardIteratorRequest request) override {
    co_return iterator.take(std::move(request));
  }
  Task<Result<GetRecordsResponse>> get_records(GetRecordsRequest request) override {
    co_return records.take(std::move(request));
  }

  Task<Result<BackupDetails>> create_backup(CreateBackupRequest request) override {
    co_return backup.take(std::move(request));
  }
  Task<Result<BackupDescription>> delete_backup(DeleteBackupRequest request) override {
    co_return backup_deleted.take(std::move(request));
  }
  Task<Result<BackupDescription>> describe_backup(DescribeBackupRequest request) override {
    co_return backup_described.take(std::move(request));
  }
  Task<Result<ListBackupsResponse>> list_backups(ListBackupsRequest request) override {
    co_return backups.take(std::move(request));
  }
  Task<Result<TableDescription>> restore_table_from_backup(
      RestoreTableFromBackupRequest request) override {
    co_return restored.take(std::move(request));
  }
  Task<Result<TableDescription>> restore_table_to_point_in_time(
      RestoreTableToPointInTimeRequest request) override {
    co_return restored_to_time.take(std::move(request));
  }
  Task<Result<ContinuousBackupsDescription>> update_continuous_backups(
      UpdateContinuousBackupsRequest request) override {
    co_return recovery_changed.take(std::move(request));
  }
  Task<Result<ContinuousBackupsDescription>> describe_continuous_backups(
      DescribeContinuousBackupsRequest request) override {
    co_return recovery.take(std::move(request));
  }

  Task<Result<ExportDescription>> describe_export(DescribeExportRequest request) override {
    co_return export_described.take(std::move(request));
  }
  Task<Result<ImportDescription>> describe_import(DescribeImportRequest request) override {
    co_return import_described.take(std::move(request));
  }
  Task<Result<ExportDescription>> export_table(ExportTableRequest request) override {
    co_return exported.take(std::move(request));
  }
  Task<Result<ImportDescription>> import_table(ImportTableRequest request) override {
    co_return imported.take(std::move(request));
  }
  Task<Result<ListExportsResponse>> list_exports(ListExportsRequest request) override {
    co_return exports.take(std::move(request));
  }
  Task<Result<ListImportsResponse>> list_imports(ListImportsRequest request) override {
    co_return imports.take(std::move(request));
  }
};

}  // namespace isotherm::wire
