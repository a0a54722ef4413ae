// Requests of the operations on backups, exports and imports into JSON.

#include "codec/append_member.h"
#include "codec/encode_export.h"
#include "codec/encode_request.h"
#include "codec/encode_schema.h"
#include "codec/encode_table_request.h"

namespace isotherm::codec {
namespace {

void append_overrides(const RestoreOverrides& overrides, JsonWriter& json) {
  append_enum("BillingModeOverride", billing_mode_names, overrides.billing_mode, json);
  append_provisioned("ProvisionedThroughputOverride", overrides.provisioned, json);
  append_on_demand("OnDemandThroughputOverride", overrides.on_demand, json);
  append_indexes("LocalSecondaryIndexOverride", overrides.local_indexes, json);
  append_indexes("GlobalSecondaryIndexOverride", overrides.global_indexes, json);
}

}  // namespace

void encode_request(const CreateBackupRequest& request, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("TableName").string(request.table_name);
  json.key("BackupName").string(request.backup_name).end_object();
}

void encode_request(const DeleteBackupRequest& request, std::string& out) {
  JsonWriter(out).begin_object().key("BackupArn").string(request.backup_arn).end_object();
}

void encode_request(const DescribeBackupRequest& request, std::string& out) {
  JsonWriter(out).begin_object().key("BackupArn").string(request.backup_arn).end_object();
}

void encode_request(const ListBackupsRequest& request, std::string& out) {
  JsonWriter json(out);
  json.begin_object();
  append_member("TableName", request.table_name, json);
  append_member("Limit", request.limit, json);
  append_member("TimeRangeLowerBound", request.from, json);
  append_member("TimeRangeUpperBound", request.to, json);
  append_member("ExclusiveStartBackupArn", request.exclusive_start_backup_arn, json);
  append_enum("BackupType", backup_type_names, request.type, json);
  json.end_object();
}

void encode_request(const RestoreTableFromBackupRequest& request, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("TargetTableName").string(request.target_table_name);
  json.key("BackupArn").string(request.backup_arn);
  append_overrides(request.overrides, json);
  json.end_object();
}

void encode_request(const RestoreTableToPointInTimeRequest& request, std::string& out) {
  JsonWriter json(out);
  const bool is_arn = request.source_table.starts_with("arn:");
  json.begin_object();
  json.key(is_arn ? "SourceTableArn" : "SourceTableName").string(request.source_table);
  json.key("TargetTableName").string(request.target_table_name);
  if (request.use_latest_restorable_time) json.key("UseLatestRestorableTime").boolean(true);
  append_member("RestoreDateTime", request.restore_date_time, json);
  append_overrides(request.overrides, json);
  json.end_object();
}

void encode_request(const UpdateContinuousBackupsRequest& request, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("TableName").string(request.table_name);
  json.key("PointInTimeRecoverySpecification").begin_object();
  json.key("PointInTimeRecoveryEnabled").boolean(request.enabled);
  append_member("RecoveryPeriodInDays", request.recovery_period_days, json);
  json.end_object().end_object();
}

void encode_request(const DescribeContinuousBackupsRequest& request, std::string& out) {
  JsonWriter(out).begin_object().key("TableName").string(request.table_name).end_object();
}

void encode_request(const DescribeExportRequest& request, std::string& out) {
  JsonWriter(out).begin_object().key("ExportArn").string(request.export_arn).end_object();
}

void encode_request(const DescribeImportRequest& request, std::string& out) {
  JsonWriter(out).begin_object().key("ImportArn").string(request.import_arn).end_object();
}

void encode_request(const ExportTableRequest& request, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("TableArn").string(request.table);
  append_member("ExportTime", request.export_time, json);
  append_member("ClientToken", request.client_token, json);
  json.key("S3Bucket").string(request.bucket);
  append_member("S3BucketOwner", request.bucket_owner, json);
  append_member("S3Prefix", request.prefix, json);
  append_member("S3SseAlgorithm", request.sse_algorithm, json);
  append_member("S3SseKmsKeyId", request.sse_kms_key_id, json);
  append_enum("ExportFormat", export_format_names, request.format, json);
  append_enum("ExportType", export_type_names, request.type, json);
  if (request.incremental) append_span(*request.incremental, json);
  json.end_object();
}

void encode_request(const ImportTableRequest& request, std::string& out) {
  JsonWriter json(out);
  json.begin_object();
  append_member("ClientToken", request.client_token, json);
  append_source(request.source, json);
  json.key("InputFormat").string(enum_name(import_format_names, request.format));
  if (request.csv) append_csv(*request.csv, json);
  append_enum("InputCompressionType", import_compression_names, request.compression, json);
  json.key("TableCreationParameters").begin_object();
  append_new_table(request.table, json);
  json.end_object().end_object();
}

void encode_request(const ListExportsRequest& request, std::string& out) {
  JsonWriter json(out);
  json.begin_object();
  append_member("TableArn", request.table, json);
  append_member("MaxResults", request.max_results, json);
  append_member("NextToken", request.next_token, json);
  json.end_object();
}

void encode_request(const ListImportsRequest& request, std::string& out) {
  JsonWriter json(out);
  json.begin_object();
  append_member("TableArn", request.table, json);
  append_member("PageSize", request.page_size, json);
  append_member("NextToken", request.next_token, json);
  json.end_object();
}

}  // namespace isotherm::codec
