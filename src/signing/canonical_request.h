#pragma once

// The canonical request of AWS Signature Version 4: the one text that both sides hash, however the
// request was written.
//
//   method \n path \n query \n (header:value \n)* \n signed-headers \n body-hash
//
// As for every service but S3: the path is normalised, and encoded once more than it was sent.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace isotherm::signing {

/// A header as it was sent. Names are compared without case.
struct Header {
  std::string name;
  std::string value;
};

/// What is signed of a request. The views must outlive the call they are given to.
struct Request {
  std::string_view method = "POST";
  /// "/?a=b", as in the request line.
  std::string_view target = "/";
  std::span<const Header> headers = {};
  std::string_view body = {};
};

/// `signed_headers`: lower-case names, sorted. A name that the request does not have counts as
/// empty. `without_parameter` is left out of the query: a signature does not sign itself.
std::string canonical_request(const Request& request, std::span<const std::string> signed_headers,
                              std::string_view without_parameter = {});

/// "a;b;c"
std::string joined(std::span<const std::string> signed_headers);

/// A query parameter, decoded.
struct Parameter {
  std::string name;
  std::string value;
};

/// The parameters of a request's target, decoded, in the order in which they were sent.
std::vector<Parameter> query_parameters(std::string_view target);

/// Lower case, for ASCII.
std::string lower_case(std::string_view text);

}  // namespace isotherm::signing
