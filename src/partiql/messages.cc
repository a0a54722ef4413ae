#include "partiql/messages.h"

#include <initializer_list>

namespace isotherm::partiql::message {
namespace {

std::string join(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) text += part;
  return text;
}

bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

std::size_t count_characters(std::string_view utf8) {
  std::size_t count = 0;
  for (const char byte : utf8) count += begins_character(byte) ? 1 : 0;
  return count;
}

}  // namespace

Error malformed(std::string_view detail) {
  return Error::validation(join({"Statement wasn't well formed, can't be processed: ", detail}));
}

std::string at(std::string_view text, std::string_view statement, std::string_view token) {
  const auto offset = static_cast<std::size_t>(token.data() - statement.data());
  const std::string_view before = statement.substr(0, offset);
  std::size_t line = 1;
  std::size_t line_start = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i] != '\n') continue;
    ++line;
    line_start = i + 1;
  }
  const std::size_t column = count_characters(before.substr(line_start)) + 1;
  return join({text, " at ", std::to_string(line), ":", std::to_string(column), ":",
               std::to_string(count_characters(token))});
}

std::string expected(std::string_view what) { return join({"Expected ", what}); }

std::string order_by_other(std::string_view attribute) {
  return join({"Attribute ", attribute, " in ORDER BY clause must be part of the primary key"});
}
std::string key_type(std::string_view attribute) {
  return join(
      {"Key attribute's data type should match its data type in table's schema: Key ", attribute});
}
std::string several_conditions(std::string_view attribute) {
  return join({"Multiple conditions on same key ", attribute,
               ". Only single item Update/Insert/Delete are supported"});
}
std::string unsupported_operation(std::string_view name) {
  return join({"Unsupported operation: ", name});
}
std::string bad_returning(std::string_view clause) {
  return join({"Invalid returning clause: RETURNING ", clause,
               " *. Only RETURNING ALL OLD * is allowed in DELETE statements."});
}
std::string operand_count(std::string_view function, std::size_t count) {
  return join({"Incorrect number of operands for operator or function; operator or function: ",
               function, ", number of operands: ", std::to_string(count)});
}
std::string operand_type(std::string_view function, std::string_view type) {
  return join({"Incorrect operand type for operator or function; operator or function: ", function,
               ", operand type: ", type});
}
std::string too_many_in_operands(std::size_t count) {
  return join({"The IN operator is provided with too many operands; number of operands: ",
               std::to_string(count)});
}
std::string unknown_attribute_type(std::string_view type) {
  return join({"Invalid attribute type name found; type: ", type,
               ", valid types: {N,BS,L,B,NULL,M,S,SS,NS,BOOL}"});
}
std::string unprojected_filter(std::string_view index, const std::vector<std::string>& attributes) {
  std::string names;
  for (const std::string& attribute : attributes) {
    if (!names.empty()) names += ", ";
    names += attribute;
  }
  return join({"One or more parameter values were invalid: Secondary index ", index,
               " does not project one or more filter attributes: [", names, "]"});
}
std::string duplicate_column(std::string_view name) {
  return join({"The SELECT list has two columns of one name: ", name});
}

Error without_parameter(Error error) {
  const std::string& text = error.message();
  if (error.code() != ErrorCode::validation || !text.starts_with("Invalid ")) return error;
  const std::size_t end = text.find("Expression: ");
  if (end == std::string::npos || text.find(' ', 8) < end) return error;
  return Error::validation(text.substr(end + std::string_view("Expression: ").size()));
}

}  // namespace isotherm::partiql::message
