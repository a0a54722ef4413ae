#include "gateway/spelled_out.h"

#include "expression/lexer.h"

namespace isotherm::gateway {
namespace {

/// More than this of one text is for nobody to read.
constexpr std::size_t shown_bytes_max = 200;

std::string quoted(std::string_view text) {
  if (text.size() > shown_bytes_max) return "<" + std::to_string(text.size()) + " bytes of text>";
  constexpr char digits[] = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < 0x20)
      out.append("\\u00").append({digits[c >> 4], digits[c & 15]});
    else
      out += c;
  }
  return out + '"';
}

std::string hex(std::string_view bytes) {
  constexpr char digits[] = "0123456789abcdef";
  std::string out = "0x";
  for (const char c : bytes)
    out.append(
        {digits[static_cast<unsigned char>(c) >> 4], digits[static_cast<unsigned char>(c) & 15]});
  return out;
}

std::string resolved(const expression::Token& token, const ExpressionPlaceholders& placeholders) {
  if (token.kind == expression::TokenKind::name && placeholders.names)
    if (const auto it = placeholders.names->find(token.text); it != placeholders.names->end())
      return it->second;
  if (token.kind == expression::TokenKind::value && placeholders.values)
    if (const auto it = placeholders.values->find(token.text); it != placeholders.values->end())
      return spelled_out(it->second);
  return std::string(token.text);
}

}  // namespace

std::string spelled_out(const AttributeValue& value) {
  if (const auto* text = value.get_if<std::string>()) return quoted(*text);
  if (const auto* number = value.get_if<Number>()) return number->to_string();
  if (const auto* binary = value.get_if<Binary>())
    return binary->bytes.size() > shown_bytes_max
               ? "<" + std::to_string(binary->bytes.size()) + " bytes>"
               : hex(binary->bytes);
  if (const auto* boolean = value.get_if<bool>()) return *boolean ? "true" : "false";
  return "<" + std::string(type_name(value.type())) + ">";
}

std::string spelled_out(const Item& item) {
  std::string out;
  for (const auto& [name, value] : item) {
    if (!out.empty()) out += ", ";
    out += name + " = " + spelled_out(value);
  }
  return out;
}

std::string spelled_out(std::string_view expression, const ExpressionPlaceholders& placeholders) {
  std::string out;
  expression::Lexer lexer(expression);
  std::size_t done = 0;
  for (auto token = lexer.next(); token.kind != expression::TokenKind::end; token = lexer.next()) {
    const auto at = static_cast<std::size_t>(token.text.data() - expression.data());
    out.append(expression.substr(done, at - done)).append(resolved(token, placeholders));
    done = at + token.text.size();
  }
  return out.append(expression.substr(done));
}

}  // namespace isotherm::gateway
