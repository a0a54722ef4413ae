#include "codec/java_text.h"

namespace isotherm::codec {
namespace {

constexpr std::size_t text_bytes_max = 4096;

void append(const Json& json, std::string& out);

void append_list(const JsonArray& array, std::string& out) {
  out += '[';
  bool first = true;
  for (const Json element : array) {
    if (!first) out += ", ";
    first = false;
    append(element, out);
    if (out.size() > text_bytes_max) break;
  }
  out += ']';
}

void append_map(const JsonObject& object, std::string& out) {
  out += '{';
  bool first = true;
  for (const auto& [name, value] : object) {
    if (!first) out += ", ";
    first = false;
    out.append(name).append("=");
    append(value, out);
    if (out.size() > text_bytes_max) break;
  }
  out += '}';
}

void append(const Json& json, std::string& out) {
  if (out.size() > text_bytes_max) {
    out += "…";
    return;
  }
  switch (json.type()) {
    case JsonType::ARRAY: return append_list(json.get_array().value_unsafe(), out);
    case JsonType::OBJECT: return append_map(json.get_object().value_unsafe(), out);
    case JsonType::STRING: out += text_of(json).substr(0, text_bytes_max); return;
    default: out += simdjson::minify(json);
  }
}

}  // namespace

std::string java_text(const Json& json) {
  std::string text;
  append(json, text);
  return text;
}

}  // namespace isotherm::codec
