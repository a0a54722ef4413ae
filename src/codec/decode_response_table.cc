// Responses of the operations on tables and of Contributor Insights out of JSON.

#include "codec/decode_described.h"
#include "codec/decode_response.h"

namespace isotherm::codec {
namespace {

void table_status(Reader& reader, const Place& place, const Json& json, TableDescription& out) {
  static const auto names = status_names(
      {TableStatus::creating, TableStatus::updating, TableStatus::deleting, TableStatus::active});
  reader.read_enum(place, json, names, out.status);
}

constexpr Members<TableDescription, 2> billing_members{{
    {"BillingMode", named<billing_mode_names, &TableDescription::billing_mode>},
    {"LastUpdateToPayPerRequestDateTime", field<&TableDescription::on_demand_since>},
}};

constexpr Members<TableDescription, 1> table_class_members{{
    {"TableClass", field<&TableDescription::table_class>},
}};

struct Encryption {
  std::string status;
  std::optional<std::string> key;
};
constexpr Members<Encryption, 2> encryption_members{{
    {"Status", field<&Encryption::status>},
    {"KMSMasterKeyArn", field<&Encryption::key>},
}};

void encryption(Reader& reader, const Place& place, const Json& json, TableDescription& out) {
  Encryption read;
  read_structure(reader, place, json, place.name(), Position::field, encryption_members, read);
  if (read.status != "DISABLED" && read.status != "DISABLING") {
    out.encryption_key = std::move(read.key);
  }
}

struct Stream {
  bool enabled = false;
  std::optional<StreamViewType> view;
};
constexpr Members<Stream, 2> stream_members{{
    {"StreamEnabled", field<&Stream::enabled>},
    {"StreamViewType", named<stream_view_type_names, &Stream::view>},
}};

void stream(Reader& reader, const Place& place, const Json& json, TableDescription& out) {
  Stream read;
  read_structure(reader, place, json, place.name(), Position::field, stream_members, read);
  if (read.enabled) out.stream_view = read.view;
}

constexpr Members<RestoreSummary, 4> restore_members{{
    {"SourceBackupArn", field<&RestoreSummary::source_backup_arn>},
    {"SourceTableArn", field<&RestoreSummary::source_table_arn>},
    {"RestoreDateTime", field<&RestoreSummary::restore_time>},
    {"RestoreInProgress", field<&RestoreSummary::in_progress>},
}};

using Table = TableDescription;
// A table that is being deleted may be told of without its key.
constexpr Members<Table, 21> table_members{{
    {"AttributeDefinitions", field<&Table::attributes>},
    {"TableName", field<&Table::name>, true},
    {"KeySchema", field<&Table::key>},
    {"TableStatus", table_status},
    {"CreationDateTime", field<&Table::created>},
    {"ProvisionedThroughput", inside<throughput_members<Table>>},
    {"BillingModeSummary",
     [](Reader& reader, const Place& place, const Json& json, Table& out) {
       out.show_billing_mode = true;
       inside<billing_members>(reader, place, json, out);
     }},
    {"TableSizeBytes", field<&Table::size_bytes>},
    {"ItemCount", field<&Table::item_count>},
    {"TableArn", field<&Table::arn>},
    {"TableId", field<&Table::id>},
    {"LocalSecondaryIndexes", field<&Table::local_indexes>},
    {"GlobalSecondaryIndexes", field<&Table::global_indexes>},
    {"RestoreSummary", part<restore_members, &Table::restore>},
    {"TableClassSummary",
     [](Reader& reader, const Place& place, const Json& json, Table& out) {
       out.show_table_class = true;
       inside<table_class_members>(reader, place, json, out);
     }},
    {"SSEDescription", encryption},
    {"StreamSpecification", stream},
    {"LatestStreamLabel", field<&Table::stream_label>},
    {"DeletionProtectionEnabled", field<&Table::deletion_protection>},
    {"OnDemandThroughput", field<&Table::on_demand>},
    {"WarmThroughput", inside<warm_members<Table>>},
}};

// As the operations name the description.
constexpr Members<Table, 2> described_members{{
    {"Table", inside<table_members, Table>},
    {"TableDescription", inside<table_members, Table>},
}};

void finish_table(Reader& reader, Table& table) {
  if (table.name.empty()) reader.missing(Place().member("TableDescription", 0));
  set_key_types(table);
  table.hides_default_warm = !table.warm;
  // While a table is made its status says so already.
  if (table.status == TableStatus::creating) table.warm_rises = false;
}

constexpr Members<ListTablesResponse, 2> list_tables_members{{
    {"TableNames", field<&ListTablesResponse::table_names>},
    {"LastEvaluatedTableName", field<&ListTablesResponse::last_evaluated_table_name>},
}};

using Limits = DescribeLimitsResponse;
constexpr Members<Limits, 4> limits_members{{
    {"AccountMaxReadCapacityUnits",
     field<&Limits::account_max, &ProvisionedThroughput::read_units>},
    {"AccountMaxWriteCapacityUnits",
     field<&Limits::account_max, &ProvisionedThroughput::write_units>},
    {"TableMaxReadCapacityUnits", field<&Limits::table_max, &ProvisionedThroughput::read_units>},
    {"TableMaxWriteCapacityUnits", field<&Limits::table_max, &ProvisionedThroughput::write_units>},
}};

void insights_status(Reader& reader, const Place& place, const Json& json,
                     ContributorInsights& out) {
  static const auto names = status_names({InsightsStatus::enabling, InsightsStatus::enabled,
                                          InsightsStatus::disabling, InsightsStatus::disabled});
  // What could not be enabled is not enabled.
  if (json.type() == JsonType::STRING && text_of(json) == "FAILED") {
    out.status = InsightsStatus::disabled;
  } else {
    reader.read_enum(place, json, names, out.status);
  }
}

using Insights = ContributorInsights;
constexpr Members<Insights, 6> insights_members{{
    {"TableName", field<&Insights::table_name>},
    {"IndexName", field<&Insights::index_name>},
    {"ContributorInsightsStatus", insights_status, true},
    {"ContributorInsightsMode", named<insights_mode_names, &Insights::mode>},
    {"ContributorInsightsRuleList", field<&Insights::rules>},
    {"LastUpdateDateTime", field<&Insights::last_update>},
}};

using InsightsList = ListContributorInsightsResponse;
constexpr Members<InsightsList, 2> list_insights_members{{
    {"ContributorInsightsSummaries", list_of<insights_members, &InsightsList::summaries>},
    {"NextToken", field<&InsightsList::next_token>},
}};

}  // namespace

template <>
Result<TableDescription> decode_response(std::string_view body) {
  return read_answer(body, "TableDescription", described_members, finish_table);
}

template <>
Result<ListTablesResponse> decode_response(std::string_view body) {
  return read_answer(body, "ListTablesOutput", list_tables_members);
}

template <>
Result<DescribeLimitsResponse> decode_response(std::string_view body) {
  return read_answer(body, "DescribeLimitsOutput", limits_members);
}

template <>
Result<ContributorInsights> decode_response(std::string_view body) {
  return read_answer(body, "ContributorInsightsOutput", insights_members);
}

template <>
Result<ListContributorInsightsResponse> decode_response(std::string_view body) {
  return read_answer(body, "ListContributorInsightsOutput", list_insights_members);
}

}  // namespace isotherm::codec
