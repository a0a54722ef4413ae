#pragma once

// Store: the typed DynamoDB data plane, and the interface that everything stacks on. The engine
// keeps items behind it, a gateway turns one logical request into physical ones behind it, and the
// HTTP server, the tests and the load generator speak to it.
//
// Every operation yields a response or an Error; none throws. A request is given by value: an
// implementation may take it apart. Operations may run at the same time from any thread; each
// coroutine must be resumed where it was started.

#include "store/backup_operations.h"
#include "store/batch_operations.h"
#include "store/export_operations.h"
#include "store/insight_operations.h"
#include "store/item_operations.h"
#include "store/read_operations.h"
#include "store/stream_operations.h"
#include "store/table_operations.h"
#include "store/table_settings_operations.h"
#include "store/task.h"
#include "store/transaction_operations.h"

namespace isotherm {

class Store {
 public:
  virtual ~Store() = default;

  virtual Task<Result<GetItemResponse>> get_item(GetItemRequest request) = 0;
  virtual Task<Result<WriteItemResponse>> put_item(PutItemRequest request) = 0;
  virtual Task<Result<WriteItemResponse>> update_item(UpdateItemRequest request) = 0;
  virtual Task<Result<WriteItemResponse>> delete_item(DeleteItemRequest request) = 0;
  virtual Task<Result<BatchGetItemResponse>> batch_get_item(BatchGetItemRequest request) = 0;
  virtual Task<Result<BatchWriteItemResponse>> batch_write_item(BatchWriteItemRequest request) = 0;
  virtual Task<Result<TransactGetItemsResponse>> transact_get_items(
      TransactGetItemsRequest request) = 0;
  virtual Task<Result<TransactWriteItemsResponse>> transact_write_items(
      TransactWriteItemsRequest request) = 0;
  virtual Task<Result<ReadManyResponse>> query(QueryRequest request) = 0;
  virtual Task<Result<ReadManyResponse>> scan(ScanRequest request) = 0;

  virtual Task<Result<TableDescription>> create_table(CreateTableRequest request) = 0;
  virtual Task<Result<TableDescription>> describe_table(DescribeTableRequest request) = 0;
  virtual Task<Result<TableDescription>> update_table(UpdateTableRequest request) = 0;
  virtual Task<Result<TableDescription>> delete_table(DeleteTableRequest request) = 0;
  virtual Task<Result<ListTablesResponse>> list_tables(ListTablesRequest request) = 0;
  virtual Task<Result<DescribeLimitsResponse>> describe_limits() = 0;

  virtual Task<Result<ContributorInsights>> describe_contributor_insights(
      DescribeContributorInsightsRequest request) = 0;
  virtual Task<Result<ContributorInsights>> update_contributor_insights(
      UpdateContributorInsightsRequest request) = 0;
  virtual Task<Result<ListContributorInsightsResponse>> list_contributor_insights(
      ListContributorInsightsRequest request) = 0;

  virtual Task<Result<UpdateTimeToLiveResponse>> update_time_to_live(
      UpdateTimeToLiveRequest request) = 0;
  virtual Task<Result<DescribeTimeToLiveResponse>> describe_time_to_live(
      DescribeTimeToLiveRequest request) = 0;
  virtual Task<Result<Done>> tag_resource(TagResourceRequest request) = 0;
  virtual Task<Result<Done>> untag_resource(UntagResourceRequest request) = 0;
  virtual Task<Result<ListTagsOfResourceResponse>> list_tags_of_resource(
      ListTagsOfResourceRequest request) = 0;
  virtual Task<Result<ResourcePolicyRevision>> put_resource_policy(
      PutResourcePolicyRequest request) = 0;
  virtual Task<Result<GetResourcePolicyResponse>> get_resource_policy(
      GetResourcePolicyRequest request) = 0;
  virtual Task<Result<ResourcePolicyRevision>> delete_resource_policy(
      DeleteResourcePolicyRequest request) = 0;

  virtual Task<Result<ListStreamsResponse>> list_streams(ListStreamsRequest request) = 0;
  virtual Task<Result<DescribeStreamResponse>> describe_stream(DescribeStreamRequest request) = 0;
  virtual Task<Result<GetShardIteratorResponse>> get_shard_iterator(
      GetShardIteratorRequest request) = 0;
  virtual Task<Result<GetRecordsResponse>> get_records(GetRecordsRequest request) = 0;

  virtual Task<Result<BackupDetails>> create_backup(CreateBackupRequest request) = 0;
  virtual Task<Result<BackupDescription>> delete_backup(DeleteBackupRequest request) = 0;
  virtual Task<Result<BackupDescription>> describe_backup(DescribeBackupRequest request) = 0;
  virtual Task<Result<ListBackupsResponse>> list_backups(ListBackupsRequest request) = 0;
  virtual Task<Result<TableDescription>> restore_table_from_backup(
      RestoreTableFromBackupRequest request) = 0;
  virtual Task<Result<TableDescription>> restore_table_to_point_in_time(
      RestoreTableToPointInTimeRequest request) = 0;
  virtual Task<Result<ContinuousBackupsDescription>> update_continuous_backups(
      UpdateContinuousBackupsRequest request) = 0;
  virtual Task<Result<ContinuousBackupsDescription>> describe_continuous_backups(
      DescribeContinuousBackupsRequest request) = 0;

  virtual Task<Result<ExportDescription>> describe_export(DescribeExportRequest request) = 0;
  virtual Task<Result<ImportDescription>> describe_import(DescribeImportRequest request) = 0;
  virtual Task<Result<ExportDescription>> export_table(ExportTableRequest request) = 0;
  virtual Task<Result<ImportDescription>> import_table(ImportTableRequest request) = 0;
  virtual Task<Result<ListExportsResponse>> list_exports(ListExportsRequest request) = 0;
  virtual Task<Result<ListImportsResponse>> list_imports(ListImportsRequest request) = 0;
};

}  // namespace isotherm
