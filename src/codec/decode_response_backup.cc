// Responses of the operations on backups out of JSON.

#include "codec/decode_described.h"
#include "codec/decode_response.h"

namespace isotherm::codec {
namespace {

using Details = BackupDetails;
constexpr Members<Details, 7> details_members{{
    {"BackupArn", field<&Details::arn>, true},
    {"BackupName", field<&Details::name>},
    {"BackupSizeBytes", field<&Details::size_bytes>},
    {"BackupStatus", named<backup_status_names, &Details::status>},
    {"BackupType", named<backup_type_names, &Details::type>},
    {"BackupCreationDateTime", field<&Details::created>},
    {"BackupExpiryDateTime", field<&Details::expires>},
}};
constexpr Members<Details, 1> create_members{{
    {"BackupDetails", inside<details_members, Details>, true},
}};

using Table = TableDescription;
constexpr Members<Table, 10> source_members{{
    {"TableName", field<&Table::name>, true},
    {"TableId", field<&Table::id>},
    {"TableArn", field<&Table::arn>},
    {"TableSizeBytes", field<&Table::size_bytes>},
    {"KeySchema", field<&Table::key>},
    {"TableCreationDateTime", field<&Table::created>},
    {"ProvisionedThroughput", inside<throughput_members<Table>>},
    {"OnDemandThroughput", field<&Table::on_demand>},
    {"ItemCount", field<&Table::item_count>},
    {"BillingMode", named<billing_mode_names, &Table::billing_mode>},
}};
constexpr Members<Table, 2> feature_members{{
    {"LocalSecondaryIndexes", field<&Table::local_indexes>},
    {"GlobalSecondaryIndexes", field<&Table::global_indexes>},
}};

using Backup = BackupDescription;
constexpr Members<Backup, 3> backup_members{{
    {"BackupDetails", part<details_members, &Backup::details>, true},
    {"SourceTableDetails", part<source_members, &Backup::source>},
    {"SourceTableFeatureDetails", part<feature_members, &Backup::source>},
}};
constexpr Members<Backup, 1> describe_members{{
    {"BackupDescription", inside<backup_members, Backup>, true},
}};

using Summary = BackupSummary;
constexpr Members<Summary, 10> summary_members{{
    {"TableName", field<&Summary::table_name>},
    {"TableId", field<&Summary::table_id>},
    {"TableArn", field<&Summary::table_arn>},
    {"BackupArn", field<&Summary::details, &Details::arn>, true},
    {"BackupName", field<&Summary::details, &Details::name>},
    {"BackupSizeBytes", field<&Summary::details, &Details::size_bytes>},
    {"BackupStatus", named<backup_status_names, &Summary::details, &Details::status>},
    {"BackupType", named<backup_type_names, &Summary::details, &Details::type>},
    {"BackupCreationDateTime", field<&Summary::details, &Details::created>},
    {"BackupExpiryDateTime", field<&Summary::details, &Details::expires>},
}};
constexpr Members<ListBackupsResponse, 2> list_members{{
    {"BackupSummaries", list_of<summary_members, &ListBackupsResponse::backups>},
    {"LastEvaluatedBackupArn", field<&ListBackupsResponse::last_evaluated_backup_arn>},
}};

using Continuous = ContinuousBackupsDescription;
constexpr Members<Continuous, 4> recovery_members{{
    {"PointInTimeRecoveryStatus",
     [](Reader& reader, const Place&, const Json& json, Continuous& out) {
       out.enabled = reader.read_text(json) == "ENABLED";
     }},
    {"RecoveryPeriodInDays", field<&Continuous::recovery_period_days>},
    {"EarliestRestorableDateTime", field<&Continuous::earliest_restorable>},
    {"LatestRestorableDateTime", field<&Continuous::latest_restorable>},
}};
constexpr Members<Continuous, 1> continuous_members{{
    {"PointInTimeRecoveryDescription", inside<recovery_members, Continuous>},
}};
constexpr Members<Continuous, 1> describe_continuous_members{{
    {"ContinuousBackupsDescription", inside<continuous_members, Continuous>, true},
}};

}  // namespace

template <>
Result<BackupDetails> decode_response(std::string_view body) {
  return read_answer(body, "CreateBackupOutput", create_members);
}

template <>
Result<BackupDescription> decode_response(std::string_view body) {
  return read_answer(body, "BackupDescription", describe_members);
}

template <>
Result<ListBackupsResponse> decode_response(std::string_view body) {
  return read_answer(body, "ListBackupsOutput", list_members);
}

template <>
Result<ContinuousBackupsDescription> decode_response(std::string_view body) {
  return read_answer(body, "ContinuousBackupsDescription", describe_continuous_members);
}

}  // namespace isotherm::codec
