#include "store/engine/messages.h"

#include <array>
#include <chrono>

namespace isotherm::engine::messages {
namespace {

std::string joined(const std::vector<std::string_view>& words, std::string_view separator) {
  std::string text;
  for (const std::string_view word : words) {
    if (!text.empty()) text.append(separator);
    text.append(word);
  }
  return text;
}

std::string concat(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) text.append(part);
  return text;
}

std::string_view empty_kind(const AttributeDefinition& key) {
  return key.type == KeyType::B ? "binary" : "string";
}

/// "Friday, October 9, 2026 at 1:05:09 AM Coordinated Universal Time"
std::string written_out(UnixMillis time) {
  namespace chrono = std::chrono;
  constexpr std::array<std::string_view, 7> days = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                    "Thursday", "Friday", "Saturday"};
  constexpr std::array<std::string_view, 12> months = {
      "January", "February", "March",     "April",   "May",      "June",
      "July",    "August",   "September", "October", "November", "December"};
  const auto day = chrono::floor<chrono::days>(chrono::sys_time<UnixMillis>(time));
  const chrono::year_month_day date(day);
  const chrono::hh_mm_ss clock(
      chrono::floor<chrono::seconds>(chrono::sys_time<UnixMillis>(time) - day));
  const auto two_digits = [](auto count) {
    return (count < 10 ? "0" : "") + std::to_string(count);
  };
  const auto hour = clock.hours().count();
  return concat({days[chrono::weekday(day).c_encoding()], ", ",
                 months[static_cast<unsigned>(date.month()) - 1], " ",
                 std::to_string(static_cast<unsigned>(date.day())), ", ",
                 std::to_string(static_cast<int>(date.year())), " at ",
                 std::to_string(hour % 12 == 0 ? 12 : hour % 12), ":",
                 two_digits(clock.minutes().count()), ":", two_digits(clock.seconds().count()),
                 hour < 12 ? " AM" : " PM", " Coordinated Universal Time"});
}

}  // namespace

Error invalid_parameters(std::string_view what) {
  return Error::validation(concat({"One or more parameter values were invalid: ", what}));
}

Error table_not_found(std::string_view table) {
  return Error::resource_not_found(
      concat({"Requested resource not found: Table: ", table, " not found"}));
}
Error table_exists(std::string_view table) {
  return Error::resource_in_use(concat({"Table already exists: ", table}));
}
Error table_in_use(std::string_view table, std::string_view why) {
  return Error::resource_in_use(
      concat({"Attempt to change a resource which is still in use: Table ", why, ": ", table}));
}
Error capacity_in_use(std::string_view table) {
  return Error::resource_in_use(
      concat({"Attempt to change a resource which is still in use: Table IOPS are currently being "
              "updated. Table: ",
              table}));
}
Error index_in_use(std::string_view table, std::string_view index) {
  return Error::resource_in_use(concat(
      {"Attempt to change a resource which is still in use: Index is being updated. Table: ", table,
       " Index: ", index}));
}
Error table_is_updating(std::string_view table) {
  return Error::resource_in_use(
      concat({"Attempt to change a resource which is still in use: Table: ", table,
              " is in the process of being updated."}));
}
Error indexes_in_use() {
  return Error::resource_in_use(
      "Attempt to change a resource which is still in use: Cannot delete table while indexes are "
      "being created, updated, or deleted.");
}
Error deletion_protected() {
  return Error::validation(
      "Resource cannot be deleted as it is currently protected against deletion. Disable deletion "
      "protection first.");
}
Error index_exists() {
  return Error::validation("Attempting to create an index which already exists");
}
Error throughput_unchanged(std::string_view what, const ProvisionedThroughput& current) {
  const std::string read = std::to_string(current.read_units);
  const std::string write = std::to_string(current.write_units);
  return Error::validation(concat(
      {"The provisioned throughput for the ", what,
       " will not change. The requested value equals the current value. Current ReadCapacityUnits "
       "provisioned for the ",
       what, ": ", read, ". Requested ReadCapacityUnits: ", read,
       ". Current WriteCapacityUnits provisioned for the ", what, ": ", write,
       ". Requested WriteCapacityUnits: ", write,
       ". Refer to the Amazon DynamoDB Developer Guide for current limits and how to request "
       "higher "
       "limits."}));
}
Error too_many_index_changes() {
  return Error::limit_exceeded(
      "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per "
      "table");
}
Error too_many_decreases(std::int64_t today, UnixMillis last, UnixMillis next) {
  return Error::limit_exceeded(concat(
      {"Subscriber limit exceeded: Provisioned throughput decreases are limited within a given UTC "
       "day. After the first 4 decreases, each subsequent decrease in the same UTC day can be "
       "performed at most once every 3600 seconds. Number of decreases today: ",
       std::to_string(today), ". Last decrease at ", written_out(last),
       ". Next decrease can be made at ", written_out(next)}));
}
Error not_the_only_operation(std::string_view what) {
  return invalid_parameters(concat({what, " must be the only operation in the request"}));
}

