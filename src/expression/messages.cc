#include "expression/messages.h"

#include <initializer_list>

namespace isotherm::expression {
namespace {

std::string join(std::initializer_list<std::string_view> parts) {
  std::size_t bytes = 0;
  for (const std::string_view part : parts) bytes += part.size();
  std::string text;
  text.reserve(bytes);
  for (const std::string_view part : parts) text += part;
  return text;
}

std::string base64(std::string_view bytes) {
  static constexpr std::string_view alphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::string_view group = bytes.substr(i, 3);
    std::uint32_t bits = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      bits = bits << 8 | (j < group.size() ? static_cast<unsigned char>(group[j]) : 0U);
    }
    for (std::size_t j = 0; j < 4; ++j) {
      text += j <= group.size() ? alphabet[bits >> (18 - 6 * j) & 63] : '=';
    }
  }
  return text;
}

/// "AttributeValue: {N:1}"; only of the types that BETWEEN takes.
std::string print(const AttributeValue& value) {
  std::string text = join({"AttributeValue: {", type_name(value.type()), ":"});
  if (const auto* s = value.get_if<std::string>()) text += *s;
  if (const auto* n = value.get_if<Number>()) n->append_to(text);
  if (const auto* b = value.get_if<Binary>()) text += base64(b->bytes);
  return text + "}";
}

std::string between(std::string_view what, const AttributeValue& lower,
                    const AttributeValue& upper) {
  return join({"The BETWEEN operator requires ", what, "; lower bound operand: ", print(lower),
               ", upper bound operand: ", print(upper)});
}

std::string two_paths(std::string_view what, const Path& one, const Path& two) {
  return join({"Two document paths ", what,
               " with each other; must remove or rewrite one of these paths; path one: ",
               to_string(one), ", path two: ", to_string(two)});
}

std::string_view long_type_name(AttributeType type) {
  switch (type) {
    case AttributeType::S: return "STRING";
    case AttributeType::N: return "NUMBER";
    case AttributeType::B: return "BINARY";
    case AttributeType::BOOL: return "BOOLEAN";
    case AttributeType::NULL_: return "NULL";
    case AttributeType::SS: return "STRING_SET";
    case AttributeType::NS: return "NUMBER_SET";
    case AttributeType::BS: return "BINARY_SET";
    case AttributeType::L: return "LIST";
    case AttributeType::M: return "MAP";
  }
  return "";
}

}  // namespace

Error invalid_expression(std::string_view parameter, std::string_view what) {
  return Error::validation(join({"Invalid ", parameter, ": ", what}));
}

Error invalid_parameter(std::string_view what) {
  return Error::validation(join({"One or more parameter values were invalid: ", what}));
}

