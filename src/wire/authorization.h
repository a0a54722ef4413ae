#pragma once

// What a request says of who signed it: in its Authorization header, or in its query.

#include <string>
#include <string_view>
#include <vector>

#include "model/error.h"
#include "wire/http_request.h"

namespace isotherm::wire {

struct Authorization {
  /// "AKIDEXAMPLE/20150830/us-east-1/dynamodb/aws4_request"
  std::string credential;
  /// Lower-case names, sorted.
  std::vector<std::string> signed_headers;
  /// Hexadecimal digits.
  std::string signature;
  /// As sent: "20150830T123600Z", or the date of a Date header.
  std::string time;
  /// Of temporary credentials.
  std::string session_token;
  /// Seconds that a signature in the query is good for; empty: as long as one in a header.
  std::string expires;
  /// In the query rather than in headers.
  bool in_query = false;
};

/// Whether a request's headers have all that an authorization needs. Says nothing of whether they
/// are right. Cheap: asked for every request of an endpoint that takes any credentials.
bool has_authorization(const HttpRequest& request);

/// The request's authorization; or MissingAuthenticationToken or IncompleteSignature with the
/// service's words. The request must have kept its fields (HttpRequestParser::keep_fields).
Result<Authorization> read_authorization(const HttpRequest& request);

}  // namespace isotherm::wire
