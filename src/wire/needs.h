#pragma once

// What a request needs: which right on which table, for each table that it touches. One function
// for each kind of request, so that a kind without one does not compile.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/store.h"

namespace isotherm::wire {

/// `describe`: to read a table's description, which statements do to plan. Granted as `read` is.
enum class Right { read, describe, write, table };

struct Need {
  Right right;
  /// A table's name, or the ARN of one or of what belongs to it; "*": all tables.
  std::string resource;
  /// What the service calls it in errors, when that is not the name of the request's operation; and
  /// what it calls it when a statement does it.
  std::string_view action = {};
  std::string_view statement_action = {};
  /// Of a query or scan.
  std::string index = {};
};

using Needs = std::vector<Need>;

/// The table that a name or an ARN is about; "*" stands for all. Nothing: it is no name of a table
/// and no ARN of one, and must not be taken for any.
std::optional<std::string_view> named_table(std::string_view resource);

Needs needs_of(const GetItemRequest& request);
Needs needs_of(const PutItemRequest& request);
Needs needs_of(const UpdateItemRequest& request);
Needs needs_of(const DeleteItemRequest& request);
Needs needs_of(const BatchGetItemRequest& request);
Needs needs_of(const BatchWriteItemRequest& request);
Needs needs_of(const TransactGetItemsRequest& request);
Needs needs_of(const TransactWriteItemsRequest& request);
Needs needs_of(const QueryRequest& request);
Needs needs_of(const ScanRequest& request);
Needs needs_of(const CreateTableRequest& request);
Needs needs_of(const DescribeTableRequest& request);
Needs needs_of(const UpdateTableRequest& request);
Needs needs_of(const DeleteTableRequest& request);
Needs needs_of(const ListTablesRequest& request);
Needs needs_of(const DescribeContributorInsightsRequest& request);
Needs needs_of(const UpdateContributorInsightsRequest& request);
Needs needs_of(const ListContributorInsightsRequest& request);
Needs needs_of(const UpdateTimeToLiveRequest& request);
Needs needs_of(const DescribeTimeToLiveRequest& request);
Needs needs_of(const TagResourceRequest& request);
Needs needs_of(const UntagResourceRequest& request);
Needs needs_of(const ListTagsOfResourceRequest& request);
Needs needs_of(const PutResourcePolicyRequest& request);
Needs needs_of(const GetResourcePolicyRequest& request);
Needs needs_of(const DeleteResourcePolicyRequest& request);
Needs needs_of(const ListStreamsRequest& request);
Needs needs_of(const DescribeStreamRequest& request);
Needs needs_of(const GetShardIteratorRequest& request);
Needs needs_of(const GetRecordsRequest& request);
Needs needs_of(const CreateBackupRequest& request);
Needs needs_of(const DeleteBackupRequest& request);
Needs needs_of(const DescribeBackupRequest& request);
Needs needs_of(const ListBackupsRequest& request);
Needs needs_of(const RestoreTableFromBackupRequest& request);
Needs needs_of(const RestoreTableToPointInTimeRequest& request);
Needs needs_of(const UpdateContinuousBackupsRequest& request);
Needs needs_of(const DescribeContinuousBackupsRequest& request);
Needs needs_of(const DescribeExportRequest& request);
Needs needs_of(const DescribeImportRequest& request);
Needs needs_of(const ExportTableRequest& request);
Needs needs_of(const ImportTableRequest& request);
Needs needs_of(const ListExportsRequest& request);
Needs needs_of(const ListImportsRequest& request);

}  // namespace isotherm::wire
