#include "codec/reader.h"

#include <algorithm>
#include <cmath>

#include "base/base64.h"
#include "codec/name.h"

namespace isotherm::codec {
namespace {

// The service reports no more at once.
constexpr std::size_t violations_max = 10;

constexpr std::string_view structure_not_expected =
    "Start of structure or map found where not expected";
constexpr std::string_view service_package = "com.amazonaws.dynamodb.v20120810.";
// What a scalar gives where the service's parser meets a list or map inside another.
constexpr std::string_view parameterized_type =
    "class sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl cannot be cast to class "
    "java.lang.Class (sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl and "
    "java.lang.Class are in module java.base of loader 'bootstrap')";

std::string collection_of(std::string_view java_class) {
  return "Unrecognized collection type class " + std::string(java_class);
}

// The service's word for a scalar that cannot become what is wanted.
std::string_view token_name(const Json& json) {
  switch (json.type()) {
    case JsonType::STRING: return "STRING_VALUE";
    case JsonType::INT64:
    case JsonType::UINT64: return "NUMBER_VALUE";
    case JsonType::DOUBLE: return "DECIMAL_VALUE";
    case JsonType::BOOL: return json.get_bool().value_unsafe() ? "TRUE_VALUE" : "FALSE_VALUE";
    default: return "NULL_VALUE";
  }
}

// Why a value is not a scalar of the Java type.
std::string not_scalar(const Json& json, std::string_view java_type) {
  switch (json.type()) {
    case JsonType::ARRAY: return collection_of("java.lang." + std::string(java_type));
    case JsonType::OBJECT: return std::string(structure_not_expected);
    default:
      return std::string(token_name(json)) + " cannot be converted to " + std::string(java_type);
  }
}

std::string with_package(std::string_view java_class) {
  if (java_class.find('.') != std::string_view::npos) return std::string(java_class);
  return std::string(service_package) + std::string(java_class);
}

bool equals_ignoring_case(std::string_view text, std::string_view upper) {
  return std::equal(text.begin(), text.end(), upper.begin(), upper.end(),
                    [](char a, char b) { return (a >= 'a' && a <= 'z' ? a - 'a' + 'A' : a) == b; });
}

}  // namespace

void Reader::wrong_type(std::string message) {
  if (!wrong_type_) wrong_type_ = std::move(message);
}

void Reader::violation(const Place& place, std::string_view shown, std::string constraint) {
  violations_.emplace(place.order(), "Value " + std::string(shown) + " at '" + place.text() +
                                         "' failed to satisfy constraint: " + constraint);
}

void Reader::missing(const Place& place) { violation(place, "null", "Member must not be null"); }

void Reader::bad_table_name(const Place& place, std::string_view name, std::string constraint) {
  if (bad_table_name_) return;
  bad_table_name_ = "1 validation error detected: Value " + quoted(name) + " at '" + place.text() +
                    "' failed to satisfy constraint: " + constraint;
}

void Reader::no_table_name() {
  if (!bad_table_name_) {
    bad_table_name_ = "The parameter 'TableName' is required but was not present in the request";
  }
}

void Reader::objection(const Place& place, Error error) {
  auto order = place.order();
  if (objection_ && objection_->first <= order) return;
  objection_.emplace(std::move(order), std::move(error));
}

Error Reader::violations_error() const {
  const std::size_t count = std::min(violations_.size(), violations_max);
  std::string message =
      std::to_string(count) + " validation error" + (count > 1 ? "s" : "") + " detected: ";
  auto violation = violations_.begin();
  for (std::size_t i = 0; i < count; ++i, ++violation) {
    if (i > 0) message += "; ";
    message += violation->second;
  }
  return Error::validation(std::move(message));
}

Result<void> Reader::result() {
  if (wrong_type_) return Error::serialization(std::move(*wrong_type_));
  if (bad_table_name_) return Error::validation(std::move(*bad_table_name_));
  if (!violations_.empty()) return violations_error();
  if (objection_) return std::move(objection_->second);
  return {};
}

std::optional<std::string_view> Reader::read_text(const Json& json) {
  if (json.type() == JsonType::STRING) return text_of(json);
  wrong_type(not_scalar(json, "String"));
  return std::nullopt;
}

bool Reader::read(const Json& json, std::string& out) {
  const auto text = read_text(json);
  if (text) out.assign(*text);
  return text.has_value();
}

bool Reader::read(const Json& json, std::optional<std::string>& out) {
  const auto text = read_text(json);
  if (text) out.emplace(*text);
  return text.has_value();
}

bool Reader::read(const Json& json, bool& out) {
  if (json.type() == JsonType::BOOL) {
    out = json.get_bool().value_unsafe();
    return true;
  }
  if (json.type() != JsonType::STRING) {
    wrong_type(not_scalar(json, "Boolean"));
    return false;
  }
  // The service's parser takes these texts for booleans.
  for (const std::string_view yes : {"TRUE", "1", "YES"}) {
    if (equals_ignoring_case(text_of(json), yes)) return out = true;
  }
  for (const std::string_view no : {"FALSE", "0", "NO"}) {
    if (equals_ignoring_case(text_of(json), no)) return out = false, true;
  }
  wrong_type("Unexpected token received from parser");
  return false;
}

bool Reader::read(const Json& json, std::optional<bool>& out) {
  bool value = false;
  if (!read(json, value)) return false;
  out = value;
  return true;
}

bool Reader::read_integer(const Json& json, std::string_view java_type, std::int64_t& out) {
  const std::int64_t max = java_type == "Integer" ? INT32_MAX : INT64_MAX;
  const std::int64_t min = java_type == "Integer" ? INT32_MIN : INT64_MIN;
  bool fits = true;
  switch (json.type()) {
    case JsonType::INT64: out = json.get_int64().value_unsafe(); break;
    case JsonType::DOUBLE: {
      const double value = json.get_double().value_unsafe();
      fits = value > -9e18 && value < 9e18;
      if (fits) out = static_cast<std::int64_t>(value);
      break;
    }
    case JsonType::UINT64: fits = false; break;
    default: wrong_type(not_scalar(json, java_type)); return false;
  }
  if (fits && out >= min && out <= max) return true;
  wrong_type("NUMBER_VALUE cannot be converted to " + std::string(java_type));
  return false;
}

bool Reader::read_time(const Json& json, std::optional<UnixMillis>& out) {
  double seconds = 0;
  switch (json.type()) {
    case JsonType::INT64: seconds = static_cast<double>(json.get_int64().value_unsafe()); break;
    case JsonType::DOUBLE: seconds = json.get_double().value_unsafe(); break;
    case JsonType::ARRAY:
    case JsonType::OBJECT: wrong_type(not_scalar(json, "Date")); return false;
    default:
      wrong_type(std::string(token_name(json)) +
                 " can not be converted to milliseconds since epoch");
      return false;
  }
  // Some 290 thousand years either way: what milliseconds can count.
  constexpr double seconds_max = 9e12;
  if (!(seconds > -seconds_max && seconds < seconds_max)) {
    wrong_type("NUMBER_VALUE can not be converted to milliseconds since epoch");
    return false;
  }
  out = UnixMillis(std::llround(seconds * 1000));
  return true;
}

bool Reader::read_bytes(const Json& json, std::string& out) {
  switch (json.type()) {
    case JsonType::STRING: break;
    case JsonType::ARRAY: return wrong_type(collection_of("java.nio.ByteBuffer")), false;
    case JsonType::OBJECT: return wrong_type(std::string(structure_not_expected)), false;
    default: return wrong_type("only base-64-encoded strings are convertible to bytes"), false;
  }
  const std::string_view text = text_of(json);
  switch (decode_base64(text, out)) {
    case Base64Fault::none: return true;
    case Base64Fault::length:
      wrong_type("Base64 encoded length is expected a multiple of 4 bytes but found: " +
                 std::to_string(text.size()));
      return false;
    case Base64Fault::character: wrong_type("Invalid Base64 character"); return false;
    case Base64Fault::padding:
      wrong_type("Invalid last non-pad Base64 character dectected");  // sic
      return false;
  }
  return false;
}

std::optional<JsonArray> Reader::list(const Json& json, Position position) {
  switch (json.type()) {
    case JsonType::ARRAY: return json.get_array().value_unsafe();
    case JsonType::OBJECT: wrong_type(std::string(structure_not_expected)); break;
    default:
      wrong_type(position == Position::field ? "Unexpected field type"
                                             : std::string(parameterized_type));
  }
  return std::nullopt;
}

std::optional<JsonObject> Reader::map(const Json& json, std::string_view java_value,
                                      Position position) {
  switch (json.type()) {
    case JsonType::OBJECT: return json.get_object().value_unsafe();
    case JsonType::ARRAY:
      wrong_type("Unrecognized collection type java.util.Map<java.lang.String, " +
                 with_package(java_value) + ">");
      break;
    default:
      wrong_type(position == Position::field ? "Unexpected field type"
                                             : std::string(parameterized_type));
  }
  return std::nullopt;
}

std::optional<JsonObject> Reader::structure(const Json& json, std::string_view java_class,
                                            Position position) {
  switch (json.type()) {
    case JsonType::OBJECT: return json.get_object().value_unsafe();
    case JsonType::ARRAY: wrong_type(collection_of(with_package(java_class))); break;
    default:
      wrong_type(position == Position::field ? "Unexpected field type"
                                             : "Unexpected value type in payload");
  }
  return std::nullopt;
}

void Reader::read_strings(const Json& json, std::vector<std::string>& out) {
  const auto elements = list(json);
  if (!elements) return;
  for (const Json element : *elements) {
    if (is_null(element)) continue;
    const auto text = read_text(element);
    if (!text) return;
    out.emplace_back(*text);
  }
}

void Reader::check_length(const Place& place, std::string_view text, std::size_t min,
                          std::size_t max) {
  if (text.size() < min) {
    violation(place, quoted(text),
              "Member must have length greater than or equal to " + std::to_string(min));
  } else if (text.size() > max) {
    violation(place, quoted(text),
              "Member must have length less than or equal to " + std::to_string(max));
  }
}

void Reader::check_name(const Place& place, std::string_view text, std::size_t min,
                        std::size_t max) {
  if (!is_name(text)) violation(place, quoted(text), std::string(name_constraint));
  check_length(place, text, min, max);
}

void Reader::check_at_least(const Place& place, std::int64_t value, std::int64_t min) {
  if (value >= min) return;
  violation(place, quoted(std::to_string(value)),
            "Member must have value greater than or equal to " + std::to_string(min));
}

void Reader::check_at_most(const Place& place, std::int64_t value, std::int64_t max) {
  if (value <= max) return;
  violation(place, quoted(std::to_string(value)),
            "Member must have value less than or equal to " + std::to_string(max));
}

std::string Reader::quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

}  // namespace isotherm::codec
