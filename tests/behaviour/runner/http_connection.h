#pragma once

// The smallest HTTP/1.1 client that a test needs: one kept-alive connection, one request at a time,
// over a plain socket, so that what it says of the server depends on no library.

#include <string>

#include "target.h"

namespace isotherm::behaviour {

struct HostPort {
  std::string host;
  std::string port;
};

class HttpSession final : public Session {
 public:
  /// `strict`: the answer must carry what the service's answers carry (request id, CRC-32 of the
  /// body, content type).
  HttpSession(HostPort to, bool strict) : to_(std::move(to)), strict_(strict) {}
  ~HttpSession() override;
  HttpSession(const HttpSession&) = delete;
  HttpSession& operator=(const HttpSession&) = delete;

  Answer ask(std::string_view operation, const std::string& body) override;

 private:
  void connect();
  void send_all(std::string_view bytes);
  /// Reads more into `in_`; false at the end of the stream.
  bool receive();
  std::string read_until(std::string_view mark);
  std::string read_bytes(std::size_t count);
  std::string read_body(const std::string& head);

  HostPort to_;
  bool strict_;
  int socket_ = -1;
  /// Received and not yet read.
  std::string in_;
};

}  // namespace isotherm::behaviour
