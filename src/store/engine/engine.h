#pragma once

// Engine: the embedded DynamoDB. It keeps tables in RocksDB, in one folder or in memory, answers
// every operation of Store with the service's own semantics and messages, and throttles as the
// service does, by the rules of `throughput`.
//
// Promises:
//  1. A write that was answered survives: with `Durability::os` the death of this process, with
//     `Durability::fsync` also the loss of power.
//  2. An item and its index entries change together or not at all.
//  3. When the folder fails (a write, a sync, a corrupt record), the engine stops acknowledging
//     writes and says why; it never goes on silently.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "store/store.h"
#include "throughput/settings.h"
#include "throughput/statistics.h"

namespace rocksdb {
class Env;
}

namespace isotherm::engine {

/// What an acknowledged write survives.
enum class Durability {
  /// The death of the machine: the log is on disk before the answer. Writes that wait at the same
  /// time share one fsync.
  fsync,
  /// The death of the process: the log is with the operating system before the answer.
  os,
};

struct EngineOptions {
  /// Created when it does not exist. Empty: everything in memory, gone at the end.
  std::string data_dir;
  Durability durability = Durability::fsync;
  /// `throughput.mode` is `observe` unless set.
  throughput::Settings throughput;
  /// Shown in ARNs.
  std::string region = "us-east-1";
  std::string account = "000000000000";
  /// Bytes that blocks read from disk, and separately the writes not yet in files, may take.
  std::size_t cache_bytes = 64u << 20;
  /// How long a table or index stays CREATING, UPDATING or DELETING at least.
  Duration state_change_delay{0};
  /// How long after a write its entries in global indexes become visible.
  Duration index_lag{0};
  /// Reads that are not strongly consistent see a state up to this old, how old is random
  /// (`throughput.seed`).
  Duration read_lag_max{0};
  /// Between the beginnings of two walks over a table for items whose time to live has passed; 0:
  /// none is ever removed.
  Duration ttl_interval = std::chrono::seconds(60);
  /// The folder whose folders are buckets, for exports and imports; empty: these are refused.
  std::string bucket_root;
  /// Time for throughput and for time stamps; nullptr: the machine's.
  const Clock* clock = nullptr;
  /// Off: nothing happens in the background; the owner calls Engine::maintain(). For tests.
  bool background = true;
  /// RocksDB's way to the disk; nullptr: the real one. For tests that make it fail.
  rocksdb::Env* environment = nullptr;
};

/// How one table or global index is doing: its partitions, their load, throttles, splits.
struct LiveStatistics {
  std::string table;
  /// `index` inside is empty for the table itself.
  throughput::ResourceStatistics throughput;
};

struct EngineStatistics {
  std::vector<LiveStatistics> resources;
  /// Writes to the log, and times that the log was synced, since the engine was opened.
  std::uint64_t writes = 0;
  std::uint64_t syncs = 0;
  /// Why the engine stopped acknowledging writes; empty: it did not.
  std::string failure;
};

class Core;

class Engine final : public Store {
 public:
  /// Opens the folder. An internal error whose text says what to do when it is locked, cannot be
  /// written, or was written by something else.
  static Result<std::unique_ptr<Engine>> open(EngineOptions options);
  /// Waits for background work; every coroutine must have ended.
  ~Engine() override;

  Task<Result<GetItemResponse>> get_item(GetItemRequest request) override;
  Task<Result<WriteItemResponse>> put_item(PutItemRequest request) override;
  Task<Result<WriteItemResponse>> update_item(UpdateItemRequest request) override;
  Task<Result<WriteItemResponse>> delete_item(DeleteItemRequest request) override;
  Task<Result<BatchGetItemResponse>> batch_get_item(BatchGetItemRequest request) override;
  Task<Result<BatchWriteItemResponse>> batch_write_item(BatchWriteItemRequest request) override;
  Task<Result<TransactGetItemsResponse>> transact_get_items(
      TransactGetItemsRequest request) override;
  Task<Result<TransactWriteItemsResponse>> transact_write_items(
      TransactWriteItemsRequest request) override;
  Task<Result<ReadManyResponse>> query(QueryRequest request) override;
  Task<Result<ReadManyResponse>> scan(ScanRequest request) override;

  Task<Result<TableDescription>> create_table(CreateTableRequest request) override;
  Task<Result<TableDescription>> describe_table(DescribeTableRequest request) override;
  Task<Result<TableDescription>> update_table(UpdateTableRequest request) override;
  Task<Result<TableDescription>> delete_table(DeleteTableRequest request) override;
  Task<Result<ListTablesResponse>> list_tables(ListTablesRequest request) override;
  Task<Result<DescribeLimitsResponse>> describe_limits() override;

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

  /// Partitions, their load and throttles, of every table and index. Never blocks requests long.
  EngineStatistics statistics() const;

  /// One round of background work, on the calling thread: throughput's clock, backfills, drops of
  /// data, state changes that are due. False: nothing was left to do.
  bool maintain();

 private:
  explicit Engine(std::unique_ptr<Core> core);

  std::unique_ptr<Core> core_;
};

}  // namespace isotherm::engine
