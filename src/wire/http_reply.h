#pragma once

// HTTP/1.1 replies into bytes.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace isotherm::wire {

/// 52 characters of 0-9 A-V, as the service's.
struct RequestId {
  std::array<char, 52> text;
  std::string_view view() const { return {text.data(), text.size()}; }
};

/// Makes the request ids of one thread: all begin alike, and no two are equal.
class RequestIds {
 public:
  /// From the machine's source of randomness.
  RequestIds();
  explicit RequestIds(std::uint64_t seed);

  RequestId next();

 private:
  std::uint64_t state_;
  RequestId last_;
};

struct HttpReply {
  int status = 200;
  std::string_view content_type = {};
  std::string_view request_id = {};
  std::string_view body = {};
  /// More header lines, each with its end of line.
  std::string_view more_headers = {};
  /// The connection is closed after it.
  bool close = false;
  /// Say that the connection stays: HTTP/1.0 clients ask for that.
  bool say_keep_alive = false;
  /// Answers HEAD: the length of the body is told, the body left out.
  bool without_body = false;
};

/// Appends the reply, with Date, Content-Length and the x-amz-crc32 of the bytes of its body.
void append_reply(const HttpReply& reply, std::string& out);

}  // namespace isotherm::wire
