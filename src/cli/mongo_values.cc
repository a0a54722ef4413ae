#include "cli/mongo_values.h"

#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/base64.h"
#include "cli/instant.h"

namespace isotherm::cli {
namespace {

using namespace placement;
using Json = nlohmann::ordered_json;
using Store = std::deque<std::string>;

Failure<Refusal> no_value(const Json& value) {
  return refuse(value.dump() + " is no value of a chunk's bound here");
}

std::optional<std::string_view> text_of(const Json& value) {
  if (!value.is_string()) return {};
  return value.get_ref<const std::string&>();
}

template <class T>
std::optional<T> number_of(const Json& value) {
  const auto text = text_of(value);
  T number{};
  if (!text) return {};
  const auto* end = text->data() + text->size();
  const auto read = std::from_chars(text->data(), end, number);
  if (read.ec != std::errc() || read.ptr != end) return {};
  return number;
}

std::optional<double> double_of(const Json& value) {
  if (value == "Infinity") return std::numeric_limits<double>::infinity();
  if (value == "-Infinity") return -std::numeric_limits<double>::infinity();
  if (value == "NaN") return std::numeric_limits<double>::quiet_NaN();
  return number_of<double>(value);
}

std::optional<std::int64_t> date_of(const Json& value) {
  if (value.is_object() && value.size() == 1 && value.contains("$numberLong"))
    return number_of<std::int64_t>(value["$numberLong"]);
  const auto text = text_of(value);
  const auto time = text ? parse_instant(*text) : std::nullopt;
  if (!time) return {};
  return time->count();
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::optional<std::string> object_id_of(const Json& value) {
  const auto text = text_of(value);
  if (!text || text->size() != 24) return {};
  std::string bytes;
  for (std::size_t i = 0; i < 24; i += 2) {
    const int high = hex_digit((*text)[i]);
    const int low = hex_digit((*text)[i + 1]);
    if (high < 0 || low < 0) return {};
    bytes.push_back(static_cast<char>(high << 4 | low));
  }
  return bytes;
}

Placed<KeyPart> binary_of(const Json& value, Store& store) {
  if (!value.is_object() || !value.contains("base64") || !value["base64"].is_string())
    return no_value(value);
  const auto kind = value.value("subType", "00");
  if (kind != "00" && kind != "0")
    return refuse("a binary of subtype " + kind + " in a chunk's bound: 00 is known here");
  std::string bytes;
  if (decode_base64(*text_of(value["base64"]), bytes) != Base64Fault::none) return no_value(value);
  return KeyPart::of_binary(store.emplace_back(std::move(bytes)));
}

Placed<KeyPart> typed_value(const Json& value, Store& store) {
  const auto& name = value.begin().key();
  const auto& inner = value.begin().value();
  if (name == "$minKey") return KeyPart::of_min_key();
  if (name == "$maxKey") return KeyPart::of_max_key();
  if (name == "$binary") return binary_of(inner, store);
  if (name == "$numberInt")
    if (const auto number = number_of<std::int32_t>(inner)) return KeyPart::of_integer(*number);
  if (name == "$numberLong")
    if (const auto number = number_of<std::int64_t>(inner)) return KeyPart::of_integer(*number);
  if (name == "$numberDouble")
    if (const auto number = double_of(inner)) return KeyPart::of_real(*number);
  if (name == "$date")
    if (const auto ms = date_of(inner)) return KeyPart::of_date(*ms);
  if (name == "$oid")
    if (auto bytes = object_id_of(inner))
      return KeyPart::of_object_id(store.emplace_back(std::move(*bytes)));
  return no_value(value);
}

}  // namespace

Placed<KeyPart> mongo_value(const Json& value, Store& store) {
  if (value.is_null()) return KeyPart::of_null();
  if (value.is_boolean()) return KeyPart::of_boolean(value.get<bool>());
  if (value.is_number_unsigned() && value.get<std::uint64_t>() >> 63 != 0) return no_value(value);
  if (value.is_number_integer()) return KeyPart::of_integer(value.get<std::int64_t>());
  if (value.is_number()) return KeyPart::of_real(value.get<double>());
  if (value.is_string()) return KeyPart::of_text(value.get_ref<const std::string&>());
  if (value.is_object() && value.size() == 1) return typed_value(value, store);
  return no_value(value);
}

}  // namespace isotherm::cli