Error no_such_table(std::string_view table) {
  return {ErrorCode::table_not_found, "Table not found: " + std::string(table)};
}
Error target_exists(std::string_view table) {
  return {ErrorCode::table_already_exists, "Table already exists: " + std::string(table)};
}
Error table_is_busy(std::string_view table, std::string_view why) {
  return {ErrorCode::table_in_use, "Table " + std::string(why) + ": " + std::string(table)};
}
Error backup_not_found(std::string_view arn) {
  return {ErrorCode::backup_not_found, "Backup not found: " + std::string(arn)};
}
Error backup_in_use(std::string_view arn, std::string_view why) {
  return {ErrorCode::backup_in_use, "Backup " + std::string(why) + ": " + std::string(arn)};
}
Error bad_backup_arn(std::string_view arn) {
  return Error::validation("Invalid backup ARN: " + std::string(arn));
}
Error bad_time_range() {
  return Error::validation("TimeRangeLowerBound must not be later than TimeRangeUpperBound");
}
Error no_such_index_to_restore(std::string_view index) {
  return Error::validation(
      "One or more parameter values were invalid: an index of the source table must be restored as "
      "it was; the source has none like index: " +
      std::string(index));
}
Error recovery_period_without_recovery() {
  return Error::validation(
      "RecoveryPeriodInDays can only be specified when PointInTimeRecoveryEnabled is true");
}
Error no_recovery(std::string_view table) {
  return {ErrorCode::point_in_time_recovery_unavailable,
          "Point in time recovery is not enabled for table '" + std::string(table) + "'"};
}
Error no_restore_time() {
  return Error::validation(
      "One of RestoreDateTime or UseLatestRestorableTime must be specified in the request");
}
Error two_restore_times() {
  return Error::validation(
      "RestoreDateTime and UseLatestRestorableTime cannot be specified at the same time");
}
Error no_source_table() {
  return Error::validation(
      "One of SourceTableName or SourceTableArn must be specified in the request");
}
Error bad_restore_time() {
  return {ErrorCode::invalid_restore_time,
          "RestoreDateTime is not between EarliestRestorableDateTime and LatestRestorableDateTime"};
}

Error key_does_not_match() {
  return Error::validation("The provided key element does not match the schema");
}
Error missing_key(std::string_view attribute) {
  return invalid_parameters(concat({"Missing the key ", attribute, " in the item"}));
}
Error key_type_mismatch(const AttributeDefinition& key, const AttributeValue& value) {
  return invalid_parameters(concat({"Type mismatch for key ", key.name, " expected: ",
                                    type_name(key.type), " actual: ", type_name(value.type())}));
}
Error index_key_type_mismatch(const AttributeDefinition& key, const AttributeValue& value,
                              std::string_view index) {
  return invalid_parameters(
      concat({"Type mismatch for Index Key ", key.name, " Expected: ", type_name(key.type),
              " Actual: ", type_name(value.type()), " IndexName: ", index}));
}
Error empty_key(const AttributeDefinition& key) {
  return Error::validation(
      concat({"One or more parameter values are not valid. The AttributeValue "
              "for a key attribute cannot contain an empty ",
              empty_kind(key), " value. Key: ", key.name}));
}
Error empty_index_key(const AttributeDefinition& key, std::string_view index) {
  return Error::validation(
      concat({"One or more parameter values are not valid. A value specified "
              "for a secondary index key is not supported. The AttributeValue "
              "for a key attribute cannot contain an empty ",
              empty_kind(key), " value. IndexName: ", index, ", IndexKey: ", key.name}));
}
Error updated_index_key_type() {
  return Error::validation(
      "The update expression attempted to update the secondary index key to unsupported type");
}
Error updated_index_key_empty(const AttributeDefinition& key) {
  return Error::validation(
      concat({"The update expression attempted to update the secondary index "
              "key to a value that is not supported. The AttributeValue for a "
              "key attribute cannot contain an empty ",
              empty_kind(key), " value."}));
}
Error partition_key_too_long() {
  return invalid_parameters("Size of hashkey has exceeded the maximum size limit of2048 bytes");
}
Error sort_key_too_long() {
  return invalid_parameters(
      "Aggregated size of all range keys has exceeded the size limit of 1024 bytes");
}
Error key_is_not_scalar(std::string_view attribute, bool of_index) {
  return Error::validation(
      concat({"Key attributes must be scalars; list random access '[]' and map "
              "lookup '.' are not allowed: ",
              of_index ? "IndexKey: " : "Key: ", attribute}));
}
Error key_update(std::string_view attribute) {
  return invalid_parameters(
      concat({"Cannot update attribute ", attribute, ". This attribute is part of the key"}));
}

