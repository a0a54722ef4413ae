// Errors out of the JSON that a server answered.
//
// Some servers answer in other ways than the service: without a body, with a page of a proxy, with
// names of exceptions that only their own clients know. Every answer becomes some error.

#include <algorithm>
#include <array>

#include "codec/answer.h"
#include "codec/decode_response.h"
#include "codec/shortened.h"
#include "model/error_detail.h"

namespace isotherm::codec {
namespace {

constexpr int too_many_requests = 429;
constexpr int bad_request = 400;
constexpr int server_error = 500;
constexpr int unavailable = 503;

using Names = std::array<std::pair<std::string_view, ErrorCode>, 6>;

// Names beside those of exception_name that services and their likenesses use.
constexpr Names other_names{{
    {"InternalFailure", ErrorCode::internal},
    {"InternalServerException", ErrorCode::internal},
    {"ServiceUnavailableException", ErrorCode::service_unavailable},
    {"Throttling", ErrorCode::throttling},
    {"RequestLimitExceededException", ErrorCode::request_limit_exceeded},
    {"AccessDenied", ErrorCode::access_denied},
}};

constexpr ErrorCode last_code = ErrorCode::service_unavailable;

std::optional<ErrorCode> code_named(std::string_view name) {
  for (int code = 0; code <= static_cast<int>(last_code); ++code) {
    if (exception_name(static_cast<ErrorCode>(code)) == name) return static_cast<ErrorCode>(code);
  }
  for (const auto& [other, code] : other_names) {
    if (other == name) return code;
  }
  return std::nullopt;
}

ErrorCode code_of_status(int status) {
  if (status == unavailable) return ErrorCode::service_unavailable;
  if (status == too_many_requests) return ErrorCode::throttling;
  if (status >= bad_request && status < server_error) return ErrorCode::validation;
  return ErrorCode::internal;
}

// The name alone: without the namespace before '#', and what stands behind ':'.
std::string_view bare(std::string_view type) {
  type = type.substr(0, type.find(':'));
  const std::size_t hash = type.rfind('#');
  if (hash != std::string_view::npos) type.remove_prefix(hash + 1);
  while (type.starts_with(' ')) type.remove_prefix(1);
  while (type.ends_with(' ')) type.remove_suffix(1);
  return type;
}

// An item that cannot be read is left out: the error counts, not what it carries.
void item_of(const Place& place, const Json& json, std::optional<Item>& out) {
  Reader reader;
  Item item;
  read_into(reader, place, json, item);
  if (reader.result().ok()) out = std::move(item);
}

constexpr Members<ThrottlingReason, 2> throttling_reason_members{{
    {"reason", field<&ThrottlingReason::reason>},
    {"resource", field<&ThrottlingReason::resource>},
}};

constexpr Members<CancellationReason, 3> cancellation_reason_members{{
    {"Code", field<&CancellationReason::code>},
    {"Message", field<&CancellationReason::message>},
    {"Item", [](Reader&, const Place& place, const Json& json,
                CancellationReason& out) { item_of(place, json, out.item); }},
}};

// An answer's body as it comes.
struct Body {
  std::string type;
  std::string message;
  ErrorDetail detail;
};

void throttling_reasons(Reader& reader, const Place& place, const Json& json, Body& out) {
  // Some answers have it twice, in both spellings.
  out.detail.throttling_reasons.clear();
  read_list(reader, place, json, Position::field, out.detail.throttling_reasons,
            [&](const Place& at, const Json& element, ThrottlingReason& into) {
              read_structure(reader, at, element, "ThrottlingReason", Position::element,
                             throttling_reason_members, into);
            });
}

void cancellation_reasons(Reader& reader, const Place& place, const Json& json, Body& out) {
  read_places(reader, place, json, out.detail.cancellation_reasons,
              [&](const Place& at, const Json& element, CancellationReason& into) {
                read_structure(reader, at, element, "CancellationReason", Position::element,
                               cancellation_reason_members, into);
              });
}

constexpr Members<Body, 7> body_members{{
    {"__type", field<&Body::type>},
    {"message", field<&Body::message>},
    {"Message", field<&Body::message>},
    {"Item", [](Reader&, const Place& place, const Json& json,
                Body& out) { item_of(place, json, out.detail.item); }},
    {"CancellationReasons", cancellation_reasons},
    {"ThrottlingReasons", throttling_reasons},
    {"throttlingReasons", throttling_reasons},
}};

// Each member by itself: what one cannot be read does not hide the others.
bool read_body(std::string_view text, Body& out) {
  const auto json = parse_json(text);
  if (!json.ok()) return false;
  JsonObject object;
  if ((*json).get_object().get(object) != simdjson::SUCCESS) return false;
  for (const auto& [name, value] : object) {
    for (const Member<Body>& member : body_members) {
      if (member.name != name || is_null(value)) continue;
      Reader reader;
      member.read(reader, Place().member(member.name, 0), value, out);
    }
  }
  return true;
}

bool has_detail(const ErrorDetail& detail) {
  return detail.item || !detail.cancellation_reasons.empty() || !detail.throttling_reasons.empty();
}

Error unknown(int status, std::string_view name, std::string_view text) {
  std::string message = "Isotherm: the upstream answered " + std::to_string(status);
  if (!name.empty()) message += " " + printable(name);
  if (!text.empty()) message += ": " + std::string(text);
  return Error(code_of_status(status), std::move(message));
}

}  // namespace

Error decode_error(int http_status, std::string_view body, std::string_view error_type) {
  Body read;
  const bool is_json = read_body(body, read);
  const std::string_view name = bare(read.type.empty() ? error_type : read.type);
  const std::optional<ErrorCode> code = code_named(name);
  if (!code) return unknown(http_status, name, is_json ? read.message : printable(body));
  Error error(*code, is_json ? std::move(read.message) : printable(body));
  if (has_detail(read.detail)) error.mutable_detail() = std::move(read.detail);
  return error;
}

}  // namespace isotherm::codec
