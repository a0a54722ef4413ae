// Responses of the operations on tables into JSON.

#include "base/json_writer.h"
#include "codec/encode.h"
#include "codec/encode_schema.h"
#include "codec/enum_names.h"

namespace isotherm::codec {

namespace {

// What a new on-demand table or index bears at once [facts sheet §1].
constexpr ProvisionedThroughput on_demand_warm{12'000, 4'000};

// Of a table or a global index: both are described with the same members.
template <class Described>
void append_warm(const TableDescription& table, const Described& described, bool is_being_created,
                 JsonWriter& json) {
  if (table.hides_default_warm && !described.warm) return;
  const ProvisionedThroughput warm = described.warm ? *described.warm
                                     : table.billing_mode == BillingMode::pay_per_request
                                         ? on_demand_warm
                                         : described.provisioned;
  json.key("WarmThroughput").begin_object();
  json.key("ReadUnitsPerSecond").integer(warm.read_units);
  json.key("WriteUnitsPerSecond").integer(warm.write_units);
  json.key("Status").string(is_being_created || described.warm_rises ? "UPDATING" : "ACTIVE");
  json.end_object();
}

template <class Described>
void append_provisioned(const Described& described, JsonWriter& json) {
  const CapacityChanges& changes = described.changes;
  json.key("ProvisionedThroughput").begin_object();
  if (changes.last_increase.count() > 0) {
    json.key("LastIncreaseDateTime").seconds(changes.last_increase.count());
  }
  if (changes.last_decrease.count() > 0) {
    json.key("LastDecreaseDateTime").seconds(changes.last_decrease.count());
  }
  json.key("NumberOfDecreasesToday").integer(changes.decreases_today);
  append_units(described.provisioned, json);
  json.end_object();
}

void append_local_indexes(const TableDescription& table, JsonWriter& json) {
  if (table.local_indexes.empty()) return;
  json.key("LocalSecondaryIndexes").begin_array();
  for (const LocalSecondaryIndex& index : table.local_indexes) {
    json.begin_object().key("IndexName").string(index.name);
    append_key_schema(index.key, json);
    append_projection(index.projection, json);
    json.key("IndexSizeBytes").integer(index.size_bytes);
    json.key("ItemCount").integer(index.item_count);
    json.key("IndexArn").string(index_arn(table.arn, index.name));
    json.end_object();
  }
  json.end_array();
}

void append_global_index(const TableDescription& table, const GlobalSecondaryIndex& index,
                         JsonWriter& json) {
  json.begin_object().key("IndexName").string(index.name);
  append_key_schema(index.key, json);
  append_projection(index.projection, json);
  json.key("IndexStatus").string(status_name(index.status));
  if (index.status == IndexStatus::creating) json.key("Backfilling").boolean(index.backfilling);
  append_provisioned(index, json);
  json.key("IndexSizeBytes").integer(index.size_bytes);
  json.key("ItemCount").integer(index.item_count);
  json.key("IndexArn").string(index_arn(table.arn, index.name));
  append_on_demand("OnDemandThroughput", index.on_demand, json);
  append_warm(table, index, index.status == IndexStatus::creating, json);
  json.end_object();
}

void append_throughput(const TableDescription& table, JsonWriter& json) {
  append_provisioned(table, json);
  if (!table.show_billing_mode) return;
  json.key("BillingModeSummary").begin_object();
  json.key("BillingMode").string(enum_name(billing_mode_names, table.billing_mode));
  if (table.on_demand_since.count() > 0) {
    json.key("LastUpdateToPayPerRequestDateTime").seconds(table.on_demand_since.count());
  }
  json.end_object();
}

void append_stream(const TableDescription& table, JsonWriter& json) {
  if (table.stream_view) {
    json.key("StreamSpecification").begin_object();
    json.key("StreamEnabled").boolean(true);
    json.key("StreamViewType").string(enum_name(stream_view_type_names, *table.stream_view));
    json.end_object();
  }
  if (table.stream_label.empty()) return;
  json.key("LatestStreamLabel").string(table.stream_label);
  json.key("LatestStreamArn").string(stream_arn(table.arn, table.stream_label));
}

void append_restore_summary(const RestoreSummary& restore, JsonWriter& json) {
  json.key("RestoreSummary").begin_object();
  if (restore.source_backup_arn) json.key("SourceBackupArn").string(*restore.source_backup_arn);
  json.key("SourceTableArn").string(restore.source_table_arn);
  json.key("RestoreDateTime").seconds(restore.restore_time.count());
  json.key("RestoreInProgress").boolean(restore.in_progress).end_object();
}

void append_table(const TableDescription& table, JsonWriter& json) {
  json.begin_object();
  append_attributes(table.attributes, json);
  json.key("TableName").string(table.name);
  append_key_schema(table.key, json);
  json.key("TableStatus").string(status_name(table.status));
  json.key("CreationDateTime").seconds(table.created.count());
  append_throughput(table, json);
  json.key("TableSizeBytes").integer(table.size_bytes);
  json.key("ItemCount").integer(table.item_count);
  json.key("TableArn").string(table.arn);
  json.key("TableId").string(table.id);
  append_local_indexes(table, json);
  if (!table.global_indexes.empty()) {
    json.key("GlobalSecondaryIndexes").begin_array();
    for (const GlobalSecondaryIndex& index : table.global_indexes) {
      append_global_index(table, index, json);
    }
    json.end_array();
  }
  if (table.restore) append_restore_summary(*table.restore, json);
  if (table.show_table_class) {
    json.key("TableClassSummary").begin_object();
    json.key("TableClass").string(table.table_class).end_object();
  }
  if (table.encryption_key) {
    json.key("SSEDescription").begin_object().key("Status").string("ENABLED");
    json.key("SSEType").string("KMS");
    json.key("KMSMasterKeyArn").string(*table.encryption_key).end_object();
  }
  append_stream(table, json);
  json.key("DeletionProtectionEnabled").boolean(table.deletion_protection);
  append_on_demand("OnDemandThroughput", table.on_demand, json);
  append_warm(table, table, table.status == TableStatus::creating, json);
  json.end_object();
}

}  // namespace

void encode_table(const TableDescription& table, std::string_view member, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key(member);
  append_table(table, json);
  json.end_object();
}

void encode(const ListTablesResponse& response, Shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object();
  if (response.last_evaluated_table_name) {
    json.key("LastEvaluatedTableName").string(*response.last_evaluated_table_name);
  }
  json.key("TableNames").begin_array();
  for (const std::string& name : response.table_names) json.string(name);
  json.end_array().end_object();
}

void encode(const DescribeLimitsResponse& response, Shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object();
  json.key("AccountMaxReadCapacityUnits").integer(response.account_max.read_units);
  json.key("AccountMaxWriteCapacityUnits").integer(response.account_max.write_units);
  json.key("TableMaxReadCapacityUnits").integer(response.table_max.read_units);
  json.key("TableMaxWriteCapacityUnits").integer(response.table_max.write_units);
  json.end_object();
}

}  // namespace isotherm::codec
