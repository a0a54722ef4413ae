#pragma once

// IndexTables: a Store whose tables have global indexes that lie in tables of their own. It stands
// below the sharding: to what is above, such an index is one that the store has, with the same
// reads, so that a sharded index can lie in a table too.
//
//   Gateway (shards, hidden attributes) -> IndexTables -> the store
//
// `maintain: transaction`: a write of an item is one transaction with the writes of its entries, on
// the condition that the item is still as it was read, by its version (isotherm#version). So the
// index is never behind its table, and can be read consistently. `maintain: stream`: entries are
// written by others.
//
// Index tables are hidden: no request can name one.

#include <functional>
#include <memory>

#include "gateway/index_write.h"
#include "gateway/indexed_tables.h"
#include "store/forwarding_store.h"

namespace isotherm::gateway {

class IndexTables final : public ForwardingStore {
 public:
  /// `attempts`: times that a write is tried when other writers get in between.
  IndexTables(Store& below, std::shared_ptr<const schema::Schema> schema, int attempts);

  void use_schema(std::shared_ptr<const schema::Schema> schema);

  /// Those of the tables that have index tables, by name.
  Task<Result<std::map<std::string, IndexedTablePtr, std::less<>>>> planned(
      std::vector<std::string> tables);

  /// Every way in which live index tables do not fit their rules.
  Task<Result<schema::Problems>> check_schema();

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
  Task<Result<UpdateTimeToLiveResponse>> update_time_to_live(
      UpdateTimeToLiveRequest request) override;

  Task<Result<ContributorInsights>> describe_contributor_insights(
      DescribeContributorInsightsRequest request) override;
  Task<Result<ContributorInsights>> update_contributor_insights(
      UpdateContributorInsightsRequest request) override;
  Task<Result<ListContributorInsightsResponse>> list_contributor_insights(
      ListContributorInsightsRequest request) override;

  Task<Result<GetRecordsResponse>> get_records(GetRecordsRequest request) override;

  Task<Result<TableDescription>> restore_table_from_backup(
      RestoreTableFromBackupRequest request) override;
  Task<Result<TableDescription>> restore_table_to_point_in_time(
      RestoreTableToPointInTimeRequest request) override;
  Task<Result<ImportDescription>> import_table(ImportTableRequest request) override;

 private:
  /// The table when its writes write entries; nullptr: it passes through.
  Task<Result<IndexedTablePtr>> maintained(std::string table);

  Task<Result<WriteItemResponse>> write(IndexedTablePtr table, TransactWriteAction action);
  Task<Result<WriteItemResponse>> write_read_item(const IndexedAction& action);
  Task<Result<std::optional<Item>>> read_stored(const IndexedAction& action);
  Task<Result<WriteItemResponse>> send(const IndexedAction& action, PhysicalWrites writes);
  Task<Result<WriteItemResponse>> send_alone(TransactWriteAction base);
  Task<Result<TransactWriteItemsResponse>> transact(std::vector<IndexedAction> actions,
                                                    TransactWriteItemsRequest request);
  Task<Result<ReadManyResponse>> query_index(IndexedTablePtr table, const IndexTable& index,
                                             QueryRequest request);
  Task<Result<ReadManyResponse>> scan_index(IndexedTablePtr table, const IndexTable& index,
                                            ScanRequest request);
  /// The layout of a read's table, asked anew when the index that it names is not known.
  Task<Result<IndexedTablePtr>> table_of(const ReadManyRequest& request);

  Task<Result<void>> create_index_table(const IndexTable& index, CreateTableRequest like,
                                        const SecondaryIndexRequest& wanted);
  Task<Result<void>> fill(IndexedTablePtr table);
  Task<Result<TableDescription>> change_indexes(IndexedTablePtr table, UpdateTableRequest request);
  Task<Result<TableDescription>> described(std::string table);
  /// Notes an answer that a stale description of the table would explain.
  template <class Response>
  void note(std::string_view table, const Result<Response>& answer);

  IndexedTables tables_;
  int attempts_;
};

template <class Response>
void IndexTables::note(std::string_view table, const Result<Response>& answer) {
  if (answer.ok()) return;
  const ErrorCode code = answer.error().code();
  if (code == ErrorCode::validation || code == ErrorCode::resource_not_found) tables_.forget(table);
}

}  // namespace isotherm::gateway
