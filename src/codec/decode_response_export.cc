// Responses of the operations on exports and imports out of JSON.

#include "codec/decode_described.h"
#include "codec/decode_response.h"

namespace isotherm::codec {
namespace {

using Span = IncrementalExport;
constexpr Members<Span, 3> span_members{{
    {"ExportFromTime", field<&Span::from>},
    {"ExportToTime", field<&Span::to>},
    {"ExportViewType", named<export_view_names, &Span::view>},
}};

using Request = ExportTableRequest;
using Export = ExportDescription;
constexpr Members<Export, 21> export_members{{
    {"ExportArn", field<&Export::arn>, true},
    {"ExportStatus", named<export_status_names, &Export::status>},
    {"StartTime", field<&Export::start>},
    {"EndTime", field<&Export::end>},
    {"ExportManifest", field<&Export::manifest>},
    {"TableArn", field<&Export::table_arn>},
    {"TableId", field<&Export::table_id>},
    {"ExportTime", field<&Export::request, &Request::export_time>},
    {"ClientToken", field<&Export::request, &Request::client_token>},
    {"S3Bucket", field<&Export::request, &Request::bucket>},
    {"S3BucketOwner", field<&Export::request, &Request::bucket_owner>},
    {"S3Prefix", field<&Export::request, &Request::prefix>},
    {"S3SseAlgorithm", field<&Export::request, &Request::sse_algorithm>},
    {"S3SseKmsKeyId", field<&Export::request, &Request::sse_kms_key_id>},
    {"FailureCode", field<&Export::failure_code>},
    {"FailureMessage", field<&Export::failure_message>},
    {"ExportFormat", named<export_format_names, &Export::request, &Request::format>},
    {"BilledSizeBytes", field<&Export::billed_bytes>},
    {"ItemCount", field<&Export::item_count>},
    {"ExportType", named<export_type_names, &Export::request, &Request::type>},
    {"IncrementalExportSpecification",
     [](Reader& reader, const Place& place, const Json& json, Export& out) {
       part<span_members, &Request::incremental>(reader, place, json, out.request);
     }},
}};
constexpr Members<Export, 1> describe_export_members{{
    {"ExportDescription", inside<export_members, Export>, true},
}};

// A summary has fewer of the same members.
using Exports = ListExportsResponse;
constexpr Members<Exports, 2> list_exports_members{{
    {"ExportSummaries", list_of<export_members, &Exports::exports>},
    {"NextToken", field<&Exports::next_token>},
}};

constexpr Members<ImportSource, 3> source_members{{
    {"S3BucketOwner", field<&ImportSource::bucket_owner>},
    {"S3Bucket", field<&ImportSource::bucket>},
    {"S3KeyPrefix", field<&ImportSource::prefix>},
}};

constexpr Members<CsvImport, 2> csv_members{{
    {"Delimiter", field<&CsvImport::delimiter>},
    {"HeaderList", field<&CsvImport::header>},
}};

using Table = TableDescription;
constexpr Members<Table, 7> new_table_members{{
    {"TableName", field<&Table::name>},
    {"AttributeDefinitions", field<&Table::attributes>},
    {"KeySchema", field<&Table::key>},
    {"BillingMode", named<billing_mode_names, &Table::billing_mode>},
    {"ProvisionedThroughput", inside<throughput_members<Table>>},
    {"OnDemandThroughput", field<&Table::on_demand>},
    {"GlobalSecondaryIndexes", field<&Table::global_indexes>},
}};

using Import = ImportDescription;
constexpr Members<Import, 1> format_options_members{{
    {"Csv", part<csv_members, &Import::csv>},
}};
constexpr Members<Import, 19> import_members{{
    {"ImportArn", field<&Import::arn>, true},
    {"ImportStatus", named<import_status_names, &Import::status>},
    {"TableArn", field<&Import::table_arn>},
    {"TableId", field<&Import::table_id>},
    {"ClientToken", field<&Import::client_token>},
    {"S3BucketSource", part<source_members, &Import::source>},
    {"ErrorCount", field<&Import::error_count>},
    {"CloudWatchLogGroupArn", field<&Import::log_group_arn>},
    {"InputFormat", named<import_format_names, &Import::format>},
    {"InputFormatOptions", inside<format_options_members, Import>},
    {"InputCompressionType", named<import_compression_names, &Import::compression>},
    {"TableCreationParameters",
     [](Reader& reader, const Place& place, const Json& json, Import& out) {
       part<new_table_members, &Import::table>(reader, place, json, out);
       set_key_types(out.table);
     }},
    {"StartTime", field<&Import::start>},
    {"EndTime", field<&Import::end>},
    {"ProcessedSizeBytes", field<&Import::processed_bytes>},
    {"ProcessedItemCount", field<&Import::processed_items>},
    {"ImportedItemCount", field<&Import::imported_items>},
    {"FailureCode", field<&Import::failure_code>},
    {"FailureMessage", field<&Import::failure_message>},
}};
constexpr Members<Import, 1> describe_import_members{{
    {"ImportTableDescription", inside<import_members, Import>, true},
}};

using Imports = ListImportsResponse;
constexpr Members<Imports, 2> list_imports_members{{
    {"ImportSummaryList", list_of<import_members, &Imports::imports>},
    {"NextToken", field<&Imports::next_token>},
}};

}  // namespace

template <>
Result<ExportDescription> decode_response(std::string_view body) {
  return read_answer(body, "ExportDescription", describe_export_members,
                     [](Reader&, Export& out) { out.request.table = out.table_arn; });
}

template <>
Result<ImportDescription> decode_response(std::string_view body) {
  return read_answer(body, "ImportTableDescription", describe_import_members);
}

template <>
Result<ListExportsResponse> decode_response(std::string_view body) {
  return read_answer(body, "ListExportsOutput", list_exports_members);
}

template <>
Result<ListImportsResponse> decode_response(std::string_view body) {
  return read_answer(body, "ListImportsOutput", list_imports_members);
}

}  // namespace isotherm::codec
