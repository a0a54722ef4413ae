// Responses of the operations on backups into JSON.

#include "base/json_writer.h"
#include "codec/encode.h"
#include "codec/encode_schema.h"
#include "codec/enum_names.h"

namespace isotherm::codec {
namespace {

void append_details(const BackupDetails& details, JsonWriter& json) {
  json.key("BackupArn").string(details.arn).key("BackupName").string(details.name);
  json.key("BackupSizeBytes").integer(details.size_bytes);
  json.key("BackupStatus").string(enum_name(backup_status_names, details.status));
  json.key("BackupType").string(enum_name(backup_type_names, details.type));
  json.key("BackupCreationDateTime").seconds(details.created.count());
  if (details.expires) json.key("BackupExpiryDateTime").seconds(details.expires->count());
}

void append_source(const TableDescription& table, JsonWriter& json) {
  json.key("SourceTableDetails").begin_object();
  json.key("TableName").string(table.name).key("TableId").string(table.id);
  json.key("TableArn").string(table.arn);
  json.key("TableSizeBytes").integer(table.size_bytes);
  append_key_schema(table.key, json);
  json.key("TableCreationDateTime").seconds(table.created.count());
  json.key("ProvisionedThroughput").begin_object();
  append_units(table.provisioned, json);
  json.end_object();
  append_on_demand("OnDemandThroughput", table.on_demand, json);
  json.key("ItemCount").integer(table.item_count);
  json.key("BillingMode").string(enum_name(billing_mode_names, table.billing_mode));
  json.end_object();
}

void append_features(const TableDescription& table, JsonWriter& json) {
  json.key("SourceTableFeatureDetails").begin_object();
  if (!table.local_indexes.empty()) {
    json.key("LocalSecondaryIndexes").begin_array();
    for (const LocalSecondaryIndex& index : table.local_indexes) {
      json.begin_object().key("IndexName").string(index.name);
      append_key_schema(index.key, json);
      append_projection(index.projection, json);
      json.end_object();
    }
    json.end_array();
  }
  if (!table.global_indexes.empty()) {
    json.key("GlobalSecondaryIndexes").begin_array();
    for (const GlobalSecondaryIndex& index : table.global_indexes) {
      json.begin_object().key("IndexName").string(index.name);
      append_key_schema(index.key, json);
      append_projection(index.projection, json);
      json.key("ProvisionedThroughput").begin_object();
      append_units(index.provisioned, json);
      json.end_object();
      append_on_demand("OnDemandThroughput", index.on_demand, json);
      json.end_object();
    }
    json.end_array();
  }
  json.end_object();
}

}  // namespace

void encode(const BackupDetails& details, Shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("BackupDetails").begin_object();
  append_details(details, json);
  json.end_object().end_object();
}

void encode(const BackupDescription& backup, Shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("BackupDescription").begin_object();
  json.key("BackupDetails").begin_object();
  append_details(backup.details, json);
  json.end_object();
  append_source(backup.source, json);
  append_features(backup.source, json);
  json.end_object().end_object();
}

void encode(const ListBackupsResponse& response, Shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("BackupSummaries").begin_array();
  for (const BackupSummary& backup : response.backups) {
    json.begin_object();
    json.key("TableName").string(backup.table_name).key("TableId").string(backup.table_id);
    json.key("TableArn").string(backup.table_arn);
    append_details(backup.details, json);
    json.end_object();
  }
  json.end_array();
  if (response.last_evaluated_backup_arn) {
    json.key("LastEvaluatedBackupArn").string(*response.last_evaluated_backup_arn);
  }
  json.end_object();
}

void encode(const ContinuousBackupsDescription& backups, Shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("ContinuousBackupsDescription").begin_object();
  json.key("ContinuousBackupsStatus").string("ENABLED");
  json.key("PointInTimeRecoveryDescription").begin_object();
  json.key("PointInTimeRecoveryStatus").string(backups.enabled ? "ENABLED" : "DISABLED");
  if (backups.enabled) {
    json.key("RecoveryPeriodInDays").integer(backups.recovery_period_days);
    json.key("EarliestRestorableDateTime").seconds(backups.earliest_restorable.count());
    json.key("LatestRestorableDateTime").seconds(backups.latest_restorable.count());
  }
  json.end_object().end_object().end_object();
}

}  // namespace isotherm::codec
