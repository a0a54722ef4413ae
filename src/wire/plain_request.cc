#include "wire/plain_request.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace isotherm::wire {
namespace {

constexpr std::string_view request_line = "POST / HTTP/1.1\r\n";
// A body of more digits is not plain.
constexpr std::size_t length_digits_max = 9;

// Characters of a field's name [RFC 9110, 5.6.2].
constexpr std::array<bool, 256> name_characters = [] {
  std::array<bool, 256> table{};
  for (const char c : std::string_view("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyz"
                                       "ABCDEFGHIJKLMNOPQRSTUVWXYZ")) {
    table[static_cast<unsigned char>(c)] = true;
  }
  return table;
}();

bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return name_characters[static_cast<unsigned char>(c)];
  });
}

// Without branches, so that the compiler makes vectors of it.
bool has_control_characters(std::string_view text) {
  bool any = false;
  for (const char c : text) any |= static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
  return any;
}

bool equals(std::string_view name, std::string_view lower) {
  return std::equal(name.begin(), name.end(), lower.begin(), lower.end(), [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
  });
}

std::string_view trimmed(std::string_view value) {
  while (value.starts_with(' ')) value.remove_prefix(1);
  while (value.ends_with(' ')) value.remove_suffix(1);
  return value;
}

// The fields of one request; each is checked and, when the server reads it, kept.
class Fields {
 public:
  explicit Fields(HttpRequest& request) : request_(request) {}

  /// False: not plain.
  bool add(std::string_view name, std::string_view value);
  /// Content-Length as it was sent; empty: it was not.
  std::string_view length() const { return length_; }

 private:
  bool keep(std::string_view value, std::string& out) {
    if (!out.empty()) return false;
    out.assign(value);
    return true;
  }

  HttpRequest& request_;
  std::string_view length_;
  std::size_t count_ = 0;
};

bool Fields::add(std::string_view name, std::string_view value) {
  if (++count_ > header_fields_max) return false;
  switch (name.size()) {
    case 2: return !equals(name, "te");
    case 4:
      if (equals(name, "host")) return keep(value, request_.host);
      return !equals(name, "date");
    case 6: return !equals(name, "expect") && !equals(name, "origin");
    case 7: return !equals(name, "upgrade") && !equals(name, "trailer");
    case 10:
      if (equals(name, "x-amz-date")) return keep(value, request_.date);
      return !equals(name, "connection") || equals(value, "keep-alive");
    case 12:
      if (equals(name, "x-amz-target")) return keep(value, request_.target);
      return equals(name, "content-type") ? keep(value, request_.content_type) : true;
    case 13: return equals(name, "authorization") ? keep(value, request_.authorization) : true;
    case 14: {
      if (!equals(name, "content-length")) return true;
      const bool once = length_.empty() && !value.empty();
      length_ = value;
      return once;
    }
    case 16: return !equals(name, "proxy-connection") && !equals(name, "content-encoding");
    case 17: return !equals(name, "transfer-encoding");
    case 18: return equals(name, "x-isotherm-scatter") ? keep(value, request_.scatter) : true;
    default: return true;
  }
}

// Digits alone.
bool read_length(std::string_view text, std::size_t& length) {
  if (text.empty() || text.size() > length_digits_max) return false;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
  return error == std::errc() && end == text.data() + text.size();
}

// Reads the fields up to the empty line; 0, or how many bytes they take with it.
std::size_t read_fields(std::string_view bytes, Fields& fields) {
  std::size_t at = 0;
  while (true) {
    const std::size_t line_end = bytes.find('\n', at);
    if (line_end == std::string_view::npos || line_end == at || bytes[line_end - 1] != '\r') {
      return 0;
    }
    const std::string_view line = bytes.substr(at, line_end - 1 - at);
    at = line_end + 1;
    if (line.empty()) return at;
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return 0;
    const std::string_view name = line.substr(0, colon);
    const std::string_view value = trimmed(line.substr(colon + 1));
    if (!is_name(name) || has_control_characters(value)) return 0;
    if (!fields.add(name, value)) return 0;
  }
}

}  // namespace

std::size_t read_plain_request(std::string_view bytes, const RequestLimits& limits,
                               HttpRequest& request) {
  if (!bytes.starts_with(request_line)) return 0;
  Fields fields(request);
  const std::size_t fields_bytes = read_fields(bytes.substr(request_line.size()), fields);
  const std::size_t head_bytes = request_line.size() + fields_bytes;
  std::size_t body_bytes = 0;
  if (fields_bytes == 0 || head_bytes > limits.header_bytes_max ||
      !read_length(fields.length(), body_bytes) || body_bytes > limits.body_bytes_max ||
      bytes.size() - head_bytes < body_bytes) {
    return 0;
  }
  request.method = "POST";
  request.uri = "/";
  request.body.assign(bytes, head_bytes, body_bytes);
  return head_bytes + body_bytes;
}

}  // namespace isotherm::wire
