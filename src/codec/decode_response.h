#pragma once

// Responses and errors out of the JSON that a server answered: what a client reads. encode.h writes
// them.
//
// Liberal: members that are not known are ignored, those that are missing or null have the struct's
// default, one ConsumedCapacity may stand where a list of them is expected and the reverse. An
// answer that is no JSON, or without what the struct cannot do without, is an `internal` error that
// says what is wrong. Units that an answer gives only as a sum are those of reads or of writes, as
// the operation is.
//
// Where an answer has its struct in a member, that is unwrapped: a TableDescription is read from
// "Table" (DescribeTable) and from "TableDescription" (all others) alike. The types of key
// attributes are those of AttributeDefinitions; answers without these (of streams and backups)
// leave them at S.

#include <string_view>

#include "model/error.h"
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

template <class Response>
Result<Response> decode_response(std::string_view body);

template <>
Result<GetItemResponse> decode_response(std::string_view body);
template <>
Result<WriteItemResponse> decode_response(std::string_view body);
template <>
Result<BatchGetItemResponse> decode_response(std::string_view body);
template <>
Result<BatchWriteItemResponse> decode_response(std::string_view body);
template <>
Result<TransactGetItemsResponse> decode_response(std::string_view body);
template <>
Result<TransactWriteItemsResponse> decode_response(std::string_view body);
template <>
Result<ReadManyResponse> decode_response(std::string_view body);
template <>
Result<TableDescription> decode_response(std::string_view body);
template <>
Result<ListTablesResponse> decode_response(std::string_view body);
template <>
Result<DescribeLimitsResponse> decode_response(std::string_view body);
template <>
Result<ContributorInsights> decode_response(std::string_view body);
template <>
Result<ListContributorInsightsResponse> decode_response(std::string_view body);
template <>
Result<UpdateTimeToLiveResponse> decode_response(std::string_view body);
template <>
Result<DescribeTimeToLiveResponse> decode_response(std::string_view body);
template <>
Result<Done> decode_response(std::string_view body);
template <>
Result<ListTagsOfResourceResponse> decode_response(std::string_view body);
template <>
Result<ResourcePolicyRevision> decode_response(std::string_view body);
template <>
Result<GetResourcePolicyResponse> decode_response(std::string_view body);
template <>
Result<ListStreamsResponse> decode_response(std::string_view body);
template <>
Result<DescribeStreamResponse> decode_response(std::string_view body);
template <>
Result<GetShardIteratorResponse> decode_response(std::string_view body);
template <>
Result<GetRecordsResponse> decode_response(std::string_view body);
template <>
Result<BackupDetails> decode_response(std::string_view body);
template <>
Result<BackupDescription> decode_response(std::string_view body);
template <>
Result<ListBackupsResponse> decode_response(std::string_view body);
template <>
Result<ContinuousBackupsDescription> decode_response(std::string_view body);
template <>
Result<ExportDescription> decode_response(std::string_view body);
template <>
Result<ImportDescription> decode_response(std::string_view body);
template <>
Result<ListExportsResponse> decode_response(std::string_view body);
template <>
Result<ListImportsResponse> decode_response(std::string_view body);

/// The error of an answer with a status other than 200. `error_type` is the header
/// `x-amzn-errortype`: it counts where the body names no exception. What names no exception that
/// Isotherm knows is `service_unavailable` (503), `internal` (other 5xx), `throttling` (429), or
/// `validation` (other 4xx), with the name and the text in its message.
Error decode_error(int http_status, std::string_view body, std::string_view error_type = {});

}  // namespace isotherm::codec
