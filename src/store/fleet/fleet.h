#pragma once

// Fleet: a Store that spreads tables over several stores by a placement of their partition keys.
//
//   the application       the fleet                     member `a`    member `b`
//   PutItem Orders k  ->  owner(k) is b             ->                PutItem orders_2 k
//   Query of an index ->  every member, merged      ->  Query         Query
//   Scan              ->  one member after the other
//
// An item collection lies whole on one member. What cannot be exact over several stores is refused
// with the reason (docs/fleet.md): a transaction over two of them, streams, backups, exports.
// Tables that no rule names are those of the store below.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "store/fleet/fleet_table.h"
#include "store/forwarding_store.h"

namespace isotherm::fleet {

struct FleetOptions {
  /// Members that one request asks at the same time.
  std::size_t concurrency = 16;
};

class Fleet final : public ForwardingStore {
 public:
  /// `below` has the tables that no rule names; it and the members' stores must outlive the fleet.
  /// Refuses, in a sentence, rules that FleetTable refuses, two of one table, and two tables in one
  /// place.
  static Expected<std::unique_ptr<Fleet>, std::string> make(Store& below,
                                                            std::vector<FleetRule> rules,
                                                            FleetOptions options = {});

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
  Task<Result<DescribeTimeToLiveResponse>> describe_time_to_live(
      DescribeTimeToLiveRequest request) override;

  Task<Result<ListStreamsResponse>> list_streams(ListStreamsRequest request) override;
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
  Task<Result<BackupDetails>> create_backup(CreateBackupRequest request) override;
  Task<Result<TableDescription>> restore_table_from_backup(
      RestoreTableFromBackupRequest request) override;
  Task<Result<TableDescription>> restore_table_to_point_in_time(
      RestoreTableToPointInTimeRequest request) override;
  Task<Result<ContinuousBackupsDescription>> update_continuous_backups(
      UpdateContinuousBackupsRequest request) override;
  Task<Result<ContinuousBackupsDescription>> describe_continuous_backups(
      DescribeContinuousBackupsRequest request) override;
  Task<Result<ExportDescription>> export_table(ExportTableRequest request) override;
  Task<Result<ImportDescription>> import_table(ImportTableRequest request) override;
  Task<Result<ContributorInsights>> describe_contributor_insights(
      DescribeContributorInsightsRequest request) override;
  Task<Result<ContributorInsights>> update_contributor_insights(
      UpdateContributorInsightsRequest request) override;

 private:
  Fleet(Store& below, FleetOptions options) : ForwardingStore(below), options_(options) {}

  /// The table that a request's TableName means, or nullptr: it is the store's below.
  FleetTable* find_table(std::string_view name_or_arn) const;

  Task<Result<ReadManyResponse>> query_member(const FleetTable& table, MemberIndex owner,
                                              QueryRequest request);
  /// A query of a global index: every member is asked, and the answers are merged.
  Task<Result<ReadManyResponse>> query_index(const FleetTable& table,
                                             const TableDescription& description,
                                             const GlobalSecondaryIndex& index,
                                             QueryRequest request);

  /// The tables of the store below that are none of the fleet's places.
  Task<Result<ListTablesResponse>> list_below(ListTablesRequest request);
  /// Whether a table of the store below is where a fleet's table lies.
  bool is_place(std::string_view table_below) const;

  /// The first table of the fleet among those of a batch, or nullptr.
  template <class Tables>
  const FleetTable* first_table(const Tables& tables) const {
    for (const auto& [asked, some] : tables)
      if (const FleetTable* table = find_table(asked)) return table;
    return nullptr;
  }

  FleetOptions options_;
  std::map<std::string, std::unique_ptr<FleetTable>, std::less<>> tables_;
};

}  // namespace isotherm::fleet
