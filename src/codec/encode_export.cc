// Responses of the operations on exports and imports into JSON.

#include "codec/encode_export.h"

#include "base/json_writer.h"
#include "codec/append_member.h"
#include "codec/encode.h"
#include "codec/encode_schema.h"
#include "codec/enum_names.h"

namespace isotherm::codec {
namespace {

std::string_view type_of(const ExportTableRequest& request) {
  return enum_name(export_type_names, request.type.value_or(ExportType::full));
}

void append_provisioned(const ProvisionedThroughput& units, JsonWriter& json) {
  json.key("ProvisionedThroughput").begin_object();
  append_units(units, json);
  json.end_object();
}

void append_table(const TableDescription& table, JsonWriter& json) {
  json.key("TableCreationParameters").begin_object();
  json.key("TableName").string(table.name);
  append_attributes(table.attributes, json);
  append_key_schema(table.key, json);
  json.key("BillingMode").string(enum_name(billing_mode_names, table.billing_mode));
  const bool provisioned = table.billing_mode == BillingMode::provisioned;
  if (provisioned) append_provisioned(table.provisioned, json);
  append_on_demand("OnDemandThroughput", table.on_demand, json);
  if (!table.global_indexes.empty()) {
    json.key("GlobalSecondaryIndexes").begin_array();
    for (const GlobalSecondaryIndex& index : table.global_indexes) {
      json.begin_object().key("IndexName").string(index.name);
      append_key_schema(index.key, json);
      append_projection(index.projection, json);
      if (provisioned) append_provisioned(index.provisioned, json);
      append_on_demand("OnDemandThroughput", index.on_demand, json);
      json.end_object();
    }
    json.end_array();
  }
  json.end_object();
}

}  // namespace

void append_span(const IncrementalExport& span, JsonWriter& json) {
  json.key("IncrementalExportSpecification").begin_object();
  append_member("ExportFromTime", span.from, json);
  append_member("ExportToTime", span.to, json);
  if (span.view) json.key("ExportViewType").string(enum_name(export_view_names, *span.view));
  json.end_object();
}

void append_source(const ImportSource& source, JsonWriter& json) {
  json.key("S3BucketSource").begin_object();
  append_member("S3BucketOwner", source.bucket_owner, json);
  json.key("S3Bucket").string(source.bucket);
  append_member("S3KeyPrefix", source.prefix, json);
  json.end_object();
}

void append_csv(const CsvImport& csv, JsonWriter& json) {
  json.key("InputFormatOptions").begin_object().key("Csv").begin_object();
  append_member("Delimiter", csv.delimiter, json);
  append_member("HeaderList", csv.header, json);
  json.end_object().end_object();
}

void encode(const ExportDescription& description, Shown, std::string& out) {
  const ExportTableRequest& request = description.request;
  JsonWriter json(out);
  json.begin_object().key("ExportDescription").begin_object();
  json.key("ExportArn").string(description.arn);
  json.key("ExportStatus").string(enum_name(export_status_names, description.status));
  json.key("StartTime").seconds(description.start.count());
  append_member("EndTime", description.end, json);
  append_member("ExportManifest", description.manifest, json);
  json.key("TableArn").string(description.table_arn);
  json.key("TableId").string(description.table_id);
  append_member("ExportTime", request.export_time, json);
  append_member("ClientToken", request.client_token, json);
  json.key("S3Bucket").string(request.bucket);
  append_member("S3BucketOwner", request.bucket_owner, json);
  append_member("S3Prefix", request.prefix, json);
  append_member("S3SseAlgorithm", request.sse_algorithm, json);
  append_member("S3SseKmsKeyId", request.sse_kms_key_id, json);
  append_member("FailureCode", description.failure_code, json);
  append_member("FailureMessage", description.failure_message, json);
  const ExportFormat format = request.format.value_or(ExportFormat::dynamodb_json);
  json.key("ExportFormat").string(enum_name(export_format_names, format));
  append_member("BilledSizeBytes", description.billed_bytes, json);
  append_member("ItemCount", description.item_count, json);
  json.key("ExportType").string(type_of(request));
  if (request.incremental) append_span(*request.incremental, json);
  json.end_object().end_object();
}

void encode(const ListExportsResponse& response, Shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("ExportSummaries").begin_array();
  for (const ExportDescription& one : response.exports) {
    json.begin_object().key("ExportArn").string(one.arn);
    json.key("ExportStatus").string(enum_name(export_status_names, one.status));
    json.key("ExportType").string(type_of(one.request)).end_object();
  }
  json.end_array();
  append_member("NextToken", response.next_token, json);
  json.end_object();
}

void encode(const ImportDescription& one, Shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("ImportTableDescription").begin_object();
  json.key("ImportArn").string(one.arn);
  json.key("ImportStatus").string(enum_name(import_status_names, one.status));
  json.key("TableArn").string(one.table_arn).key("TableId").string(one.table_id);
  append_member("ClientToken", one.client_token, json);
  append_source(one.source, json);
  json.key("ErrorCount").integer(one.error_count);
  json.key("CloudWatchLogGroupArn").string(one.log_group_arn);
  json.key("InputFormat").string(enum_name(import_format_names, one.format));
  if (one.csv) append_csv(*one.csv, json);
  json.key("InputCompressionType").string(enum_name(import_compression_names, one.compression));
  append_table(one.table, json);
  json.key("StartTime").seconds(one.start.count());
  append_member("EndTime", one.end, json);
  json.key("ProcessedSizeBytes").integer(one.processed_bytes);
  json.key("ProcessedItemCount").integer(one.processed_items);
  json.key("ImportedItemCount").integer(one.imported_items);
  append_member("FailureCode", one.failure_code, json);
  append_member("FailureMessage", one.failure_message, json);
  json.end_object().end_object();
}

void encode(const ListImportsResponse& response, Shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("ImportSummaryList").begin_array();
  for (const ImportDescription& one : response.imports) {
    json.begin_object().key("ImportArn").string(one.arn);
    json.key("ImportStatus").string(enum_name(import_status_names, one.status));
    json.key("TableArn").string(one.table_arn);
    append_source(one.source, json);
    json.key("CloudWatchLogGroupArn").string(one.log_group_arn);
    json.key("InputFormat").string(enum_name(import_format_names, one.format));
    json.key("StartTime").seconds(one.start.count());
    append_member("EndTime", one.end, json);
    json.end_object();
  }
  json.end_array();
  append_member("NextToken", response.next_token, json);
  json.end_object();
}

}  // namespace isotherm::codec
