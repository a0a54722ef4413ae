#pragma once

// The whole wire layer without HTTP: a target and a JSON body in, a status and a JSON body out.
// The HTTP server calls it for each request; tests call it to speak JSON to a Store in process.
//
//   run(wire::dispatch(store, {.target = "DynamoDB_20120810.GetItem", .body = R"({…})"}))

#include <string>
#include <string_view>

#include "model/error.h"
#include "store/task.h"

namespace isotherm {
class Store;
}

namespace isotherm::wire {

struct Operation;

/// Every reply's Content-Type.
inline constexpr std::string_view content_type = "application/x-amz-json-1.0";

/// One request. The views must live until its reply is there.
struct Call {
  /// The X-Amz-Target header: "DynamoDB_20120810.PutItem".
  std::string_view target = {};
  std::string_view body = {};
  /// How the client named this endpoint (the Host header): what DescribeEndpoints answers.
  std::string_view host = "localhost";
  /// The x-isotherm-scatter header: "allow", "forbid", or empty.
  std::string_view scatter = {};
};

struct Reply {
  /// HTTP status: 200, 400, 500 or 503.
  int status = 200;
  std::string body = {};
  /// The operation's name; empty when the target names none that is served.
  std::string_view operation = {};
  /// The exception's name ("ValidationException"); empty on success.
  std::string_view error = {};
  /// What an upstream calls the request; empty: it was served here.
  std::string request_id = {};
};

/// The reply to a request whose sender is refused. The service looks at the body's form and at the
/// target first.
Reply refuse(const Call& call, const Error& error);

/// The row of a target's operation, or nullptr.
const Operation* find_target(std::string_view target);

/// Serves one request. Never throws: what goes wrong is a reply with an error.
Task<Reply> dispatch(Store& store, Call call);

}  // namespace isotherm::wire