namespace message {

std::string expression_too_long(std::optional<std::size_t> bytes) {
  std::string text = "Expression size has exceeded the maximum allowed size;";
  if (bytes) text += " expression size: " + std::to_string(*bytes);
  return text;
}
std::string too_many_operators(int count) {
  return "The expression contains too many operators; operator count: " + std::to_string(count);
}
std::string syntax_error(std::string_view token, std::string_view near) {
  return join({"Syntax error; token: \"", token, "\", near: \"", near, "\""});
}
std::string reserved_keyword(std::string_view word) {
  return join({"Attribute name is a reserved keyword; reserved keyword: ", word});
}
std::string unknown_function(std::string_view function) {
  return join({"Invalid function name; function: ", function});
}
std::string not_in_condition(std::string_view function) {
  return join({"The function is not allowed in a condition expression; function: ", function});
}
std::string not_in_update(std::string_view function) {
  return join({"The function is not allowed in an update expression; function: ", function});
}
std::string misused_function(std::string_view function) {
  return join(
      {"The function is not allowed to be used this way in an expression; function: ", function});
}
std::string undefined_name(std::string_view placeholder) {
  return join(
      {"An expression attribute name used in the document path is not defined; "
       "attribute name: ",
       placeholder});
}
std::string undefined_value(std::string_view placeholder) {
  return join(
      {"An expression attribute value used in expression is not defined; "
       "attribute value: ",
       placeholder});
}
std::string list_index_out_of_range(std::string_view index) {
  return join({"List index is not within the allowable range; index: [", index, "]"});
}
std::string path_too_deep(std::size_t levels) {
  return "The document path has too many nesting levels; nesting levels: " + std::to_string(levels);
}
std::string operand_count(std::string_view function, int count) {
  return join({"Incorrect number of operands for operator or function; operator or function: ",
               function, ", number of operands: ", std::to_string(count)});
}
std::string too_many_in_operands(int count) {
  return "The IN operator is provided with too many operands; number of operands: " +
         std::to_string(count);
}
std::string operand_type(std::string_view function, std::string_view type) {
  return join({"Incorrect operand type for operator or function; operator or function: ", function,
               ", operand type: ", type});
}
std::string section_operand_type(std::string_view section, AttributeType type) {
  return join({"Incorrect operand type for operator or function; operator: ", section,
               ", operand type: ", long_type_name(type), ", typeSet: ALLOWED_FOR_", section,
               "_OPERAND"});
}
std::string path_required(std::string_view function) {
  return join({"Operator or function requires a document path; operator or function: ", function});
}
std::string operands_not_distinct(std::string_view function, const Path& path) {
  return join(
      {"The first operand must be distinct from the remaining operands for this operator "
       "or function; operator: ",
       function, ", first operand: ", to_string(path)});
}
std::string unknown_attribute_type(std::string_view type) {
  return join({"Invalid attribute type name found; type: ", type,
               ", valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}"});
}
std::string between_types_differ(const AttributeValue& lower, const AttributeValue& upper) {
  return between("same data type for lower and upper bounds", lower, upper);
}
std::string between_bounds_swapped(const AttributeValue& lower, const AttributeValue& upper) {
  return between("upper bound to be greater than or equal to lower bound", lower, upper);
}
std::string repeated_section(std::string_view section) {
  return join({"The \"", section, "\" section can only be used once in an update expression;"});
}
std::string overlapping_paths(const Path& one, const Path& two) {
  return two_paths("overlap", one, two);
}
std::string conflicting_paths(const Path& one, const Path& two) {
  return two_paths("conflict", one, two);
}

std::string empty_placeholders(std::string_view parameter) {
  return join({parameter, " must not be empty"});
}
std::string malformed_placeholder(std::string_view parameter, std::string_view key) {
  if (key.empty()) {
    return join({parameter,
                 " contains invalid key: The expression attribute map contains an "
                 "empty key;"});
  }
  return join({parameter, " contains invalid key: Syntax error; key: \"", key, "\""});
}
std::string placeholder_too_long(std::string_view parameter, std::string_view key) {
  return join({parameter,
               " contains invalid key: The expression attribute map contains a key that is too "
               "long; key: \"",
               key, "\""});
}
std::string empty_attribute_name(std::string_view key) {
  return join(
      {"ExpressionAttributeNames contains invalid value: Empty attribute name for key ", key});
}
std::string unused_placeholders(std::string_view parameter, std::string_view keys) {
  return join({"Value provided in ", parameter, " unused in expressions: keys: {", keys, "}"});
}

std::string invalid_key_operator(std::string_view op) {
  return join({"Invalid operator used in KeyConditionExpression: ", op});
}
std::string key_attribute_must_be_first(std::string_view op) {
  return join({"Invalid condition in KeyConditionExpression: ", op,
               " operator must have the key attribute as its first operand"});
}
std::string too_many_key_conditions(std::size_t conditions, std::size_t key_attributes) {
  return join({"The number of query conditions (", std::to_string(conditions),
               ") exceeds the number of key attributes defined in the schema (",
               std::to_string(key_attributes), ")"});
}
std::string missing_key_element(std::string_view attribute) {
  return join({"Query condition missed key schema element: ", attribute});
}
std::string empty_key_value(std::string_view attribute, AttributeType type) {
  return join(
      {"One or more parameter values are not valid. The AttributeValue for a key attribute "
       "cannot contain an empty ",
       type == AttributeType::B ? "binary" : "string", " value. Key: ", attribute});
}

std::string value_count(std::string_view op) {
  return join({"Invalid number of argument(s) for the ", op, " ComparisonOperator"});
}
std::string value_type(std::string_view op, AttributeType type) {
  return join(
      {"ComparisonOperator ", op, " is not valid for ", type_name(type), " AttributeValue type"});
}
std::string legacy_delete_type(AttributeType type) {
  return join({"DELETE action with value is not supported for the type ", type_name(type)});
}
std::string legacy_add_type(AttributeType type) {
  return join({"ADD action is not supported for the type ", type_name(type)});
}
std::string duplicate_attribute_name(std::string_view name) {
  return join({"Duplicate value in attribute name: ", name});
}
std::string value_and_list(std::string_view attribute) {
  return join({"Value and AttributeValueList cannot be used together for Attribute: ", attribute});
}
std::string exists_and_operator(std::string_view attribute) {
  return join({"Exists and ComparisonOperator cannot be used together for Attribute: ", attribute});
}
std::string operator_without_value(std::string_view op, std::string_view attribute) {
  return join({"Value or AttributeValueList must be used with ComparisonOperator: ", op,
               " for Attribute: ", attribute});
}
std::string list_without_operator(std::string_view attribute) {
  return join(
      {"AttributeValueList can only be used with a ComparisonOperator for Attribute: ", attribute});
}
std::string value_missing(std::string_view exists, std::string_view attribute) {
  return join({"Value must be provided when Exists is ", exists, " for Attribute: ", attribute});
}
std::string value_not_wanted(std::string_view attribute) {
  return join({"Value cannot be used when Exists is false for Attribute: ", attribute});
}

}  // namespace message
}  // namespace isotherm::expression
