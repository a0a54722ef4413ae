#include "store/engine/stream_messages.h"

#include <string>

#include "store/engine/change_logs.h"
#include "store/engine/messages.h"

namespace isotherm::engine::messages {

Error new_stream_without_view() {
  return invalid_parameters(
      "Table is being created with a stream enabled, UpdateViewType is required");
}
Error new_table_without_stream_has_view() {
  return invalid_parameters(
      "Table is being created with a stream disabled, UpdateViewType should not be specified");
}
Error enabled_stream_without_view() {
  return invalid_parameters("If stream is being enabled then UpdateViewType is required");
}
Error disabled_stream_has_view() {
  return invalid_parameters(
      "If stream is being disabled, then UpdateViewType must not be specified");
}
Error stream_is_enabled(std::string_view table) {
  return Error::validation("Table already has an enabled stream: TableName: " + std::string(table));
}
Error stream_is_disabled(std::string_view table) {
  return Error::validation("Table has no stream to disable: TableName: " + std::string(table));
}

Error stream_not_found(std::string_view arn) {
  return Error::resource_not_found("Requested resource not found: Stream: " + std::string(arn) +
                                   " not found");
}
Error shard_not_found() {
  return Error::resource_not_found("Requested resource not found: Shard does not exist");
}
Error invalid_shard_iterator() { return Error::validation("Invalid ShardIterator"); }
Error expired_iterator(UnixMillis issued) {
  return {ErrorCode::expired_iterator, "The shard iterator of " + stream_label(issued) +
                                           " has expired: an iterator can be used for 15 minutes"};
}
Error trimmed() {
  return {ErrorCode::trimmed_data_access,
          "The requested records are beyond the trim horizon: they were trimmed from the shard"};
}
Error sequence_number_missing(ShardIteratorType type) {
  const bool at = type == ShardIteratorType::at_sequence_number;
  return invalid_parameters(std::string("SequenceNumber must be specified for ShardIteratorType ") +
                            (at ? "AT_SEQUENCE_NUMBER" : "AFTER_SEQUENCE_NUMBER"));
}
Error invalid_sequence_number() { return Error::validation("Invalid SequenceNumber"); }

Error ttl_is_enabled() { return Error::validation("TimeToLive is already enabled"); }
Error ttl_is_disabled() { return Error::validation("TimeToLive is already disabled"); }
Error ttl_on_other_attribute(std::string_view attribute) {
  return Error::validation(
      "TimeToLive is active on a different AttributeName: current AttributeName is " +
      std::string(attribute));
}
Error ttl_changed_lately() {
  return Error::validation("Time to live has been modified multiple times within a fixed interval");
}
Error ttl_of_table_in_state(std::string_view state) {
  const std::string name(state);
  return Error::validation("Cannot describe time to live while table is in " + name +
                           " state: Current table state is " + name);
}

Error not_an_arn(std::string_view text) {
  return invalid_parameters("ARNs must start with 'arn:': " + std::string(text));
}
Error not_our_arn(std::string_view arn) {
  return invalid_parameters("Provided Arn is not a DynamoDB resource arn: " + std::string(arn));
}
Error arn_of_other_kind(std::string_view arn) {
  return invalid_parameters(
      "Invalid resource arn provided, only table or stream is accepted. Provided resource arn: " +
      std::string(arn));
}
Error tags_denied(std::string_view arn) {
  return {ErrorCode::access_denied,
          "User is not authorized to perform: dynamodb:ListTagsOfResource on resource: " +
              std::string(arn)};
}
Error arn_not_found(std::string_view arn) {
  return Error::resource_not_found("Requested resource not found: ResourcArn: " + std::string(arn) +
                                   " not found");
}

Error no_tags() { return Error::validation("Atleast one Tag needs to be provided as Input."); }
Error no_tag_keys() {
  return Error::validation("Atleast one Tag Key needs to be provided as Input.");
}
Error bad_tag_key(std::string_view key) {
  return Error::validation("The Tag Key provided is invalid, Key: " + std::string(key));
}
Error bad_tag_value(std::string_view value) {
  return Error::validation("The Tag Value provided is invalid, Value: " + std::string(value));
}
Error reserved_tag_key(std::string_view key) {
  return Error::validation("Tag Key cannot be prefixed with aws:, Key: " + std::string(key));
}
Error duplicate_tag_key(std::string_view key) {
  return Error::validation("Duplicate Tag Keys provided as input: Duplicate Tag Key found " +
                           std::string(key));
}
Error too_many_tags() {
  return Error::validation("Number of Tags exceed the current limit for the provided ResourceArn");
}
Error invalid_next_token() { return Error::validation("Invalid NextToken"); }

Error policy_too_large(std::size_t bytes_max) {
  return invalid_parameters("Maximum policy size of " + std::to_string(bytes_max) +
                            " bytes exceeded");
}
Error empty_policy() {
  return invalid_parameters("Invalid policy document: This policy contains invalid Json");
}
Error policy_not_found() {
  return {ErrorCode::policy_not_found,
          "Resource-based policy not found for the provided ResourceArn"};
}
Error other_policy_revision() {
  return {ErrorCode::policy_not_found,
          "Resource-based policy not found for the provided ResourceArn: ExpectedRevisionId does "
          "not match the current revision"};
}

}  // namespace isotherm::engine::messages
