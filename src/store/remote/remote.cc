#include "store/remote/remote.h"

#include <random>

#include "codec/decode_response.h"
#include "codec/encode_request.h"

namespace isotherm::remote {
namespace {

constexpr std::string_view prefix = "DynamoDB_20120810.";
constexpr std::string_view streams_prefix = "DynamoDBStreams_20120810.";

CallerOptions of_streams(CallerOptions options) {
  options.endpoint = streams_endpoint(options.endpoint);
  return options;
}

/// What a caller is told when there is no answer.
Error error_of(const CallFailure& failure) {
  if (failure.sent == Sent::nothing)
    return {ErrorCode::service_unavailable,
            "Isotherm: the upstream could not be asked: " + failure.what};
  return Error::internal(
      "Isotherm: the upstream's answer was lost, and the request may have been "
      "done: " +
      failure.what);
}

template <class Response>
Result<Response> response_of(const Called<HttpAnswer>& answer) {
  if (!answer.ok()) return error_of(answer.error());
  if (answer->status != 200)
    return codec::decode_error(answer->status, answer->body, answer->error_type);
  return codec::decode_response<Response>(answer->body);
}

/// Asks an operation of an endpoint. `caller` outlives the call.
template <class Response>
Task<Result<Response>> ask(Caller& caller, std::string target, std::string body,
                           Idempotent idempotent) {
  co_return response_of<Response>(
      co_await caller.call(std::move(target), std::move(body), idempotent));
}

template <class Request>
std::string body_of(const Request& request) {
  std::string body;
  codec::encode_request(request, body);
  return body;
}

std::string target_of(std::string_view operation, std::string_view api = prefix) {
  return std::string(api).append(operation);
}

/// A token of 32 hexadecimal digits.
std::string new_token() {
  thread_local std::mt19937_64 random{std::random_device{}()};
  constexpr std::string_view digits = "0123456789abcdef";
  std::string token;
  while (token.size() < 32) token += digits[random() % digits.size()];
  return token;
}

/// Whether an operation of that target changes nothing.
bool is_read(std::string_view target) {
  const std::string_view operation = target.substr(target.find('.') + 1);
  for (const std::string_view verb :
       {"Get", "Query", "Scan", "BatchGet", "TransactGet", "Describe", "List"})
    if (operation.starts_with(verb)) return true;
  return false;
}

}  // namespace

Remote::Remote(const CallerOptions& options) : caller_(options), streams_(of_streams(options)) {}

template <class Response, class Request>
Task<Result<Response>> Remote::read(std::string_view operation, Request request) {
  return ask<Response>(caller_, target_of(operation), body_of(request), Idempotent::yes);
}

template <class Response, class Request>
Task<Result<Response>> Remote::write(std::string_view operation, Request request) {
  return ask<Response>(caller_, target_of(operation), body_of(request), Idempotent::no);
}

template <class Response, class Request>
Task<Result<Response>> Remote::read_stream(std::string_view operation, Request request) {
  return ask<Response>(streams_, target_of(operation, streams_prefix), body_of(request),
                       Idempotent::yes);
}

Task<RawAnswer> Remote::forward(RawCall call) {
  Caller& caller = call.target.starts_with(streams_prefix) ? streams_ : caller_;
  const Idempotent idempotent = is_read(call.target) ? Idempotent::yes : Idempotent::no;
  auto answer = co_await caller.call(std::string(call.target), std::string(call.body), idempotent);
  if (!answer.ok()) co_return RawAnswer{.failure = error_of(answer.error())};
  co_return RawAnswer{answer->status, std::move(answer->body), std::move(answer->request_id),
                      std::nullopt};
}

// With a token a second try is the same transaction: the client's own, or one that is ours.
Task<Result<TransactWriteItemsResponse>> Remote::transact_write_items(
    TransactWriteItemsRequest request) {
  if (request.client_request_token && request.token_fingerprint)
    return transact_once(std::move(request));
  if (!request.client_request_token) request.client_request_token = new_token();
  return ask<TransactWriteItemsResponse>(caller_, target_of("TransactWriteItems"), body_of(request),
                                         Idempotent::yes);
}

// The actions were made of the client's, and may be others than at the first time: that the
// endpoint knows their token and not them says that the client's transaction was done.
Task<Result<TransactWriteItemsResponse>> Remote::transact_once(TransactWriteItemsRequest request) {
  const std::string token = *request.client_request_token;
  const std::string fingerprint = *request.token_fingerprint;
  if (tokens_.is_of_another(token, fingerprint, TokenMemory::Clock::now()))
    co_return Error(ErrorCode::idempotent_parameter_mismatch,
                    "A request with the same client token and other parameters was answered "
                    "before");
  request.client_request_token = derived_token(token, fingerprint);
  auto answer = co_await ask<TransactWriteItemsResponse>(caller_, target_of("TransactWriteItems"),
                                                         body_of(request), Idempotent::yes);
  const bool is_done =
      answer.ok() || answer.error().code() == ErrorCode::idempotent_parameter_mismatch;
  if (!is_done) co_return answer;
  tokens_.remember(token, fingerprint, TokenMemory::Clock::now());
  if (!answer.ok()) co_return TransactWriteItemsResponse();
  co_return answer;
}

Task<Result<DescribeLimitsResponse>> Remote::describe_limits() {
  return ask<DescribeLimitsResponse>(caller_, target_of("DescribeLimits"),
                                     std::string(codec::empty_request), Idempotent::yes);
}

Task<Result<GetItemResponse>> Remote::get_item(GetItemRequest request) {
  return read<GetItemResponse>("GetItem", std::move(request));
}
Task<Result<WriteItemResponse>> Remote::put_item(PutItemRequest request) {
  return write<WriteItemResponse>("PutItem", std::move(request));
}
Task<Result<WriteItemResponse>> Remote::update_item(UpdateItemRequest request) {
  return write<WriteItemResponse>("UpdateItem", std::move(request));
}
Task<Result<WriteItemResponse>> Remote::delete_item(DeleteItemRequest request) {
  return write<WriteItemResponse>("DeleteItem", std::move(request));
}
Task<Result<BatchGetItemResponse>> Remote::batch_get_item(BatchGetItemRequest request) {
  return read<BatchGetItemResponse>("BatchGetItem", std::move(request));
}
Task<Result<BatchWriteItemResponse>> Remote::batch_write_item(BatchWriteItemRequest request) {
  return write<BatchWriteItemResponse>("BatchWriteItem", std::move(request));
}
Task<Result<TransactGetItemsResponse>> Remote::transact_get_items(TransactGetItemsRequest request) {
  return read<TransactGetItemsResponse>("TransactGetItems", std::move(request));
}
Task<Result<ReadManyResponse>> Remote::query(QueryRequest request) {
  return read<ReadManyResponse>("Query", std::move(request));
}
Task<Result<ReadManyResponse>> Remote::scan(ScanRequest request) {
  return read<ReadManyResponse>("Scan", std::move(request));
}
Task<Result<TableDescription>> Remote::create_table(CreateTableRequest request) {
  return write<TableDescription>("CreateTable", std::move(request));
}
Task<Result<TableDescription>> Remote::describe_table(DescribeTableRequest request) {
  return read<TableDescription>("DescribeTable", std::move(request));
}
Task<Result<TableDescription>> Remote::update_table(UpdateTableRequest request) {
  return write<TableDescription>("UpdateTable", std::move(request));
}
Task<Result<TableDescription>> Remote::delete_table(DeleteTableRequest request) {
  return write<TableDescription>("DeleteTable", std::move(request));
}
Task<Result<ListTablesResponse>> Remote::list_tables(ListTablesRequest request) {
  return read<ListTablesResponse>("ListTables", std::move(request));
}
Task<Result<ContributorInsights>> Remote::describe_contributor_insights(
    DescribeContributorInsightsRequest request) {
  return read<ContributorInsights>("DescribeContributorInsights", std::move(request));
}
Task<Result<ContributorInsights>> Remote::update_contributor_insights(
    UpdateContributorInsightsRequest request) {
  return write<ContributorInsights>("UpdateContributorInsights", std::move(request));
}
Task<Result<ListContributorInsightsResponse>> Remote::list_contributor_insights(
    ListContributorInsightsRequest request) {
  return read<ListContributorInsightsResponse>("ListContributorInsights", std::move(request));
}
Task<Result<UpdateTimeToLiveResponse>> Remote::update_time_to_live(
    UpdateTimeToLiveRequest request) {
  return write<UpdateTimeToLiveResponse>("UpdateTimeToLive", std::move(request));
}
Task<Result<DescribeTimeToLiveResponse>> Remote::describe_time_to_live(
    DescribeTimeToLiveRequest request) {
  return read<DescribeTimeToLiveResponse>("DescribeTimeToLive", std::move(request));
}
Task<Result<Done>> Remote::tag_resource(TagResourceRequest request) {
  return write<Done>("TagResource", std::move(request));
}
Task<Result<Done>> Remote::untag_resource(UntagResourceRequest request) {
  return write<Done>("UntagResource", std::move(request));
}
Task<Result<ListTagsOfResourceResponse>> Remote::list_tags_of_resource(
    ListTagsOfResourceRequest request) {
  return read<ListTagsOfResourceResponse>("ListTagsOfResource", std::move(request));
}
Task<Result<ResourcePolicyRevision>> Remote::put_resource_policy(PutResourcePolicyRequest request) {
  return write<ResourcePolicyRevision>("PutResourcePolicy", std::move(request));
}
Task<Result<GetResourcePolicyResponse>> Remote::get_resource_policy(
    GetResourcePolicyRequest request) {
  return read<GetResourcePolicyResponse>("GetResourcePolicy", std::move(request));
}
Task<Result<ResourcePolicyRevision>> Remote::delete_resource_policy(
    DeleteResourcePolicyRequest request) {
  return write<ResourcePolicyRevision>("DeleteResourcePolicy", std::move(request));
}
Task<Result<ListStreamsResponse>> Remote::list_streams(ListStreamsRequest request) {
  return read_stream<ListStreamsResponse>("ListStreams", std::move(request));
}
Task<Result<DescribeStreamResponse>> Remote::describe_stream(DescribeStreamRequest request) {
  return read_stream<DescribeStreamResponse>("DescribeStream", std::move(request));
}
Task<Result<GetShardIteratorResponse>> Remote::get_shard_iterator(GetShardIteratorRequest request) {
  return read_stream<GetShardIteratorResponse>("GetShardIterator", std::move(request));
}
Task<Result<GetRecordsResponse>> Remote::get_records(GetRecordsRequest request) {
  return read_stream<GetRecordsResponse>("GetRecords", std::move(request));
}
Task<Result<BackupDetails>> Remote::create_backup(CreateBackupRequest request) {
  return write<BackupDetails>("CreateBackup", std::move(request));
}
Task<Result<BackupDescription>> Remote::delete_backup(DeleteBackupRequest request) {
  return write<BackupDescription>("DeleteBackup", std::move(request));
}
Task<Result<BackupDescription>> Remote::describe_backup(DescribeBackupRequest request) {
  return read<BackupDescription>("DescribeBackup", std::move(request));
}
Task<Result<ListBackupsResponse>> Remote::list_backups(ListBackupsRequest request) {
  return read<ListBackupsResponse>("ListBackups", std::move(request));
}
Task<Result<TableDescription>> Remote::restore_table_from_backup(
    RestoreTableFromBackupRequest request) {
  return write<TableDescription>("RestoreTableFromBackup", std::move(request));
}
Task<Result<TableDescription>> Remote::restore_table_to_point_in_time(
    RestoreTableToPointInTimeRequest request) {
  return write<TableDescription>("RestoreTableToPointInTime", std::move(request));
}
Task<Result<ContinuousBackupsDescription>> Remote::update_continuous_backups(
    UpdateContinuousBackupsRequest request) {
  return write<ContinuousBackupsDescription>("UpdateContinuousBackups", std::move(request));
}
Task<Result<ContinuousBackupsDescription>> Remote::describe_continuous_backups(
    DescribeContinuousBackupsRequest request) {
  return read<ContinuousBackupsDescription>("DescribeContinuousBackups", std::move(request));
}
Task<Result<ExportDescription>> Remote::describe_export(DescribeExportRequest request) {
  return read<ExportDescription>("DescribeExport", std::move(request));
}
Task<Result<ImportDescription>> Remote::describe_import(DescribeImportRequest request) {
  return read<ImportDescription>("DescribeImport", std::move(request));
}
Task<Result<ExportDescription>> Remote::export_table(ExportTableRequest request) {
  return write<ExportDescription>("ExportTableToPointInTime", std::move(request));
}
Task<Result<ImportDescription>> Remote::import_table(ImportTableRequest request) {
  return write<ImportDescription>("ImportTable", std::move(request));
}
Task<Result<ListExportsResponse>> Remote::list_exports(ListExportsRequest request) {
  return read<ListExportsResponse>("ListExports", std::move(request));
}
Task<Result<ListImportsResponse>> Remote::list_imports(ListImportsRequest request) {
  return read<ListImportsResponse>("ListImports", std::move(request));
}

}  // namespace isotherm::remote
