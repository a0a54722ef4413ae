#include "signing/canonical_request.h"

#include <algorithm>

#include "signing/sha256.h"

namespace isotherm::signing {
namespace {

bool is_unreserved(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '.' || c == '_' || c == '~';
}

void append_encoded(std::string_view text, std::string& out) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  for (const char c : text) {
    if (is_unreserved(c)) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += digits[byte >> 4];
    out += digits[byte & 15];
  }
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// A percent sign that begins no escape stands for itself.
std::string decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = text[i] == '%' && i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
    const int low = high >= 0 ? hex_digit(text[i + 2]) : -1;
    if (low < 0) {
      out += text[i];
      continue;
    }
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return out;
}

// RFC 3986, "Remove Dot Segments", and empty segments too.
void append_path(std::string_view path, std::string& out) {
  std::vector<std::string_view> segments;
  const bool is_folder = path.ends_with('/') || path.ends_with("/.") || path.ends_with("/..");
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    const std::string_view segment = path.substr(0, end);
    path.remove_prefix(std::min(end + 1, path.size()));
    if (segment == "..") {
      if (!segments.empty()) segments.pop_back();
    } else if (!segment.empty() && segment != ".") {
      segments.push_back(segment);
    }
  }
  for (const std::string_view segment : segments) {
    out += '/';
    append_encoded(segment, out);
  }
  if (segments.empty() || is_folder) out += '/';
}

void append_query(std::string_view target, std::string_view without, std::string& out) {
  std::vector<std::pair<std::string, std::string>> encoded;
  for (const Parameter& parameter : query_parameters(target)) {
    if (!without.empty() && parameter.name == without) continue;
    auto& [name, value] = encoded.emplace_back();
    append_encoded(parameter.name, name);
    append_encoded(parameter.value, value);
  }
  std::ranges::sort(encoded);
  for (const auto& [name, value] : encoded) {
    if (&name != &encoded.front().first) out += '&';
    out.append(name).append("=").append(value);
  }
}

bool is_space(char c) { return c == ' ' || c == '\t'; }

// Without spaces at both ends, and one for each run of them between.
void append_value(std::string_view value, std::string& out) {
  while (!value.empty() && is_space(value.front())) value.remove_prefix(1);
  while (!value.empty() && is_space(value.back())) value.remove_suffix(1);
  bool after_space = false;
  for (const char c : value) {
    const bool space = is_space(c);
    if (!space) out += c;
    if (space && !after_space) out += ' ';
    after_space = space;
  }
}

bool equal_without_case(std::string_view name, std::string_view lower) {
  return std::ranges::equal(name, lower, [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + ('a' - 'A')) : a) == b;
  });
}

void append_header(std::string_view name, std::span<const Header> headers, std::string& out) {
  out.append(name).push_back(':');
  bool first = true;
  for (const Header& header : headers) {
    if (!equal_without_case(header.name, name)) continue;
    if (!first) out += ',';
    append_value(header.value, out);
    first = false;
  }
  out += '\n';
}

}  // namespace

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  }
  return out;
}

std::vector<Parameter> query_parameters(std::string_view target) {
  std::vector<Parameter> parameters;
  const std::size_t mark = target.find('?');
  if (mark == std::string_view::npos) return parameters;
  std::string_view query = target.substr(mark + 1);
  while (!query.empty()) {
    const std::size_t end = std::min(query.find('&'), query.size());
    const std::string_view pair = query.substr(0, end);
    query.remove_prefix(std::min(end + 1, query.size()));
    if (pair.empty()) continue;
    const std::size_t equals = std::min(pair.find('='), pair.size());
    parameters.push_back(
        {decoded(pair.substr(0, equals)), decoded(pair.substr(std::min(equals + 1, pair.size())))});
  }
  return parameters;
}

std::string joined(std::span<const std::string> signed_headers) {
  std::string out;
  for (const std::string& name : signed_headers) {
    if (!out.empty()) out += ';';
    out += name;
  }
  return out;
}

std::string canonical_request(const Request& request, std::span<const std::string> signed_headers,
                              std::string_view without_parameter) {
  std::string out;
  out.reserve(512);
  out.append(request.method).push_back('\n');
  append_path(request.target.substr(0, request.target.find('?')), out);
  out += '\n';
  append_query(request.target, without_parameter, out);
  out += '\n';
  for (const std::string& name : signed_headers) append_header(name, request.headers, out);
  out += '\n';
  out.append(joined(signed_headers)).push_back('\n');
  out += to_hex(sha256(request.body));
  return out;
}

}  // namespace isotherm::signing
