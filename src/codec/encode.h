#pragma once

// Responses and errors into JSON bodies, appended to `out`.

#include <string>

#include "model/error.h"
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

/// What a request asked to be told about its cost.
struct Shown {
  ReturnConsumedCapacity capacity = ReturnConsumedCapacity::none;
};

void encode(const GetItemResponse& response, Shown shown, std::string& out);
void encode(const WriteItemResponse& response, Shown shown, std::string& out);
void encode(const BatchGetItemResponse& response, Shown shown, std::string& out);
void encode(const BatchWriteItemResponse& response, Shown shown, std::string& out);
void encode(const partiql::ExecuteTransactionResponse& response, Shown shown, std::string& out);
void encode(const TransactGetItemsResponse& response, Shown shown, std::string& out);
void encode(const TransactWriteItemsResponse& response, Shown shown, std::string& out);
void encode(const partiql::BatchExecuteStatementResponse& response, Shown shown, std::string& out);
void encode(const partiql::ExecuteStatementResponse& response, Shown shown, std::string& out);
void encode(const ReadManyResponse& response, Shown shown, std::string& out);
void encode(const ListTablesResponse& response, Shown shown, std::string& out);
void encode(const DescribeLimitsResponse& response, Shown shown, std::string& out);
void encode(const ContributorInsights& insights, Shown shown, std::string& out);
void encode(const ListContributorInsightsResponse& response, Shown shown, std::string& out);
/// As UpdateContributorInsights answers: less than DescribeContributorInsights tells.
void encode_insights_update(const ContributorInsights& insights, std::string& out);

void encode(const UpdateTimeToLiveResponse& response, Shown shown, std::string& out);
void encode(const DescribeTimeToLiveResponse& response, Shown shown, std::string& out);
void encode(const Done& response, Shown shown, std::string& out);
void encode(const ListTagsOfResourceResponse& response, Shown shown, std::string& out);
void encode(const ResourcePolicyRevision& response, Shown shown, std::string& out);
void encode(const GetResourcePolicyResponse& response, Shown shown, std::string& out);
void encode(const ListStreamsResponse& response, Shown shown, std::string& out);
void encode(const DescribeStreamResponse& response, Shown shown, std::string& out);
void encode(const GetShardIteratorResponse& response, Shown shown, std::string& out);
void encode(const GetRecordsResponse& response, Shown shown, std::string& out);
void encode(const BackupDetails& details, Shown shown, std::string& out);
void encode(const BackupDescription& backup, Shown shown, std::string& out);
void encode(const ListBackupsResponse& response, Shown shown, std::string& out);
void encode(const ContinuousBackupsDescription& backups, Shown shown, std::string& out);
void encode(const ExportDescription& response, Shown shown, std::string& out);
void encode(const ImportDescription& response, Shown shown, std::string& out);
void encode(const ListExportsResponse& response, Shown shown, std::string& out);
void encode(const ListImportsResponse& response, Shown shown, std::string& out);

/// `{"<member>":{…}}`: DescribeTable names its description "Table", the others
/// "TableDescription".
void encode_table(const TableDescription& table, std::string_view member, std::string& out);

/// `{"__type":"com.amazonaws.dynamodb.v20120810#…","message":"…"}`
void encode_error(const Error& error, std::string& out);
/// 400, 500 or 503.
int http_status(ErrorCode code);

}  // namespace isotherm::codec
