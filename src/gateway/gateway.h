#pragma once

// Gateway: a Store that shards. It speaks of the application's (logical) indexes above and of the
// physical ones below, by a schema; the application cannot tell, except by speed. What it cannot
// answer exactly it refuses with the reason (docs/gateway.md).
//
//   request -> layout (schema + live table) -> plan -> physical requests -> merge -> answer
//
// Tables without a sharded index pass straight through, to where tables' own keys are sharded
// (key_gateway.h).

#include <functional>
#include <memory>
#include <mutex>

#include "gateway/explain.h"
#include "gateway/hedge.h"
#include "schema/schema.h"
#include "store/forwarding_store.h"

namespace isotherm::gateway {

class CursorSeal;

struct GatewayOptions {
  /// Physical reads of one scatter that are under way at the same time.
  int scatter_concurrency = 16;
  /// Times that an update which must read first is tried when other writers get in between.
  int update_attempts = 10;
  /// When a shard is asked a second time.
  HedgeOptions hedge = {};
  /// Seals the cursors of sharded indexes; absent: they are those of plain ones.
  std::shared_ptr<const CursorSeal> cursor_seal = nullptr;
  /// Told of each query of all shards of an index with `scatter: warn`.
  std::function<void(std::string_view table, std::string_view index)> on_scatter = nullptr;
};

class KeyGateway;
class IndexTables;
class Layout;
class Layouts;
struct TransactionPlan;
struct UpdatePlan;

/// What stands below the sharding of indexes: tables' own keys are as the application knows them,
/// and indexes in tables of their own look like the store's.
class GatewayFloor {
 protected:
  GatewayFloor(Store& below, std::shared_ptr<const schema::Schema> schema,
               const GatewayOptions& options);
  ~GatewayFloor();

  /// Tables with the keys that the application knows.
  std::unique_ptr<KeyGateway> keys_;
  std::unique_ptr<IndexTables> index_tables_;
};

class Gateway final : private GatewayFloor, public ForwardingStore {
 public:
  /// `below` must outlive the gateway.
  Gateway(Store& below, std::shared_ptr<const schema::Schema> schema, GatewayOptions options = {});
  ~Gateway() override;

  /// Goes on with another schema; requests under way end with the one they began with.
  void use_schema(std::shared_ptr<const schema::Schema> schema);
  std::shared_ptr<const schema::Schema> current_schema() const;

  /// Holds the schema against the live tables, and against a sample of what is in their sharded
  /// indexes: every problem of all tables, by line.
  Task<Result<schema::Problems>> check_schema();

  /// What `request` would become, without doing it. Reads table descriptions, and
  /// items only for the check of a table's first use.
  Task<Result<Plan>> explain(LogicalRequest request);

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
  Task<Result<GetItemResponse>> get_sharded(GetItemRequest request);
  Task<Result<WriteItemResponse>> put_sharded(PutItemRequest request);
  Task<Result<WriteItemResponse>> update_sharded(UpdateItemRequest request);
  Task<Result<WriteItemResponse>> delete_sharded(DeleteItemRequest request);
  /// Goes on with one rule more.
  void extend_schema(schema::TableRule rule);
  Task<Result<TableDescription>> create_by_wildcard(CreateTableRequest request);
  /// A table that is restored lies as its source does, where the wildcard rules.
  void adopt_rule(std::string_view source, const std::string& target);
  /// Tables from before a wildcard's rule: nothing tells how they lie.
  Task<Result<schema::Problems>> older_tables(const schema::Schema& schema);
  Task<Result<ReadManyResponse>> read_sharded(QueryRequest request);
  Task<Result<ReadManyResponse>> read_sharded(ScanRequest request);
  /// Whether the request reads an index whose cursors are sealed.
  bool seals_cursors(const ReadManyRequest& request) const;
  template <class Request>
  Task<Result<ReadManyResponse>> read_sealed(Request request);
  Task<Result<TableDescription>> create_sharded(CreateTableRequest request);
  Task<Result<TableDescription>> describe_sharded(DescribeTableRequest request);
  Task<Result<TableDescription>> update_table_sharded(UpdateTableRequest request);
  Task<Result<TableDescription>> delete_table_sharded(DeleteTableRequest request);

  /// The layout of a request's table, asked anew when the named index is not in the known one.
  Task<Result<std::shared_ptr<const Layout>>> layout_with_index(std::string table,
                                                                std::string index);
  Task<Result<WriteItemResponse>> read_then_update(const UpdatePlan& plan);
  Task<Result<TransactWriteItemsResponse>> transact_planned(const TransactionPlan& plan);
  /// What is wrong with a request that names a sharded index: the store's word, when it refuses the
  /// request even before it looks for the index; else ours.
  template <class Request>
  Task<Error> first_error(Request request, Error ours);
  /// Notes an answer that a stale description of the table would explain.
  template <class Response>
  void note(std::string_view table, const Result<Response>& answer);

  GatewayOptions options_;
  std::unique_ptr<Hedge> hedge_;
  std::unique_ptr<Layouts> layouts_;
  std::mutex extending_;
};

}  // namespace isotherm::gateway
