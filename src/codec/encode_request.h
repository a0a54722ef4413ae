#pragma once

// Requests into JSON bodies, appended to `out`: what a client sends. decode.h reads them.
//
// An absent optional is left out, one that was given and is empty is written empty; what says
// NONE by default is written only when it says more. The fingerprint of a transaction's token is
// between stores of one process and is not sent.

#include <string>
#include <string_view>

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

/// The body of an operation without parameters: DescribeLimits.
inline constexpr std::string_view empty_request = "{}";

void encode_request(const GetItemRequest& request, std::string& out);
void encode_request(const PutItemRequest& request, std::string& out);
void encode_request(const UpdateItemRequest& request, std::string& out);
void encode_request(const DeleteItemRequest& request, std::string& out);
void encode_request(const BatchGetItemRequest& request, std::string& out);
void encode_request(const BatchWriteItemRequest& request, std::string& out);
void encode_request(const TransactGetItemsRequest& request, std::string& out);
void encode_request(const TransactWriteItemsRequest& request, std::string& out);
void encode_request(const QueryRequest& request, std::string& out);
void encode_request(const ScanRequest& request, std::string& out);

void encode_request(const CreateTableRequest& request, std::string& out);
void encode_request(const DescribeTableRequest& request, std::string& out);
void encode_request(const UpdateTableRequest& request, std::string& out);
void encode_request(const DeleteTableRequest& request, std::string& out);
void encode_request(const ListTablesRequest& request, std::string& out);
void encode_request(const DescribeContributorInsightsRequest& request, std::string& out);
void encode_request(const UpdateContributorInsightsRequest& request, std::string& out);
void encode_request(const ListContributorInsightsRequest& request, std::string& out);

void encode_request(const UpdateTimeToLiveRequest& request, std::string& out);
void encode_request(const DescribeTimeToLiveRequest& request, std::string& out);
void encode_request(const TagResourceRequest& request, std::string& out);
void encode_request(const UntagResourceRequest& request, std::string& out);
void encode_request(const ListTagsOfResourceRequest& request, std::string& out);
void encode_request(const PutResourcePolicyRequest& request, std::string& out);
void encode_request(const GetResourcePolicyRequest& request, std::string& out);
void encode_request(const DeleteResourcePolicyRequest& request, std::string& out);

void encode_request(const ListStreamsRequest& request, std::string& out);
void encode_request(const DescribeStreamRequest& request, std::string& out);
void encode_request(const GetShardIteratorRequest& request, std::string& out);
void encode_request(const GetRecordsRequest& request, std::string& out);

void encode_request(const CreateBackupRequest& request, std::string& out);
void encode_request(const DeleteBackupRequest& request, std::string& out);
void encode_request(const DescribeBackupRequest& request, std::string& out);
void encode_request(const ListBackupsRequest& request, std::string& out);
void encode_request(const RestoreTableFromBackupRequest& request, std::string& out);
void encode_request(const RestoreTableToPointInTimeRequest& request, std::string& out);
void encode_request(const UpdateContinuousBackupsRequest& request, std::string& out);
void encode_request(const DescribeContinuousBackupsRequest& request, std::string& out);

void encode_request(const DescribeExportRequest& request, std::string& out);
void encode_request(const DescribeImportRequest& request, std::string& out);
void encode_request(const ExportTableRequest& request, std::string& out);
void encode_request(const ImportTableRequest& request, std::string& out);
void encode_request(const ListExportsRequest& request, std::string& out);
void encode_request(const ListImportsRequest& request, std::string& out);

}  // namespace isotherm::codec
