// The operations on backups out of JSON.
//
// SSESpecificationOverride is checked and then left out, as SSESpecification is of CreateTable.

#include "codec/decode.h"
#include "codec/decode_body.h"
#include "codec/decode_schema.h"
#include "codec/name.h"

namespace isotherm::codec {
namespace {

constexpr std::size_t name_bytes_min = 3;
constexpr std::size_t name_bytes_max = 255;
constexpr std::int64_t backups_max = 100;
constexpr std::int64_t recovery_days_max = 35;

void read_name(Reader& reader, const Place& place, const Json& json, std::string& out) {
  if (reader.read(json, out)) reader.check_name(place, out, name_bytes_min, name_bytes_max);
}

template <class T>
void backup_arn(Reader& reader, const Place& place, const Json& json, T& out) {
  if (reader.read(json, out.backup_arn)) read_arn_length(reader, place, out.backup_arn);
}

template <class T>
void table_name(Reader& reader, const Place& place, const Json& json, T& out) {
  read_table_reference(reader, place, json, out.table_name);
}

template <class T>
void target_table(Reader& reader, const Place& place, const Json& json, T& out) {
  read_name(reader, place, json, out.target_table_name);
}

constexpr Members<CreateBackupRequest, 2> create_backup_members{{
    {"TableName", table_name<CreateBackupRequest>, true},
    {"BackupName",
     [](Reader& reader, const Place& place, const Json& json, CreateBackupRequest& out) {
       read_name(reader, place, json, out.backup_name);
     },
     true},
}};

constexpr Members<DescribeBackupRequest, 1> describe_backup_members{{
    {"BackupArn", backup_arn<DescribeBackupRequest>, true},
}};

constexpr Members<DeleteBackupRequest, 1> delete_backup_members{{
    {"BackupArn", backup_arn<DeleteBackupRequest>, true},
}};

using List = ListBackupsRequest;
constexpr Members<List, 6> list_backups_members{{
    {"TableName",
     [](Reader& reader, const Place& place, const Json& json, List& out) {
       read_table_reference(reader, place, json, out.table_name.emplace());
     }},
    {"Limit", [](Reader& reader, const Place& place, const Json& json,
                 List& out) { read_page_size(reader, place, json, backups_max, out.limit); }},
    {"TimeRangeLowerBound", [](Reader& reader, const Place&, const Json& json,
                               List& out) { reader.read_time(json, out.from); }},
    {"TimeRangeUpperBound", [](Reader& reader, const Place&, const Json& json,
                               List& out) { reader.read_time(json, out.to); }},
    {"ExclusiveStartBackupArn",
     [](Reader& reader, const Place& place, const Json& json, List& out) {
       if (!reader.read(json, out.exclusive_start_backup_arn)) return;
       read_arn_length(reader, place, *out.exclusive_start_backup_arn);
     }},
    {"BackupType",
     [](Reader& reader, const Place& place, const Json& json, List& out) {
       reader.read_enum(place, json, backup_type_filter_names, out.type);
     }},
}};

// What both restores have.
template <class T>
constexpr Member<T> billing_mode{
    "BillingModeOverride", [](Reader& reader, const Place& place, const Json& json, T& out) {
      reader.read_enum(place, json, billing_mode_names, out.overrides.billing_mode);
    }};
template <class T>
constexpr Member<T> provisioned{"ProvisionedThroughputOverride",
                                [](Reader& reader, const Place& place, const Json& json, T& out) {
                                  read_throughput(reader, place, json, out.overrides.provisioned);
                                }};
template <class T>
constexpr Member<T> on_demand{"OnDemandThroughputOverride",
                              [](Reader& reader, const Place& place, const Json& json, T& out) {
                                read_on_demand(reader, place, json, out.overrides.on_demand);
                              }};
template <class T>
constexpr Member<T> local_indexes{"LocalSecondaryIndexOverride",
                                  [](Reader& reader, const Place& place, const Json& json, T& out) {
                                    read_local_indexes(reader, place, json,
                                                       out.overrides.local_indexes.emplace());
                                  }};
template <class T>
constexpr Member<T> global_indexes{
    "GlobalSecondaryIndexOverride",
    [](Reader& reader, const Place& place, const Json& json, T& out) {
      read_list(reader, place, json, Position::field, out.overrides.global_indexes.emplace(),
                [&](const Place& at, const Json& element, SecondaryIndexRequest& into) {
                  read_global_index(reader, at, element, "GlobalSecondaryIndex", Position::element,
                                    into);
                });
    }};
template <class T>
constexpr Member<T> sse{"SSESpecificationOverride",
                        [](Reader& reader, const Place& place, const Json& json, T&) {
                          std::optional<EncryptionRequest> left_out;
                          read_encryption(reader, place, json, left_out);
                        }};

using Restore = RestoreTableFromBackupRequest;
constexpr Members<Restore, 8> restore_members{{
    {"TargetTableName", target_table<Restore>, true},
    {"BackupArn", backup_arn<Restore>, true},
    billing_mode<Restore>,
    global_indexes<Restore>,
    local_indexes<Restore>,
    provisioned<Restore>,
    on_demand<Restore>,
    sse<Restore>,
}};

using RestoreToTime = RestoreTableToPointInTimeRequest;
constexpr Members<RestoreToTime, 11> restore_to_time_members{{
    {"SourceTableArn",
     [](Reader& reader, const Place& place, const Json& json, RestoreToTime& out) {
       read_table_reference(reader, place, json, out.source_table);
     }},
    {"SourceTableName",
     [](Reader& reader, const Place& place, const Json& json, RestoreToTime& out) {
       read_name(reader, place, json, out.source_table);
     }},
    {"TargetTableName", target_table<RestoreToTime>, true},
    {"UseLatestRestorableTime",
     [](Reader& reader, const Place&, const Json& json, RestoreToTime& out) {
       reader.read(json, out.use_latest_restorable_time);
     }},
    {"RestoreDateTime", [](Reader& reader, const Place&, const Json& json,
                           RestoreToTime& out) { reader.read_time(json, out.restore_date_time); }},
    billing_mode<RestoreToTime>,
    global_indexes<RestoreToTime>,
    local_indexes<RestoreToTime>,
    provisioned<RestoreToTime>,
    on_demand<RestoreToTime>,
    sse<RestoreToTime>,
}};

using Update = UpdateContinuousBackupsRequest;
constexpr Members<Update, 2> recovery_members{{
    {"PointInTimeRecoveryEnabled",
     [](Reader& reader, const Place&, const Json& json, Update& out) {
       reader.read(json, out.enabled);
     },
     true},
    {"RecoveryPeriodInDays",
     [](Reader& reader, const Place& place, const Json& json, Update& out) {
       read_page_size(reader, place, json, recovery_days_max, out.recovery_period_days);
     }},
}};

constexpr Members<Update, 2> update_members{{
    {"TableName", table_name<Update>, true},
    {"PointInTimeRecoverySpecification",
     [](Reader& reader, const Place& place, const Json& json, Update& out) {
       read_structure(reader, place, json, "PointInTimeRecoverySpecification", Position::field,
                      recovery_members, out);
     },
     true},
}};

constexpr Members<DescribeContinuousBackupsRequest, 1> describe_members{{
    {"TableName", table_name<DescribeContinuousBackupsRequest>, true},
}};

}  // namespace

template <>
Result<CreateBackupRequest> decode(std::string_view body) {
  return decode_body(body, "CreateBackupInput", create_backup_members);
}

template <>
Result<DescribeBackupRequest> decode(std::string_view body) {
  return decode_body(body, "DescribeBackupInput", describe_backup_members);
}

template <>
Result<DeleteBackupRequest> decode(std::string_view body) {
  return decode_body(body, "DeleteBackupInput", delete_backup_members);
}

template <>
Result<ListBackupsRequest> decode(std::string_view body) {
  return decode_body(body, "ListBackupsInput", list_backups_members);
}

template <>
Result<RestoreTableFromBackupRequest> decode(std::string_view body) {
  return decode_body(body, "RestoreTableFromBackupInput", restore_members);
}

template <>
Result<RestoreTableToPointInTimeRequest> decode(std::string_view body) {
  return decode_body(body, "RestoreTableToPointInTimeInput", restore_to_time_members);
}

template <>
Result<UpdateContinuousBackupsRequest> decode(std::string_view body) {
  return decode_body(body, "UpdateContinuousBackupsInput", update_members);
}

template <>
Result<DescribeContinuousBackupsRequest> decode(std::string_view body) {
  return decode_body(body, "DescribeContinuousBackupsInput", describe_members);
}

}  // namespace isotherm::codec
