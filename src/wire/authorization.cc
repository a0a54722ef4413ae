#include "wire/authorization.h"

#include <algorithm>
#include <array>

#include "signing/canonical_request.h"
#include "signing/signature.h"

namespace isotherm::wire {
namespace {

constexpr std::string_view spaces = " \t";

Error incomplete(std::string message) {
  return {ErrorCode::incomplete_signature, std::move(message)};
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(spaces);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(spaces) - begin + 1);
}

std::vector<std::string> split_names(std::string_view names) {
  std::vector<std::string> out;
  while (!names.empty()) {
    const std::size_t end = std::min(names.find(';'), names.size());
    out.push_back(signing::lower_case(names.substr(0, end)));
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  std::ranges::sort(out);
  return out;
}

std::string_view field(const HttpRequest& request, std::string_view lower_name) {
  for (const signing::Header& header : request.fields) {
    if (signing::lower_case(header.name) == lower_name) return header.value;
  }
  return {};
}

// The header's parameters, separated by commas or, as some clients write, by spaces alone.
void read_parameters(std::string_view text, Authorization& out) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(", \t"), text.size());
    const std::string_view pair = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t equals = pair.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string_view name = pair.substr(0, equals);
    const std::string_view value = pair.substr(equals + 1);
    if (name == "Credential") out.credential = value;
    if (name == "Signature") out.signature = value;
    if (name == "SignedHeaders") out.signed_headers = split_names(value);
  }
}

Result<Authorization> read_header(const HttpRequest& request) {
  const std::string_view text = trimmed(request.authorization);
  Authorization out;
  const std::size_t end = std::min(text.find_first_of(spaces), text.size());
  read_parameters(text.substr(end), out);
  out.session_token = field(request, "x-amz-security-token");
  out.time = request.date;

  std::string missing;
  const auto require = [&](bool is_there, std::string_view name) {
    if (is_there) return;
    missing.append("Authorization header requires '").append(name).append("' parameter. ");
  };
  require(!out.credential.empty(), "Credential");
  require(!out.signature.empty(), "Signature");
  require(!out.signed_headers.empty(), "SignedHeaders");
  if (out.time.empty()) {
    missing +=
        "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. ";
  }
  if (!missing.empty()) {
    return incomplete(missing + "Authorization=" + request.authorization);
  }
  if (text.substr(0, end) != signing::algorithm) {
    return incomplete("Unsupported AWS 'algorithm': '" + std::string(text.substr(0, end)) + "'.");
  }
  return out;
}

Result<Authorization> read_query(const HttpRequest& request) {
  constexpr std::array<std::string_view, 5> required{"X-Amz-Algorithm", "X-Amz-Credential",
                                                     "X-Amz-Signature", "X-Amz-SignedHeaders",
                                                     "X-Amz-Date"};
  const auto parameters = signing::query_parameters(request.uri);
  const auto value = [&](std::string_view name) -> std::string {
    for (const auto& parameter : parameters) {
      if (parameter.name == name) return parameter.value;
    }
    return {};
  };
  std::string missing;
  for (const std::string_view name : required) {
    if (!value(name).empty()) continue;
    missing.append("AWS query-string parameters must include '").append(name).append("'. ");
  }
  if (!missing.empty()) return incomplete(missing + "Re-examine the query-string parameters.");
  if (value("X-Amz-Algorithm") != signing::algorithm) {
    return incomplete("Unsupported AWS 'algorithm': '" + value("X-Amz-Algorithm") + "'.");
  }
  return Authorization{.credential = value("X-Amz-Credential"),
                       .signed_headers = split_names(value("X-Amz-SignedHeaders")),
                       .signature = value("X-Amz-Signature"),
                       .time = value("X-Amz-Date"),
                       .session_token = value("X-Amz-Security-Token"),
                       .expires = value("X-Amz-Expires"),
                       .in_query = true};
}

bool is_signed_in_query(const HttpRequest& request) {
  return request.uri.find("X-Amz-Algorithm") != std::string::npos;
}

}  // namespace

bool has_authorization(const HttpRequest& request) {
  const std::string_view text = request.authorization;
  const auto has = [&](std::string_view part) {
    const std::size_t at = text.find(part);
    if (at == std::string_view::npos) return false;
    const std::string_view value = text.substr(at + part.size());
    return !value.empty() && value.front() != ',' && value.front() != ' ';
  };
  return text.starts_with("AWS4-HMAC-SHA256 ") && has("Credential=") && has("SignedHeaders=") &&
         has("Signature=") && !request.date.empty() && !is_signed_in_query(request);
}

Result<Authorization> read_authorization(const HttpRequest& request) {
  const bool in_query = is_signed_in_query(request);
  if (in_query && !request.authorization.empty()) {
    return Error(ErrorCode::invalid_signature,
                 "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP "
                 "header.");
  }
  if (in_query) return read_query(request);
  if (!trimmed(request.authorization).starts_with("AWS4-")) {
    return Error(ErrorCode::missing_authentication_token,
                 "Request is missing Authentication Token");
  }
  return read_header(request);
}

}  // namespace isotherm::wire
