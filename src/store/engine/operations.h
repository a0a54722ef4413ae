#pragma once

// The operations, each in its own file. Those on items run on the calling thread; writes still
// have to wait until the log is durable (Database::durable).

#include "store/engine/core.h"

namespace isotherm::engine {

Result<GetItemResponse> get_item(Core& core, const GetItemRequest& request);
Result<WriteItemResponse> put_item(Core& core, const PutItemRequest& request);
Result<WriteItemResponse> update_item(Core& core, const UpdateItemRequest& request);
Result<WriteItemResponse> delete_item(Core& core, const DeleteItemRequest& request);
Result<BatchGetItemResponse> batch_get_item(Core& core, BatchGetItemRequest request);
Result<BatchWriteItemResponse> batch_write_item(Core& core, BatchWriteItemRequest request);
Result<TransactGetItemsResponse> transact_get_items(Core& core,
                                                    const TransactGetItemsRequest& request);
Result<TransactWriteItemsResponse> transact_write_items(Core& core,
                                                        const TransactWriteItemsRequest& request);
Result<ReadManyResponse> query(Core& core, const QueryRequest& request);
Result<ReadManyResponse> scan(Core& core, const ScanRequest& request);

Result<TableDescription> create_table(Core& core, const CreateTableRequest& request);
Result<TableDescription> describe_table(Core& core, const DescribeTableRequest& request);
Result<TableDescription> update_table(Core& core, const UpdateTableRequest& request);
Result<TableDescription> delete_table(Core& core, const DeleteTableRequest& request);
Result<ListTablesResponse> list_tables(Core& core, const ListTablesRequest& request);

Result<ContributorInsights> describe_contributor_insights(
    Core& core, const DescribeContributorInsightsRequest& request);
Result<ContributorInsights> update_contributor_insights(
    Core& core, const UpdateContributorInsightsRequest& request);
Result<ListContributorInsightsResponse> list_contributor_insights(
    Core& core, const ListContributorInsightsRequest& request);
/// Watches the items of a table and of its indexes where Contributor Insights is enabled.
void watch_items(const Table& table);

Result<UpdateTimeToLiveResponse> update_time_to_live(Core& core,
                                                     const UpdateTimeToLiveRequest& request);
Result<DescribeTimeToLiveResponse> describe_time_to_live(Core& core,
                                                         const DescribeTimeToLiveRequest& request);
Result<Done> tag_resource(Core& core, const TagResourceRequest& request);
Result<Done> untag_resource(Core& core, const UntagResourceRequest& request);
Result<ListTagsOfResourceResponse> list_tags_of_resource(Core& core,
                                                         const ListTagsOfResourceRequest& request);
Result<ResourcePolicyRevision> put_resource_policy(Core& core,
                                                   const PutResourcePolicyRequest& request);
Result<GetResourcePolicyResponse> get_resource_policy(Core& core,
                                                      const GetResourcePolicyRequest& request);
Result<ResourcePolicyRevision> delete_resource_policy(Core& core,
                                                      const DeleteResourcePolicyRequest& request);

Result<ListStreamsResponse> list_streams(Core& core, const ListStreamsRequest& request);
Result<DescribeStreamResponse> describe_stream(Core& core, const DescribeStreamRequest& request);
Result<GetShardIteratorResponse> get_shard_iterator(Core& core,
                                                    const GetShardIteratorRequest& request);
Result<GetRecordsResponse> get_records(Core& core, const GetRecordsRequest& request);

Result<BackupDetails> create_backup(Core& core, const CreateBackupRequest& request);
Result<BackupDescription> delete_backup(Core& core, const DeleteBackupRequest& request);
Result<BackupDescription> describe_backup(Core& core, const DescribeBackupRequest& request);
Result<ListBackupsResponse> list_backups(Core& core, const ListBackupsRequest& request);
Result<TableDescription> restore_table_from_backup(Core& core,
                                                   const RestoreTableFromBackupRequest& request);
Result<TableDescription> restore_table_to_point_in_time(
    Core& core, const RestoreTableToPointInTimeRequest& request);
Result<ContinuousBackupsDescription> update_continuous_backups(
    Core& core, const UpdateContinuousBackupsRequest& request);
Result<ContinuousBackupsDescription> describe_continuous_backups(
    Core& core, const DescribeContinuousBackupsRequest& request);

Result<ExportDescription> describe_export(Core& core, const DescribeExportRequest& request);
Result<ImportDescription> describe_import(Core& core, const DescribeImportRequest& request);
Result<ExportDescription> export_table(Core& core, const ExportTableRequest& request);
Result<ImportDescription> import_table(Core& core, const ImportTableRequest& request);
Result<ListExportsResponse> list_exports(Core& core, const ListExportsRequest& request);
Result<ListImportsResponse> list_imports(Core& core, const ListImportsRequest& request);

}  // namespace isotherm::engine
