#pragma once

// A blocking HTTP client for this room's tests: sends bytes as they are, takes replies apart.

#include <gtest/gtest.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <map>
#include <string>

namespace isotherm::wire {

struct RawReply {
  int status = 0;
  /// By name, as sent.
  std::map<std::string, std::string> headers;
  std::string body;
};

class RawClient {
 public:
  explicit RawClient(std::uint16_t port) : socket_(context_) {
    socket_.connect({boost::asio::ip::address_v4::loopback(), port});
    socket_.set_option(boost::asio::ip::tcp::no_delay(true));
  }

  void send(std::string_view bytes) { boost::asio::write(socket_, boost::asio::buffer(bytes)); }

  /// The next reply; `has_body` false: to a HEAD. Status 0: the connection ended instead.
  RawReply read(bool has_body = true) {
    std::size_t end;
    while ((end = buffer_.find("\r\n\r\n")) == std::string::npos) {
      if (!fill()) return {};
    }
    RawReply reply = parse_head(buffer_.substr(0, end + 2));
    buffer_.erase(0, end + 4);
    const auto length = reply.headers.find("Content-Length");
    const std::size_t bytes =
        has_body && length != reply.headers.end() ? std::stoul(length->second) : 0;
    while (buffer_.size() < bytes) {
      if (!fill()) return {};
    }
    reply.body = buffer_.substr(0, bytes);
    buffer_.erase(0, bytes);
    return reply;
  }

  RawReply call(std::string_view bytes) {
    send(bytes);
    return read();
  }

  /// Says that nothing more will be sent; replies can still come.
  void finish_sending() { socket_.shutdown(boost::asio::ip::tcp::socket::shutdown_send); }

  /// Waits for the server to close; false when it sends more instead.
  bool closed() { return buffer_.empty() && !fill(); }

  void close() { socket_.close(); }

 private:
  static RawReply parse_head(const std::string& head) {
    RawReply reply;
    EXPECT_TRUE(head.starts_with("HTTP/1.1 ")) << head;
    reply.status = std::stoi(head.substr(9, 3));
    std::size_t line = head.find("\r\n") + 2;
    while (line < head.size()) {
      const std::size_t next = head.find("\r\n", line);
      const std::size_t colon = head.find(": ", line);
      EXPECT_LT(colon, next) << head;
      reply.headers[head.substr(line, colon - line)] = head.substr(colon + 2, next - colon - 2);
      line = next + 2;
    }
    return reply;
  }

  bool fill() {
    char bytes[16384];
    boost::system::error_code error;
    const std::size_t count = socket_.read_some(boost::asio::buffer(bytes), error);
    if (error) return false;
    buffer_.append(bytes, count);
    return true;
  }

  boost::asio::io_context context_;
  boost::asio::ip::tcp::socket socket_;
  std::string buffer_;
};

/// A whole request for an operation.
inline std::string post(const std::string& operation, const std::string& body,
                        const std::string& headers = "") {
  return "POST / HTTP/1.1\r\nHost: localhost:8000\r\nX-Amz-Target: DynamoDB_20120810." + operation +
         "\r\nContent-Type: application/x-amz-json-1.0\r\n" + headers +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

}  // namespace isotherm::wire
