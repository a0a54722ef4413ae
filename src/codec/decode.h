#pragma once

// Requests out of JSON bodies: everything that the service checks before an operation's own logic
// (reader.h says in which order). What is logic, also when it needs no table, is the Store's:
// expressions, key sizes, parameters that exclude each other.

#include <string_view>

#include "partiql/operations.h"
#include "store/backup_operations.h"
#include "store/batch_operations.h"
#include "store/export_operations.h"
#include "store/insight_operations.h"
#include "store/item_operations.h"
#include "store/read_operations.h"
#include "store/stream_operations.h"
#include "store/table_operations.h"
#include "store/table_settings_operations.h"
#include "store/transaction_operations.h"

namespace isotherm::codec {

template <class Request>
Result<Request> decode(std::string_view body);

template <>
Result<GetItemRequest> decode(std::string_view body);
template <>
Result<PutItemRequest> decode(std::string_view body);
template <>
Result<UpdateItemRequest> decode(std::string_view body);
template <>
Result<DeleteItemRequest> decode(std::string_view body);
template <>
Result<BatchGetItemRequest> decode(std::string_view body);
template <>
Result<BatchWriteItemRequest> decode(std::string_view body);
template <>
Result<partiql::ExecuteTransactionRequest> decode(std::string_view body);
template <>
Result<TransactGetItemsRequest> decode(std::string_view body);
template <>
Result<TransactWriteItemsRequest> decode(std::string_view body);
template <>
Result<partiql::BatchExecuteStatementRequest> decode(std::string_view body);
template <>
Result<partiql::ExecuteStatementRequest> decode(std::string_view body);
template <>
Result<QueryRequest> decode(std::string_view body);
template <>
Result<ScanRequest> decode(std::string_view body);
template <>
Result<CreateTableRequest> decode(std::string_view body);
template <>
Result<DescribeTableRequest> decode(std::string_view body);
template <>
Result<UpdateTableRequest> decode(std::string_view body);
template <>
Result<DeleteTableRequest> decode(std::string_view body);
template <>
Result<ListTablesRequest> decode(std::string_view body);
template <>
Result<DescribeContributorInsightsRequest> decode(std::string_view body);
template <>
Result<UpdateContributorInsightsRequest> decode(std::string_view body);
template <>
Result<ListContributorInsightsRequest> decode(std::string_view body);

template <>
Result<UpdateTimeToLiveRequest> decode(std::string_view body);
template <>
Result<DescribeTimeToLiveRequest> decode(std::string_view body);
template <>
Result<TagResourceRequest> decode(std::string_view body);
template <>
Result<UntagResourceRequest> decode(std::string_view body);
template <>
Result<ListTagsOfResourceRequest> decode(std::string_view body);
template <>
Result<PutResourcePolicyRequest> decode(std::string_view body);
template <>
Result<GetResourcePolicyRequest> decode(std::string_view body);
template <>
Result<DeleteResourcePolicyRequest> decode(std::string_view body);
template <>
Result<ListStreamsRequest> decode(std::string_view body);
template <>
Result<DescribeStreamRequest> decode(std::string_view body);
template <>
Result<GetShardIteratorRequest> decode(std::string_view body);
template <>
Result<GetRecordsRequest> decode(std::string_view body);
template <>
Result<CreateBackupRequest> decode(std::string_view body);
template <>
Result<DeleteBackupRequest> decode(std::string_view body);
template <>
Result<DescribeBackupRequest> decode(std::string_view body);
template <>
Result<ListBackupsRequest> decode(std::string_view body);
template <>
Result<RestoreTableFromBackupRequest> decode(std::string_view body);
template <>
Result<RestoreTableToPointInTimeRequest> decode(std::string_view body);
template <>
Result<UpdateContinuousBackupsRequest> decode(std::string_view body);
template <>
Result<DescribeContinuousBackupsRequest> decode(std::string_view body);
template <>
Result<DescribeExportRequest> decode(std::string_view body);
template <>
Result<DescribeImportRequest> decode(std::string_view body);
template <>
Result<ExportTableRequest> decode(std::string_view body);
template <>
Result<ImportTableRequest> decode(std::string_view body);
template <>
Result<ListExportsRequest> decode(std::string_view body);
template <>
Result<ListImportsRequest> decode(std::string_view body);

/// Checks the body of an operation without parameters: one JSON object, or nothing.
Result<void> decode_nothing(std::string_view body);

}  // namespace isotherm::codec
