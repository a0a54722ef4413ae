#pragma once

// HTTP/1.1 requests out of bytes. Beast's parser stands behind this interface: including it costs
// many seconds of compiling.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace isotherm::wire {

/// What the server reads of a request. The strings are reused from request to request.
struct HttpRequest {
  std::string method;
  /// X-Amz-Target
  std::string target;
  std::string host;
  std::string content_type;
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
  header_too_large,  ///< more than header_bytes_max
  body_too_large     ///< more than body_bytes_max, sent or announced
};

class HttpRequestParser {
 public:
  HttpRequestParser(std::uint32_t header_bytes_max, std::size_t body_bytes_max);
  ~HttpRequestParser();

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
