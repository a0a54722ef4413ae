#include "wire/cross_origin.h"

#include <algorithm>

namespace isotherm::wire {
namespace {

constexpr std::string_view days_2_in_seconds = "172800";

void append_line(std::string_view name, std::string_view value, std::string& out) {
  out.append(name).append(": ").append(value).append("\r\n");
}

}  // namespace

std::string cross_origin_headers(const HttpRequest& request, std::span<const std::string> origins) {
  std::string out;
  if (request.origin.empty() || origins.empty()) return out;
  const bool any = std::ranges::find(origins, "*") != origins.end();
  if (!any && std::ranges::find(origins, request.origin) == origins.end()) return out;
  append_line("Access-Control-Allow-Origin", any ? "*" : request.origin, out);
  if (!any) append_line("Vary", "Origin", out);
  if (request.method != "OPTIONS") {
    append_line("Access-Control-Expose-Headers",
                "x-amzn-RequestId,x-amzn-ErrorType,x-amz-request-id,x-amz-id-2,"
                "x-amzn-ErrorMessage,Date,x-amz-crc32",
                out);
    return out;
  }
  if (!request.wanted_headers.empty()) {
    append_line("Access-Control-Allow-Headers", request.wanted_headers, out);
  }
  if (!request.wanted_method.empty()) {
    append_line("Access-Control-Allow-Methods", request.wanted_method, out);
  }
  append_line("Access-Control-Max-Age", days_2_in_seconds, out);
  return out;
}

}  // namespace isotherm::wire
