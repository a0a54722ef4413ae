#include "exports/json_item.h"

#include <simdjson.h>

#include <algorithm>

#include "base/base64.h"
#include "exports/item_checks.h"

namespace isotherm::exports {
namespace {

using Json = simdjson::dom::element;
using simdjson::dom::element_type;

Error not_a_value() {
  return Error::validation(
      "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes");
}

Result<std::string_view> text_of(const Json& json) {
  if (json.type() != element_type::STRING) return Error::validation("a string is expected");
  return json.get_string().value_unsafe();
}

Result<Binary> binary_of(const Json& json) {
  ASSIGN_OR_RETURN(const std::string_view text, text_of(json));
  Binary binary;
  if (decode_base64(text, binary.bytes) != Base64Fault::none) {
    return Error::validation("a binary is not in base64");
  }
  return binary;
}

Result<Number> number_of(const Json& json) {
  ASSIGN_OR_RETURN(const std::string_view text, text_of(json));
  return Number::parse(text);
}

Result<std::string> string_of(const Json& json) {
  ASSIGN_OR_RETURN(const std::string_view text, text_of(json));
  return std::string(text);
}

template <class Set, class ElementOf>
Result<AttributeValue> set_of(const Json& json, ElementOf element_of) {
  if (json.type() != element_type::ARRAY) return Error::validation("a set is a list of values");
  Set set;
  const simdjson::dom::array elements = json.get_array().value_unsafe();
  for (const Json element : elements) {
    ASSIGN_OR_RETURN(auto value, element_of(element));
    set.elements.push_back(std::move(value));
  }
  return finished_set(std::move(set));
}

Result<AttributeValue> value_of(const Json& json, int depth);

Result<Map> map_of(const Json& json, int depth) {
  if (json.type() != element_type::OBJECT) return Error::validation("a map is expected");
  Map::sequence_type entries;
  const simdjson::dom::object members = json.get_object().value_unsafe();
  for (const auto [name, value] : members) {
    TRY(check_attribute_name(name));
    ASSIGN_OR_RETURN(AttributeValue member, value_of(value, depth));
    entries.emplace_back(std::string(name), std::move(member));
  }
  return finished_map(std::move(entries));
}

Result<List> list_of(const Json& json, int depth) {
  if (json.type() != element_type::ARRAY) return Error::validation("a list is expected");
  List list;
  const simdjson::dom::array elements = json.get_array().value_unsafe();
  for (const Json element : elements) {
    ASSIGN_OR_RETURN(AttributeValue value, value_of(element, depth));
    list.push_back(std::move(value));
  }
  return list;
}

Result<AttributeValue> typed_value(std::string_view type, const Json& json, int depth) {
  const auto wrapped = [](auto result) -> Result<AttributeValue> {
    if (!result.ok()) return std::move(result).error();
    return AttributeValue(std::move(result).value());
  };
  if (type == "S") return wrapped(string_of(json));
  if (type == "N") return wrapped(number_of(json));
  if (type == "B") return wrapped(binary_of(json));
  if (type == "BOOL") {
    if (json.type() != element_type::BOOL) return Error::validation("true or false is expected");
    return AttributeValue(json.get_bool().value_unsafe());
  }
  if (type == "NULL") {
    if (json.type() != element_type::BOOL || !json.get_bool().value_unsafe()) {
      return Error::validation("Null attribute value types must have the value of true");
    }
    return AttributeValue(Null{});
  }
  if (type == "SS") return set_of<StringSet>(json, string_of);
  if (type == "NS") return set_of<NumberSet>(json, number_of);
  if (type == "BS") return set_of<BinarySet>(json, binary_of);
  if (type == "L" || type == "M") {
    TRY(check_depth(depth));
    return type == "L" ? wrapped(list_of(json, depth + 1)) : wrapped(map_of(json, depth + 1));
  }
  return not_a_value();
}

Result<AttributeValue> value_of(const Json& json, int depth) {
  if (json.type() != element_type::OBJECT) return not_a_value();
  const simdjson::dom::object object = json.get_object().value_unsafe();
  auto member = object.begin();
  if (member == object.end()) return not_a_value();
  const auto [type, value] = *member;
  Result<AttributeValue> result = typed_value(type, value, depth);
  if (++member == object.end()) return result;
  return Error::validation(
      "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the "
      "supported datatypes");
}

}  // namespace

struct JsonItemParser::State {
  simdjson::dom::parser parser;
};

JsonItemParser::JsonItemParser() : state_(std::make_unique<State>()) {}
JsonItemParser::~JsonItemParser() = default;

Result<Item> JsonItemParser::parse_line(std::string_view line) {
  Json document;
  if (state_->parser.parse(line.data(), line.size()).get(document) != simdjson::SUCCESS) {
    return Error::validation("the line is not JSON");
  }
  Json item;
  if (document.type() != element_type::OBJECT || document["Item"].get(item) != simdjson::SUCCESS) {
    return Error::validation("the line has no member Item");
  }
  return map_of(item, 0);
}

bool is_utf8(std::string_view bytes) { return simdjson::validate_utf8(bytes.data(), bytes.size()); }

}  // namespace isotherm::exports
