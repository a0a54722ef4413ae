#include "cli/typed_value.h"

#include <fmt/format.h>

#include "base/base64.h"

namespace isotherm::cli {

Expected<AttributeValue, UsageError> parse_typed(std::string_view letter, std::string_view text) {
  if (letter == "S") return AttributeValue(std::string(text));
  if (letter == "N") {
    const auto number = Number::parse(text);
    if (!number.ok())
      return UsageError{"'" + std::string(text) + "' is no number: " + number.error().message(),
                        {}};
    return AttributeValue(number.value());
  }
  if (letter == "B") {
    Binary binary;
    if (decode_base64(text, binary.bytes) != Base64Fault::none)
      return UsageError{"'" + std::string(text) + "' is not base64", {}};
    return AttributeValue(std::move(binary));
  }
  return UsageError{"'" + std::string(letter) + "' is no type of a key; S, N and B are", {}};
}

Expected<AttributeValue, UsageError> parse_key_value(std::string_view text) {
  for (const std::string_view letter : {"S", "N", "B"})
    if (text.size() >= 2 && text.substr(0, 1) == letter && text[1] == ':')
      return parse_typed(letter, text.substr(2));
  return AttributeValue(std::string(text));
}

std::string display_text(const AttributeValue& value) {
  if (const auto* text = value.get_if<std::string>()) return "\"" + *text + "\"";
  if (const auto* number = value.get_if<Number>()) return number->to_string();
  if (const auto* binary = value.get_if<Binary>()) {
    std::string out = "0x";
    for (const char c : binary->bytes) out += fmt::format("{:02x}", static_cast<unsigned char>(c));
    return out;
  }
  return std::string(type_name(value.type()));
}

}  // namespace isotherm::cli
