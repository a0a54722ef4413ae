#include "load/plain_reply.h"

#include <algorithm>
#include <charconv>

namespace isotherm::load {
namespace {

constexpr std::string_view version = "HTTP/1.1 ";

bool equals(std::string_view name, std::string_view lower) {
  return std::equal(name.begin(), name.end(), lower.begin(), lower.end(), [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
  });
}

template <class Number>
bool read_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

// The value of a field without the one space that all servers put before it.
std::string_view value_of(std::string_view field, std::size_t colon) {
  field.remove_prefix(colon + 1);
  if (field.starts_with(' ')) field.remove_prefix(1);
  return field;
}

}  // namespace

bool read_plain_reply(std::string_view bytes, Reply& reply) {
  int status = 0;
  if (!bytes.starts_with(version) || bytes.size() < version.size() + 3 ||
      !read_number(bytes.substr(version.size(), 3), status) || status < 200) {
    return false;
  }
  std::string_view length;
  std::size_t at = bytes.find('\n') + 1;
  while (true) {
    const std::size_t end = bytes.find('\n', at);
    if (at == 0 || end == std::string_view::npos || end == at || bytes[end - 1] != '\r')
      return false;
    const std::string_view field = bytes.substr(at, end - 1 - at);
    at = end + 1;
    if (field.empty()) break;
    const std::size_t colon = field.find(':');
    if (colon == std::string_view::npos) return false;
    const std::string_view name = field.substr(0, colon);
    if (equals(name, "connection") && !equals(value_of(field, colon), "keep-alive")) return false;
    if (equals(name, "transfer-encoding")) return false;
    if (!equals(name, "content-length")) continue;
    if (!length.empty()) return false;
    length = value_of(field, colon);
  }
  std::size_t body_bytes = 0;
  if (!read_number(length, body_bytes) || bytes.size() - at != body_bytes) return false;
  reply.status = status;
  reply.body.assign(bytes.substr(at));
  return true;
}

}  // namespace isotherm::load
