#include "wire/needs.h"

#include <algorithm>

#include "signing/table_rights.h"

namespace isotherm::wire {
namespace {

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '.';
}

Needs reads(const std::string& resource) { return {{Right::read, resource}}; }
Needs changes_table(const std::string& resource) { return {{Right::table, resource}}; }

/// Lists are of one table, or of all.
Needs lists(const std::optional<std::string>& table) {
  return reads(table ? *table : std::string(signing::every_table));
}

Need write_need(const PutItemRequest& request) {
  return {Right::write, request.table_name, "PutItem", "PartiQLInsert"};
}
Need write_need(const UpdateItemRequest& request) {
  return {Right::write, request.table_name, "UpdateItem", "PartiQLUpdate"};
}
Need write_need(const DeleteItemRequest& request) {
  return {Right::write, request.table_name, "DeleteItem", "PartiQLDelete"};
}
/// It tells of an item, and changes none.
Need write_need(const ConditionCheckRequest& request) {
  return {Right::read, request.table_name, "ConditionCheckItem", "PartiQLSelect"};
}

Needs reads_many(const ReadManyRequest& request) {
  return {{Right::read, request.table_name, {}, "PartiQLSelect", request.index_name.value_or("")}};
}

/// "arn:…:table/User/stream/…|1|…": the stream's ARN, then what is opaque.
std::string stream_of(const std::string& iterator) {
  return iterator.substr(0, iterator.find('|'));
}

}  // namespace

std::optional<std::string_view> named_table(std::string_view resource) {
  if (resource == signing::every_table) return resource;
  if (resource.starts_with("arn:")) {
    // arn:partition:service:region:account:table/name, and perhaps more behind a slash.
    constexpr int fields = 5;
    for (int field = 0; field < fields; ++field) {
      const std::size_t colon = resource.find(':');
      if (colon == std::string_view::npos) return std::nullopt;
      if (resource.substr(0, colon).find('/') != std::string_view::npos) return std::nullopt;
      resource.remove_prefix(colon + 1);
    }
    constexpr std::string_view kind = "table/";
    if (!resource.starts_with(kind)) return std::nullopt;
    resource.remove_prefix(kind.size());
    resource = resource.substr(0, resource.find('/'));
  }
  if (resource.empty() || !std::ranges::all_of(resource, is_name_character)) return std::nullopt;
  return resource;
}

Needs needs_of(const GetItemRequest& request) {
  return {{Right::read, request.table_name, {}, "PartiQLSelect"}};
}
Needs needs_of(const PutItemRequest& request) { return {write_need(request)}; }
Needs needs_of(const UpdateItemRequest& request) { return {write_need(request)}; }
Needs needs_of(const DeleteItemRequest& request) { return {write_need(request)}; }
Needs needs_of(const QueryRequest& request) { return reads_many(request); }
Needs needs_of(const ScanRequest& request) { return reads_many(request); }

Needs needs_of(const BatchGetItemRequest& request) {
  Needs needs;
  for (const auto& [table, keys] : request.request_items)
    needs.push_back({Right::read, table, {}, "PartiQLSelect"});
  return needs;
}
Needs needs_of(const BatchWriteItemRequest& request) {
  Needs needs;
  for (const auto& [table, writes] : request.request_items) needs.push_back({Right::write, table});
  return needs;
}
Needs needs_of(const TransactGetItemsRequest& request) {
  Needs needs;
  for (const TransactGet& get : request.gets)
    needs.push_back({Right::read, get.table_name, "GetItem", "PartiQLSelect"});
  return needs;
}
Needs needs_of(const TransactWriteItemsRequest& request) {
  Needs needs;
  for (const TransactWriteAction& action : request.actions)
    needs.push_back(std::visit([](const auto& each) { return write_need(each); }, action));
  return needs;
}

Needs needs_of(const DescribeTableRequest& request) {
  return {{Right::describe, request.table_name}};
}
Needs needs_of(const CreateTableRequest& request) { return changes_table(request.table_name); }
Needs needs_of(const UpdateTableRequest& request) { return changes_table(request.table_name); }
Needs needs_of(const DeleteTableRequest& request) { return changes_table(request.table_name); }
Needs needs_of(const ListTablesRequest&) { return lists(std::nullopt); }

Needs needs_of(const DescribeContributorInsightsRequest& request) {
  return reads(request.table_name);
}
Needs needs_of(const UpdateContributorInsightsRequest& request) {
  return changes_table(request.table_name);
}
Needs needs_of(const ListContributorInsightsRequest& request) { return lists(request.table_name); }
Needs needs_of(const UpdateTimeToLiveRequest& request) { return changes_table(request.table_name); }
Needs needs_of(const DescribeTimeToLiveRequest& request) { return reads(request.table_name); }
Needs needs_of(const TagResourceRequest& request) { return changes_table(request.resource_arn); }
Needs needs_of(const UntagResourceRequest& request) { return changes_table(request.resource_arn); }
Needs needs_of(const ListTagsOfResourceRequest& request) { return reads(request.resource_arn); }
Needs needs_of(const PutResourcePolicyRequest& request) {
  return changes_table(request.resource_arn);
}
Needs needs_of(const GetResourcePolicyRequest& request) { return reads(request.resource_arn); }
Needs needs_of(const DeleteResourcePolicyRequest& request) {
  return changes_table(request.resource_arn);
}

Needs needs_of(const ListStreamsRequest& request) { return lists(request.table_name); }
Needs needs_of(const DescribeStreamRequest& request) { return reads(request.stream_arn); }
Needs needs_of(const GetShardIteratorRequest& request) { return reads(request.stream_arn); }
Needs needs_of(const GetRecordsRequest& request) {
  return reads(stream_of(request.shard_iterator));
}

Needs needs_of(const CreateBackupRequest& request) { return changes_table(request.table_name); }
Needs needs_of(const DeleteBackupRequest& request) { return changes_table(request.backup_arn); }
Needs needs_of(const DescribeBackupRequest& request) { return reads(request.backup_arn); }
Needs needs_of(const ListBackupsRequest& request) { return lists(request.table_name); }
// Who may not read a table gets no copy of it.
Needs needs_of(const RestoreTableFromBackupRequest& request) {
  return {{Right::read, request.backup_arn}, {Right::table, request.target_table_name}};
}
Needs needs_of(const RestoreTableToPointInTimeRequest& request) {
  return {{Right::read, request.source_table}, {Right::table, request.target_table_name}};
}
Needs needs_of(const UpdateContinuousBackupsRequest& request) {
  return changes_table(request.table_name);
}
Needs needs_of(const DescribeContinuousBackupsRequest& request) {
  return reads(request.table_name);
}

Needs needs_of(const DescribeExportRequest& request) { return reads(request.export_arn); }
Needs needs_of(const DescribeImportRequest& request) { return reads(request.import_arn); }
Needs needs_of(const ExportTableRequest& request) {
  return {{Right::read, request.table}, {Right::table, request.table}};
}
Needs needs_of(const ImportTableRequest& request) {
  return {{Right::table, request.table.table_name}, {Right::write, request.table.table_name}};
}
Needs needs_of(const ListExportsRequest& request) { return lists(request.table); }
Needs needs_of(const ListImportsRequest& request) { return lists(request.table); }

}  // namespace isotherm::wire
