#include "model/item_json.h"

#include "base/base64.h"
#include "base/json_writer.h"

namespace isotherm {
namespace {

template <class Elements, class Append>
void append_list(std::string_view head, const Elements& elements, std::string& out, Append append) {
  out += head;
  bool first = true;
  for (const auto& element : elements) {
    if (!first) out += ',';
    first = false;
    append(element, out);
  }
  out += "]}";
}

void append_number(const Number& number, std::string& out) {
  out += '"';
  number.append_to(out);
  out += '"';
}

void append_binary(const Binary& binary, std::string& out) {
  out += '"';
  append_base64(binary.bytes, out);
  out += '"';
}

struct ValueAppender {
  std::string& out;

  void operator()(const std::string& text) const {
    out += R"({"S":)";
    append_json_string(text, out);
    out += '}';
  }
  void operator()(const Number& number) const {
    out += R"({"N":)";
    append_number(number, out);
    out += '}';
  }
  void operator()(const Binary& binary) const {
    out += R"({"B":)";
    append_binary(binary, out);
    out += '}';
  }
  void operator()(bool value) const { out += value ? R"({"BOOL":true})" : R"({"BOOL":false})"; }
  void operator()(Null) const { out += R"({"NULL":true})"; }
  void operator()(const StringSet& set) const {
    append_list(R"({"SS":[)", set.elements, out, append_json_string);
  }
  void operator()(const NumberSet& set) const {
    append_list(R"({"NS":[)", set.elements, out, append_number);
  }
  void operator()(const BinarySet& set) const {
    append_list(R"({"BS":[)", set.elements, out, append_binary);
  }
  void operator()(const List& list) const { append_list(R"({"L":[)", list, out, append_value); }
  void operator()(const Map& map) const {
    out += R"({"M":)";
    append_item(map, out);
    out += '}';
  }
};

}  // namespace

void append_value(const AttributeValue& value, std::string& out) {
  std::visit(ValueAppender{out}, value.value);
}

void append_item(const Map& item, std::string& out) {
  out += '{';
  bool first = true;
  for (const auto& [name, value] : item) {
    if (!first) out += ',';
    first = false;
    append_json_string(name, out);
    out += ':';
    append_value(value, out);
  }
  out += '}';
}

}  // namespace isotherm
