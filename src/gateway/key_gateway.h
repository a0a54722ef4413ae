#pragma once

// KeyGateway: a Store that shards tables' own keys. It speaks of the application's (logical) keys
// above and of shard keys below, by the `key` rules of a schema (docs/gateway.md). The gateway of
// sharded indexes stands on it, and sees plain tables.
//
//   request -> key layout (rule + live table) -> placed request(s) -> answer with logical keys
//
// Tables without such a rule pass straight through.

#include <memory>

#include "gateway/explain.h"
#include "gateway/key_layouts.h"
#include "store/forwarding_store.h"

namespace isotherm::gateway {

class KeyGateway final : public ForwardingStore {
 public:
  /// `below` must outlive this. `concurrency`: physical reads of one scatter under way at a time.
  KeyGateway(Store& below, std::shared_ptr<const schema::Schema> schema, int concurrency);

  void use_schema(std::shared_ptr<const schema::Schema> schema);
  void extend_schema(std::shared_ptr<const schema::Schema> schema) {
    layouts_.extend_schema(std::move(schema));
  }
  void forget(std::string_view table) { layouts_.forget(table); }

  /// Holds the rules of keys against the live tables and a sample of what is in them.
  Task<Result<schema::Problems>> check_schema(const schema::Schema& schema);

  /// What the requests of a plan become when they go through here.
  Task<Result<Plan>> explain(Plan plan);

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
  Task<Result<UpdateTimeToLiveResponse>> update_time_to_live(
      UpdateTimeToLiveRequest request) override;

  Task<Result<DescribeStreamResponse>> describe_stream(DescribeStreamRequest request) override;
  Task<Result<GetRecordsResponse>> get_records(GetRecordsRequest request) override;

  Task<Result<BackupDescription>> describe_backup(DescribeBackupRequest request) override;
  Task<Result<BackupDescription>> delete_backup(DeleteBackupRequest request) override;
  Task<Result<TableDescription>> restore_table_from_backup(
      RestoreTableFromBackupRequest request) override;
  Task<Result<TableDescription>> restore_table_to_point_in_time(
      RestoreTableToPointInTimeRequest request) override;
  Task<Result<ImportDescription>> import_table(ImportTableRequest request) override;
  Task<Result<ExportDescription>> export_table(ExportTableRequest request) override;

 private:
  using RulePtr = std::shared_ptr<const schema::TableRule>;

  Task<Result<WriteItemResponse>> put_placed(PutItemRequest request);
  template <class Request, class Response>
  Task<Result<Response>> item_operation(Request request,
                                        Task<Result<Response>> (Store::*operation)(Request));
  Task<Result<WriteItemResponse>> write_one(std::string table, WriteRequest write);
  Task<Result<ReadManyResponse>> query_placed(QueryRequest request);
  Task<Result<ReadManyResponse>> query_view(KeyLayoutPtr layout, const ShardedIndex& view,
                                            QueryRequest request);
  Task<Result<ReadManyResponse>> scan_placed(ScanRequest request);
  Task<Result<TableDescription>> create_placed(RulePtr rule, CreateTableRequest request);
  Task<Result<TableDescription>> update_table_placed(RulePtr rule, UpdateTableRequest request);
  Task<Result<TableDescription>> described(RulePtr rule, Task<Result<TableDescription>> answer);
  /// Whether the items of `source` may become those of `target`: both have the same rule, or none.
  Result<void> check_restore(std::string_view source, std::string_view target) const;

  /// Notes an answer that a stale description of the table would explain.
  template <class Response>
  void note(std::string_view table, const Result<Response>& answer) {
    if (answer.ok()) return;
    const ErrorCode code = answer.error().code();
    if (code == ErrorCode::validation || code == ErrorCode::resource_not_found)
      layouts_.forget(table);
  }

  std::size_t concurrency_;
  KeyLayouts layouts_;
};

}  // namespace isotherm::gateway
