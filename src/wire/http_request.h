#pragma once

// HTTP/1.1 requests out of bytes. Beast's parser stands behind this interface: including it costs
// many seconds of compiling.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "signing/canonical_request.h"

namespace isotherm::wire {

/// What the server reads of a request. The strings are reused from request to request.
struct HttpRequest {
  std::string method;
  /// X-Amz-Target
  std::string target;
  std::string host;
  std::string content_type;
  /// The request line's target: "/", perhaps with a query.
  std::string uri;
  std::string authorization;
  /// X-Amz-Date, or else Date.
  std::string date;
  /// "gzip", or empty.
  std::string content_encoding;
  /// Of a script in a browser: the site that it came from, and what it asks before it sends.
  std::string origin;
  std::string wanted_method;
  std::string wanted_headers;
  /// All headers as they were sent, when the parser keeps them.
  std::vector<signing::Header> fields;
  /// x-isotherm-scatter
  std::string scatter;
  std::string body;
  /// Whether the client keeps the connection for more.
  bool keep_alive = true;
  /// HTTP/1.0 needs to be told that the connection stays.
  bool is_http_1_0 = false;
  /// The client waits for "100 Continue" before it sends the body.
  bool expects_continue = false;

  void clear();
};

enum class HttpParse {
  more,              ///< the request goes on beyond these bytes
  done,              ///< a whole request
  malformed,         ///< not HTTP
  header_too_large,  ///< more than header_bytes_max, or than header_fields_max
  body_too_large     ///< more than body_bytes_max, sent or announced
};

/// Headers of one request.
inline constexpr std::size_t header_fields_max = 200;

class HttpRequestParser {
 public:
  HttpRequestParser(std::uint32_t header_bytes_max, std::size_t body_bytes_max);
  ~HttpRequestParser();

  /// Keeps all headers of the requests to come: checking signatures needs them.
  void keep_fields();

  /// Parses from `bytes`; `used` says how many of them are done with. The rest must come again,
  /// with more behind it.
  HttpParse parse(std::string_view bytes, std::size_t& used);

  /// Whether a request has begun and is not done.
  bool began() const;
  /// Whether its headers are complete.
  bool header_done() const;
  HttpRequest& request();

  /// Makes ready for the next request.
  void reset();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace isotherm::wire