Error item_too_large() {
  return Error::validation("Item size has exceeded the maximum allowed size");
}
Error updated_item_too_large() {
  return Error::validation("Item size to update has exceeded the maximum allowed size");
}
Error duplicate_keys() {
  return Error::validation("Provided list of item keys contains duplicates");
}
Error duplicate_attribute(std::string_view attribute) {
  return invalid_parameters(concat({"Duplicate value in attribute name: ", attribute}));
}

Error repeated_item() {
  return Error::validation("Transaction request cannot include multiple operations on one item");
}
Error transaction_too_large() {
  return Error::validation("The aggregate size of the items in the transaction exceeds 4 MB");
}
Error idempotent_parameter_mismatch() {
  return {ErrorCode::idempotent_parameter_mismatch,
          "A request with the same client token and other parameters was answered before"};
}

Error mixed_parameters(const std::vector<std::string_view>& legacy,
                       const std::vector<std::string_view>& expressions) {
  return Error::validation(
      concat({"Can not use both expression and non-expression parameters in "
              "the same request: Non-expression parameters: {",
              joined(legacy, ", "), "} Expression parameters: {", joined(expressions, ", "), "}"}));
}
Error names_without_expression() {
  return Error::validation("ExpressionAttributeNames can only be specified when using expressions");
}
Error values_without_expression(const std::vector<std::string_view>& expressions) {
  return Error::validation(
      concat({"ExpressionAttributeValues can only be specified when using expressions: ",
              joined(expressions, " and "), expressions.size() > 1 ? " are null" : " is null"}));
}
Error return_values_of_replacement() {
  return Error::validation("ReturnValues can only be ALL_OLD or NONE");
}
Error no_key_condition() {
  return Error::validation(
      "Either the KeyConditions or KeyConditionExpression parameter must be specified in the "
      "request.");
}
Error key_condition_count() { return Error::validation("Conditions can be of length 1 or 2 only"); }

Error no_such_index(std::string_view index) {
  return Error::validation(concat({"The table does not have the specified index: ", index}));
}
Error index_is_backfilling(std::string_view index) {
  return Error::validation(
      concat({"Cannot read from backfilling global secondary index: ", index}));
}
Error consistent_global_read() {
  return Error::validation("Consistent reads are not supported on global secondary indexes");
}
Error bad_start_key() { return Error::validation("The provided starting key is invalid"); }
Error bad_start_key(std::string_view why) {
  return Error::validation(concat({"The provided starting key is invalid: ", why}));
}
Error start_key_outside() {
  return Error::validation(
      "The provided starting key is outside query boundaries based on provided conditions");
}
Error start_key_against_sort_condition() {
  return Error::validation("The provided starting key does not match the range key predicate");
}
Error start_key_of_one_row() {
  return Error::validation("The query can return at most one row and cannot be restarted");
}
Error start_key_of_other_segment(std::int64_t total, std::int64_t segment) {
  return bad_start_key(
      concat({"Invalid ExclusiveStartKey. Please use ExclusiveStartKey with "
              "correct Segment. TotalSegments: ",
              std::to_string(total), " Segment: ", std::to_string(segment)}));
}
Error filter_on_key(bool legacy, std::string_view attribute) {
  return Error::validation(concat({legacy ? "QueryFilter" : "Filter Expression",
                                   " can only contain non-primary key attributes: Primary key "
                                   "attribute: ",
                                   attribute}));
}
Error all_attributes_of_partial_index(std::string_view index) {
  return invalid_parameters(
      concat({"Select type ALL_ATTRIBUTES is not supported for global secondary index ", index,
              " because its projection type is not ALL"}));
}
Error not_projected(std::string_view index, const std::vector<std::string>& attributes) {
  std::string names;
  for (const std::string& name : attributes) {
    if (!names.empty()) names.append(", ");
    names.append(name);
  }
  return invalid_parameters(
      concat({"Global secondary index ", index, " does not project [", names, "]"}));
}
Error segment_without_total() {
  return Error::validation(
      "The TotalSegments parameter is required but was not present in the request when Segment "
      "parameter is present");
}
Error total_without_segment() {
  return Error::validation(
      "The Segment parameter is required but was not present in the request when parameter "
      "TotalSegments is present");
}
Error segment_out_of_range(std::int64_t segment, std::int64_t total) {
  return Error::validation(concat(
      {"The Segment parameter is zero-based and must be less than parameter TotalSegments: "
       "Segment: ",
       std::to_string(segment), " is not less than TotalSegments: ", std::to_string(total)}));
}

}  // namespace isotherm::engine::messages
