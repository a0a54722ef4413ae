#include "wire/http_reply.h"

#include <array>
#include <charconv>
#include <ctime>
#include <random>

#include "base/crc32.h"

namespace isotherm::wire {
namespace {

std::string_view status_line(int status) {
  switch (status) {
    case 200: return "HTTP/1.1 200 OK\r\nServer: Isotherm\r\n";
    case 400: return "HTTP/1.1 400 Bad Request\r\nServer: Isotherm\r\n";
    case 403: return "HTTP/1.1 403 Forbidden\r\nServer: Isotherm\r\n";
    case 404: return "HTTP/1.1 404 Not Found\r\nServer: Isotherm\r\n";
    case 413: return "HTTP/1.1 413 Payload Too Large\r\nServer: Isotherm\r\n";
    case 415: return "HTTP/1.1 415 Unsupported Media Type\r\nServer: Isotherm\r\n";
    case 431: return "HTTP/1.1 431 Request Header Fields Too Large\r\nServer: Isotherm\r\n";
    case 429: return "HTTP/1.1 429 Too Many Requests\r\nServer: Isotherm\r\n";
    case 502: return "HTTP/1.1 502 Bad Gateway\r\nServer: Isotherm\r\n";
    case 503: return "HTTP/1.1 503 Service Unavailable\r\nServer: Isotherm\r\n";
    case 504: return "HTTP/1.1 504 Gateway Timeout\r\nServer: Isotherm\r\n";
    default: return "HTTP/1.1 500 Internal Server Error\r\nServer: Isotherm\r\n";
  }
}

void append_number(std::uint64_t value, std::string& out) {
  std::array<char, 20> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  out.append(digits.data(), end);
}

// "Date: Tue, 14 Nov 2023 22:13:20 GMT": clients whose clock is wrong learn the time from it. The
// text is made once a second.
void append_date(std::string& out) {
  struct Line {
    std::time_t second = 0;
    std::array<char, 64> text{};
    std::size_t size = 0;
  };
  thread_local Line line;
  const std::time_t now = std::time(nullptr);
  if (now != line.second) {
    std::tm parts{};
    gmtime_r(&now, &parts);
    line.size = std::strftime(line.text.data(), line.text.size(),
                              "Date: %a, %d %b %Y %H:%M:%S GMT\r\n", &parts);
    line.second = now;
  }
  out.append(line.text.data(), line.size);
}

// SplitMix64: ids must differ, not be secret.
std::uint64_t next_random(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9E3779B97F4A7C15);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

std::uint64_t seed_of_machine() {
  std::random_device device;
  return static_cast<std::uint64_t>(device()) << 32 | device();
}

constexpr std::size_t digits_of_64_bits = 13;  // of 5 bits each

void write_digits(std::uint64_t bits, char* to) {
  constexpr std::string_view alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUV";
  for (std::size_t i = 0; i < digits_of_64_bits; ++i, bits >>= 5) to[i] = alphabet[bits & 31];
}

}  // namespace

RequestIds::RequestIds() : RequestIds(seed_of_machine()) {}

RequestIds::RequestIds(std::uint64_t seed) : state_(seed) {
  static_assert(std::tuple_size_v<decltype(last_.text)> % digits_of_64_bits == 0);
  for (std::size_t i = 0; i < last_.text.size(); i += digits_of_64_bits) {
    write_digits(next_random(state_), last_.text.data() + i);
  }
}

// The last digits alone change: in 2^64 ids they never repeat.
RequestId RequestIds::next() {
  write_digits(next_random(state_), last_.text.data() + last_.text.size() - digits_of_64_bits);
  return last_;
}

void append_reply(const HttpReply& reply, std::string& out) {
  out += status_line(reply.status);
  if (!reply.content_type.empty()) {
    out.append("Content-Type: ").append(reply.content_type).append("\r\n");
  }
  if (!reply.request_id.empty()) {
    out.append("x-amzn-RequestId: ").append(reply.request_id).append("\r\n");
    out += "x-amz-crc32: ";
    append_number(crc32(reply.body), out);
    out += "\r\n";
  }
  append_date(out);
  out += reply.more_headers;
  if (reply.close) {
    out += "Connection: close\r\n";
  } else if (reply.say_keep_alive) {
    out += "Connection: keep-alive\r\n";
  }
  out += "Content-Length: ";
  append_number(reply.body.size(), out);
  out += "\r\n\r\n";
  if (!reply.without_body) out += reply.body;
}

}  // namespace isotherm::wire
