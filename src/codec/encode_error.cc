// Errors into JSON: the exception's name with its namespace, its message, and what some carry.

#include "base/json_writer.h"
#include "codec/append_member.h"
#include "codec/encode.h"
#include "model/error_detail.h"

namespace isotherm::codec {
namespace {

// Errors come from different layers of the service, and each layer has its namespace.
std::string_view name_space(ErrorCode code) {
  switch (code) {
    case ErrorCode::validation: return "com.amazon.coral.validate#";
    case ErrorCode::throttling: return "com.amazon.coral.availability#";
    case ErrorCode::serialization:
    case ErrorCode::unknown_operation:
    case ErrorCode::access_denied:
    case ErrorCode::missing_authentication_token:
    case ErrorCode::incomplete_signature:
    case ErrorCode::invalid_signature:
    case ErrorCode::unrecognized_client: return "com.amazon.coral.service#";
    default: return "com.amazonaws.dynamodb.v20120810#";
  }
}

// Some spell it with a capital.
std::string_view message_key(ErrorCode code) {
  switch (code) {
    case ErrorCode::serialization:
    case ErrorCode::access_denied:
    case ErrorCode::idempotent_parameter_mismatch:
    case ErrorCode::transaction_canceled:
    case ErrorCode::transaction_in_progress: return "Message";
    default: return "message";
  }
}

// These come without a message, as the service sends them, when there is nothing to say.
bool may_be_silent(ErrorCode code) {
  return code == ErrorCode::serialization || code == ErrorCode::unknown_operation;
}

void append_reasons(std::string_view key, const std::vector<ThrottlingReason>& reasons,
                    JsonWriter& json) {
  json.key(key).begin_array();
  for (const ThrottlingReason& reason : reasons) {
    json.begin_object();
    json.key("reason").string(reason.reason).key("resource").string(reason.resource);
    json.end_object();
  }
  json.end_array();
}

void append_cancellation_reasons(const std::vector<CancellationReason>& reasons, JsonWriter& json) {
  json.key("CancellationReasons").begin_array();
  for (const CancellationReason& reason : reasons) {
    json.begin_object().key("Code").string(reason.code);
    append_member("Message", reason.message, json);
    append_member("Item", reason.item, json);
    json.end_object();
  }
  json.end_array();
}

}  // namespace

void encode_error(const Error& error, std::string& out) {
  JsonWriter json(out);
  const ErrorCode code = error.code();
  json.begin_object().key("__type").string(std::string(name_space(code)) +
                                           std::string(exception_name(code)));
  if (!error.message().empty() || !may_be_silent(code)) {
    json.key(message_key(code)).string(error.message());
  }
  const ErrorDetail& detail = error.detail();
  if (!detail.throttling_reasons.empty()) {
    append_reasons("ThrottlingReasons", detail.throttling_reasons, json);
    // The API model spells ThrottlingException's member with a small letter, the guide with a
    // capital; clients read the one or the other.
    if (code == ErrorCode::throttling) {
      append_reasons("throttlingReasons", detail.throttling_reasons, json);
    }
  }
  append_member("Item", detail.item, json);
  if (!detail.cancellation_reasons.empty()) {
    append_cancellation_reasons(detail.cancellation_reasons, json);
  }
  json.end_object();
}

int http_status(ErrorCode code) {
  switch (code) {
    case ErrorCode::internal: return 500;
    case ErrorCode::service_unavailable: return 503;
    default: return 400;
  }
}

}  // namespace isotherm::codec
