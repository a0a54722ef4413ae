#pragma once

// ForwardingStore: a Store that hands every request to the one below it. What stands between two
// stores (a gateway, a counter, a fault) derives from it and overrides only what it changes, so
// that a new operation passes through it without a line.

#include <utility>

#include "store/store.h"

namespace isotherm {

class ForwardingStore : public Store {
 public:
  /// `below` must outlive this.
  explicit ForwardingStore(Store& below) : below_(below) {}

  Task<Result<GetItemResponse>> get_item(GetItemRequest request) override {
    return below_.get_item(std::move(request));
  }
  Task<Result<WriteItemResponse>> put_item(PutItemRequest request) override {
    return below_.put_item(std::move(request));
  }
  Task<Result<WriteItemResponse>> update_item(UpdateItemRequest request) override {
    return below_.update_item(std::move(request));
  }
  Task<Result<WriteItemResponse>> delete_item(DeleteItemRequest request) override {
    return below_.delete_item(std::move(request));
  }
  Task<Result<BatchGetItemResponse>> batch_get_item(BatchGetItemRequest request) override {
    return below_.batch_get_item(std::move(request));
  }
  Task<Result<BatchWriteItemResponse>> batch_write_item(BatchWriteItemRequest request) override {
    return below_.batch_write_item(std::move(request));
  }
  Task<Result<TransactGetItemsResponse>> transact_get_items(
      TransactGetItemsRequest request) override {
    return below_.transact_get_items(std::move(request));
  }
  Task<Result<TransactWriteItemsResponse>> transact_write_items(
      TransactWriteItemsRequest request) override {
    return below_.transact_write_items(std::move(request));
  }
  Task<Result<ReadManyResponse>> query(QueryRequest request) override {
    return below_.query(std::move(request));
  }
  Task<Result<ReadManyResponse>> scan(ScanRequest request) override {
    return below_.scan(std::move(request));
  }

  Task<Result<TableDescription>> create_table(CreateTableRequest request) override {
    return below_.create_table(std::move(request));
  }
  Task<Result<TableDescription>> describe_table(DescribeTableRequest request) override {
    return below_.describe_table(std::move(request));
  }
  Task<Result<TableDescription>> update_table(UpdateTableRequest request) override {
    return below_.update_table(std::move(request));
  }
  Task<Result<TableDescription>> delete_table(DeleteTableRequest request) override {
    return below_.delete_table(std::move(request));
  }
  Task<Result<ListTablesResponse>> list_tables(ListTablesRequest request) override {
    return below_.list_tables(std::move(request));
  }
  Task<Result<DescribeLimitsResponse>> describe_limits() override {
    return below_.describe_limits();
  }
  Task<Result<UpdateTimeToLiveResponse>> update_time_to_live(
      UpdateTimeToLiveRequest request) override {
    return below_.update_time_to_live(std::move(request));
  }
  Task<Result<DescribeTimeToLiveResponse>> describe_time_to_live(
      DescribeTimeToLiveRequest request) override {
    return below_.describe_time_to_live(std::move(request));
  }
  Task<Result<Done>> tag_resource(TagResourceRequest request) override {
    return below_.tag_resource(std::move(request));
  }
  Task<Result<Done>> untag_resource(UntagResourceRequest request) override {
    return below_.untag_resource(std::move(request));
  }
  Task<Result<ListTagsOfResourceResponse>> list_tags_of_resource(
      ListTagsOfResourceRequest request) override {
    return below_.list_tags_of_resource(std::move(request));
  }
  Task<Result<ResourcePolicyRevision>> put_resource_policy(
      PutResourcePolicyRequest request) override {
    return below_.put_resource_policy(std::move(request));
  }
  Task<Result<GetResourcePolicyResponse>> get_resource_policy(
      GetResourcePolicyRequest request) override {
    return below_.get_resource_policy(std::move(request));
  }
  Task<Result<ResourcePolicyRevision>> delete_resource_policy(
      DeleteResourcePolicyRequest request) override {
    return below_.delete_resource_policy(std::move(request));
  }
  Task<Result<ListStreamsResponse>> list_streams(ListStreamsRequest request) override {
    return below_.list_streams(std::move(request));
  }
  Task<Result<DescribeStreamResponse>> describe_stream(DescribeStreamRequest request) override {
    return below_.describe_stream(std::move(request));
  }
  Task<Result<GetShardIteratorResponse>> get_shard_iterator(
      GetShardIteratorRequest request) override {
    return below_.get_shard_iterator(std::move(request));
  }
  Task<Result<GetRecordsResponse>> get_records(GetRecordsRequest request) override {
    return below_.get_records(std::move(request));
  }

  Task<Result<ContributorInsights>> describe_contributor_insights(
      DescribeContributorInsightsRequest request) override {
    return below_.describe_contributor_insights(std::move(request));
  }
  Task<Result<ContributorInsights>> update_contributor_insights(
      UpdateContributorInsightsRequest request) override {
    return below_.update_contributor_insights(std::move(request));
  }
  Task<Result<ListContributorInsightsResponse>> list_contributor_insights(
      ListContributorInsightsRequest request) override {
    return below_.list_contributor_insights(std::move(request));
  }

  Task<Result<BackupDetails>> create_backup(CreateBackupRequest request) override {
    return below_.create_backup(std::move(request));
  }
  Task<Result<BackupDescription>> delete_backup(DeleteBackupRequest request) override {
    return below_.delete_backup(std::move(request));
  }
  Task<Result<BackupDescription>> describe_backup(DescribeBackupRequest request) override {
    return below_.describe_backup(std::move(request));
  }
  Task<Result<ListBackupsResponse>> list_backups(ListBackupsRequest request) override {
    return below_.list_backups(std::move(request));
  }
  Task<Result<TableDescription>> restore_table_from_backup(
      RestoreTableFromBackupRequest request) override {
    return below_.restore_table_from_backup(std::move(request));
  }
  Task<Result<TableDescription>> restore_table_to_point_in_time(
      RestoreTableToPointInTimeRequest request) override {
    return below_.restore_table_to_point_in_time(std::move(request));
  }
  Task<Result<ContinuousBackupsDescription>> update_continuous_backups(
      UpdateContinuousBackupsRequest request) override {
    return below_.update_continuous_backups(std::move(request));
  }
  Task<Result<ContinuousBackupsDescription>> describe_continuous_backups(
      DescribeContinuousBackupsRequest request) override {
    return below_.describe_continuous_backups(std::move(request));
  }

  Task<Result<ExportDescription>> describe_export(DescribeExportRequest request) override {
    return below_.describe_export(std::move(request));
  }
  Task<Result<ImportDescription>> describe_import(DescribeImportRequest request) override {
    return below_.describe_import(std::move(request));
  }
  Task<Result<ExportDescription>> export_table(ExportTableRequest request) override {
    return below_.export_table(std::move(request));
  }
  Task<Result<ImportDescription>> import_table(ImportTableRequest request) override {
    return below_.import_table(std::move(request));
  }
  Task<Result<ListExportsResponse>> list_exports(ListExportsRequest request) override {
    return below_.list_exports(std::move(request));
  }
  Task<Result<ListImportsResponse>> list_imports(ListImportsRequest request) override {
    return below_.list_imports(std::move(request));
  }

 protected:
  Store& below_;
};

}  // namespace isotherm
