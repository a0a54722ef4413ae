#include "http_connection.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "base/crc32.h"

namespace isotherm::behaviour {
namespace {

[[noreturn]] void fail(const std::string& what) {
  throw std::runtime_error(what + ": " + std::strerror(errno));
}

/// The value of a header; "" when it is not there. Names are matched without case.
std::string header(const std::string& head, std::string_view name) {
  std::size_t line = head.find("\r\n");
  while (line != std::string::npos && line + 2 < head.size()) {
    line += 2;
    const std::size_t end = std::min(head.find("\r\n", line), head.size());
    const std::string_view text = std::string_view(head).substr(line, end - line);
    const std::size_t colon = text.find(':');
    const bool is_it = colon == name.size() &&
                       std::equal(name.begin(), name.end(), text.begin(), [](char a, char b) {
                         return std::tolower(static_cast<unsigned char>(a)) ==
                                std::tolower(static_cast<unsigned char>(b));
                       });
    if (is_it) {
      std::string_view value = text.substr(colon + 1);
      while (value.starts_with(' ')) value.remove_prefix(1);
      return std::string(value);
    }
    line = head.find("\r\n", line);
  }
  return {};
}

void check_headers(const std::string& head, const std::string& body) {
  if (header(head, "x-amzn-RequestId").empty())
    throw std::runtime_error("the answer has no x-amzn-RequestId: " + head);
  if (header(head, "x-amz-crc32") != std::to_string(crc32(body)))
    throw std::runtime_error("x-amz-crc32 is not the body's: " + head);
  if (header(head, "Content-Type") != "application/x-amz-json-1.0")
    throw std::runtime_error("the answer's Content-Type is not DynamoDB's: " + head);
}

}  // namespace

HttpSession::~HttpSession() {
  if (socket_ >= 0) ::close(socket_);
}

void HttpSession::connect() {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (::getaddrinfo(to_.host.c_str(), to_.port.c_str(), &hints, &found) != 0)
    throw std::runtime_error("cannot resolve " + to_.host);
  for (const addrinfo* address = found; address != nullptr; address = address->ai_next) {
    socket_ = ::socket(address->ai_family, address->ai_socktype, address->ai_protocol);
    if (socket_ < 0) continue;
    if (::connect(socket_, address->ai_addr, address->ai_addrlen) == 0) break;
    ::close(socket_);
    socket_ = -1;
  }
  ::freeaddrinfo(found);
  if (socket_ < 0) fail("cannot connect to " + to_.host + ":" + to_.port);
  const int on = 1;
  ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

void HttpSession::send_all(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0) fail("cannot send");
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

bool HttpSession::receive() {
  char buffer[64 * 1024];
  const ssize_t got = ::recv(socket_, buffer, sizeof buffer, 0);
  if (got < 0) fail("cannot receive");
  in_.append(buffer, static_cast<std::size_t>(got));
  return got > 0;
}

std::string HttpSession::read_until(std::string_view mark) {
  std::size_t at = 0;
  while ((at = in_.find(mark)) == std::string::npos) {
    if (!receive()) throw std::runtime_error("the connection ended in the middle of an answer");
  }
  std::string out = in_.substr(0, at + mark.size());
  in_.erase(0, at + mark.size());
  return out;
}

std::string HttpSession::read_bytes(std::size_t count) {
  while (in_.size() < count) {
    if (!receive()) throw std::runtime_error("the connection ended in the middle of an answer");
  }
  std::string out = in_.substr(0, count);
  in_.erase(0, count);
  return out;
}

std::string HttpSession::read_body(const std::string& head) {
  if (header(head, "Transfer-Encoding") != "chunked") {
    const std::string length = header(head, "Content-Length");
    if (length.empty()) throw std::runtime_error("the answer has no length: " + head);
    return read_bytes(std::stoul(length));
  }
  std::string body;
  while (true) {
    const std::size_t size = std::stoul(read_until("\r\n"), nullptr, 16);
    body += read_bytes(size);
    read_until("\r\n");
    if (size == 0) return body;
  }
}

Answer HttpSession::ask(std::string_view operation, const std::string& body) {
  if (socket_ < 0) connect();
  std::string request =
      "POST / HTTP/1.1\r\nHost: " + to_.host + ":" + to_.port +
      "\r\nContent-Type: application/x-amz-json-1.0\r\nX-Amz-Target: " + target_of(operation);
  // Endpoints other than ours look for something of this shape, and do not check it.
  request +=
      "\r\nX-Amz-Date: 20260101T000000Z\r\n"
      "Authorization: AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/dynamodb/aws4_request, "
      "SignedHeaders=host;x-amz-date;x-amz-target, Signature=00\r\n"
      "Content-Length: " +
      std::to_string(body.size()) + "\r\n\r\n";
  send_all(request);
  send_all(body);
  std::string head = read_until("\r\n\r\n");
  while (head.starts_with("HTTP/1.1 100")) head = read_until("\r\n\r\n");
  const std::string text = read_body(head);
  if (strict_) check_headers(head, text);
  if (header(head, "Connection") == "close") {
    ::close(socket_);
    socket_ = -1;
    in_.clear();
  }
  Answer answer{std::stoi(head.substr(9, 3)), Json::parse(text, nullptr, false)};
  if (answer.body.is_discarded()) throw std::runtime_error("not JSON: " + text);
  return answer;
}

}  // namespace isotherm::behaviour
