#pragma once

// Remote: a Store that keeps nothing. It sends every request to an endpoint that speaks DynamoDB's
// JSON over HTTP: Amazon's service, ScyllaDB Alternator, another Isotherm.
//
// What is tried again, and when, stands in caller.h. A call that got no answer is
// `service_unavailable` when nothing was sent, and `internal` when the endpoint may have done it.

#include "store/raw_store.h"
#include "store/remote/caller.h"
#include "store/remote/token_memory.h"
#include "store/store.h"

namespace isotherm::remote {

class Remote final : public Store, public RawStore {
 public:
  explicit Remote(const CallerOptions& options);

  const Endpoint& endpoint() const { return caller_.endpoint(); }

  Task<RawAnswer> forward(RawCall call) override;

  Task<Result<GetItemResponse>> get_item(GetItemRequest request) override;
  Task<Result<WriteItemResponse>> put_item(PutItemRequest request) override;
  Task<Result<WriteItemResponse>> update_item(UpdateItemRequest request) override;
  Task<Result<WriteItemResponse>> delete_item(DeleteItemRequest request) override;
  Task<Result<BatchGetItemResponse>> batch_get_item(BatchGetItemRequest request) override;
  Task<Result<BatchWriteItemResponse>> batch_write_item(BatchWriteItemRequest request) override;
  Task<Result<TransactGetItemsResponse>> transact_get_items(
      TransactGetItemsRequest request) override;
  Task<Result<ReadManyResponse>> query(QueryRequest request) override;
  Task<Result<ReadManyResponse>> scan(ScanRequest request) override;
  Task<Result<TableDescription>> create_table(CreateTableRequest request) override;
  Task<Result<TableDescription>> describe_table(DescribeTableRequest request) override;
  Task<Result<TableDescription>> update_table(UpdateTableRequest request) override;
  Task<Result<TableDescription>> delete_table(DeleteTableRequest request) override;
  Task<Result<ListTablesResponse>> list_tables(ListTablesRequest request) override;
  Task<Result<ContributorInsights>> describe_contributor_insights(
      DescribeContributorInsightsRequest request) override;
  Task<Result<ContributorInsights>> update_contributor_insights(
      UpdateContributorInsightsRequest request) override;
  Task<Result<ListContributorInsightsResponse>> list_contributor_insights(
      ListContributorInsightsRequest request) override;
  Task<Result<UpdateTimeToLiveResponse>> update_time_to_live(
      UpdateTimeToLiveRequest request) override;
  Task<Result<DescribeTimeToLiveResponse>> describe_time_to_live(
      DescribeTimeToLiveRequest request) override;
  Task<Result<Done>> tag_resource(TagResourceRequest request) override;
  Task<Result<Done>> untag_resource(UntagResourceRequest request) override;
  Task<Result<ListTagsOfResourceResponse>> list_tags_of_resource(
      ListTagsOfResourceRequest request) override;
  Task<Result<ResourcePolicyRevision>> put_resource_policy(
      PutResourcePolicyRequest request) override;
  Task<Result<GetResourcePolicyResponse>> get_resource_policy(
      GetResourcePolicyRequest request) override;
  Task<Result<ResourcePolicyRevision>> delete_resource_policy(
      DeleteResourcePolicyRequest request) override;
  Task<Result<ListStreamsResponse>> list_streams(ListStreamsRequest request) override;
  Task<Result<DescribeStreamResponse>> describe_stream(DescribeStreamRequest request) override;
  Task<Result<GetShardIteratorResponse>> get_shard_iterator(
      GetShardIteratorRequest request) override;
  Task<Result<GetRecordsResponse>> get_records(GetRecordsRequest request) override;
  Task<Result<BackupDetails>> create_backup(CreateBackupRequest request) override;
  Task<Result<BackupDescription>> delete_backup(DeleteBackupRequest request) override;
  Task<Result<BackupDescription>> describe_backup(DescribeBackupRequest request) override;
  Task<Result<ListBackupsResponse>> list_backups(ListBackupsRequest request) override;
  Task<Result<TableDescription>> restore_table_from_backup(
      RestoreTableFromBackupRequest request) override;
  Task<Result<TableDescription>> restore_table_to_point_in_time(
      RestoreTableToPointInTimeRequest request) override;
  Task<Result<ContinuousBackupsDescription>> update_continuous_backups(
      UpdateContinuousBackupsRequest request) override;
  Task<Result<ContinuousBackupsDescription>> describe_continuous_backups(
      DescribeContinuousBackupsRequest request) override;
  Task<Result<ExportDescription>> describe_export(DescribeExportRequest request) override;
  Task<Result<ImportDescription>> describe_import(DescribeImportRequest request) override;
  Task<Result<ExportDescription>> export_table(ExportTableRequest request) override;
  Task<Result<ImportDescription>> import_table(ImportTableRequest request) override;
  Task<Result<ListExportsResponse>> list_exports(ListExportsRequest request) override;
  Task<Result<ListImportsResponse>> list_imports(ListImportsRequest request) override;
  Task<Result<TransactWriteItemsResponse>> transact_write_items(
      TransactWriteItemsRequest request) override;
  Task<Result<DescribeLimitsResponse>> describe_limits() override;

 private:
  /// An operation that changes nothing.
  template <class Response, class Request>
  Task<Result<Response>> read(std::string_view operation, Request request);
  /// One that does, and may not be done twice.
  template <class Response, class Request>
  Task<Result<Response>> write(std::string_view operation, Request request);
  /// One of the streams' own API, and host. None changes anything.
  template <class Response, class Request>
  Task<Result<Response>> read_stream(std::string_view operation, Request request);

  /// A transaction under a client's token, whose actions are not the client's any more.
  Task<Result<TransactWriteItemsResponse>> transact_once(TransactWriteItemsRequest request);

  Caller caller_;
  Caller streams_;
  TokenMemory tokens_;
};

}  // namespace isotherm::remote
