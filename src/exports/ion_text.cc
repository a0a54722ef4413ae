#include "exports/ion_text.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/base64.h"
#include "exports/ion_lexer.h"
#include "exports/item_checks.h"
#include "exports/json_item.h"

namespace isotherm::exports {
namespace {

using Kind = IonToken::Kind;

Error malformed(std::string_view what) {
  return Error::validation("the Ion text is malformed: " + std::string(what));
}
Error no_type_for(std::string_view what) {
  return Error::validation("DynamoDB has no type for a value of Ion: " + std::string(what));
}

/// A number without underscores, in the form that Number reads; nothing: it is none of its kind.
std::optional<std::string> decimal_text(std::string_view ion) {
  std::string text;
  for (const char c : ion) {
    if (c != '_') text.push_back(c);
  }
  const bool negative = text.starts_with('-');
  const std::string_view digits = std::string_view(text).substr(negative ? 1 : 0);
  for (const auto& [prefix, base] :
       {std::pair("0x", 16), std::pair("0X", 16), std::pair("0b", 2), std::pair("0B", 2)}) {
    if (!digits.starts_with(prefix)) continue;
    // 38 digits are 127 bits.
    unsigned __int128 value = 0;
    const std::string_view rest = digits.substr(2);
    if (rest.empty() || rest.size() > (base == 16 ? 31u : 124u)) return std::nullopt;
    for (const char c : rest) {
      const int digit = c >= '0' && c <= '9'   ? c - '0'
                        : c >= 'a' && c <= 'f' ? c - 'a' + 10
                        : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                               : 99;
      if (digit >= base) return std::nullopt;
      value = value * static_cast<unsigned>(base) + static_cast<unsigned>(digit);
    }
    std::string decimal;
    do decimal.insert(decimal.begin(), static_cast<char>('0' + static_cast<int>(value % 10)));
    while ((value /= 10) != 0);
    return (negative ? "-" : "") + decimal;
  }
  // A timestamp has its signs where a number has none; a float has an e.
  if (text.find_first_of("eET:") != std::string::npos) return std::nullopt;
  if (text.find_first_of("-+", 1) != std::string::npos &&
      text.find_first_of("dD") == std::string::npos) {
    return std::nullopt;
  }
  std::replace(text.begin(), text.end(), 'd', 'e');
  std::replace(text.begin(), text.end(), 'D', 'e');
  return text;
}

class IonParser {
 public:
  explicit IonParser(std::string_view text) : lexer_(text) {}

  Result<Item> row();

 private:
  Result<AttributeValue> value(int depth);
  Result<AttributeValue> scalar(IonToken token);
  Result<AttributeValue> list(int depth);
  Result<Map> struct_members(int depth);
  Result<AttributeValue> set(const std::string& annotation, int depth);
  /// Takes a punctuation mark that must come next.
  Result<void> expect(char c);
  /// Between elements: true: another follows; false: `close` was taken.
  Result<bool> another(char close);

  IonLexer lexer_;
};

Result<void> IonParser::expect(char c) {
  ASSIGN_OR_RETURN(const IonToken token, lexer_.next());
  if (!token.is(c)) return malformed(std::string("no ") + c + " where it belongs");
  return {};
}

Result<bool> IonParser::another(char close) {
  ASSIGN_OR_RETURN(IonToken token, lexer_.next());
  if (token.is(close)) return false;
  if (!token.is(',')) return malformed("no comma where it belongs");
  // A comma may stand behind the last element.
  ASSIGN_OR_RETURN(const IonToken* next, lexer_.peek());
  if (!next->is(close)) return true;
  TRY(lexer_.next());
  return false;
}

Result<Map> IonParser::struct_members(int depth) {
  Map::sequence_type entries;
  ASSIGN_OR_RETURN(const IonToken* first, lexer_.peek());
  bool more = !first->is('}');
  if (!more) TRY(lexer_.next());
  while (more) {
    ASSIGN_OR_RETURN(IonToken name, lexer_.next());
    if (name.kind != Kind::word && name.kind != Kind::quoted && name.kind != Kind::string) {
      return malformed("a member has no name");
    }
    if (!is_utf8(name.text)) return malformed("text is not UTF-8");
    TRY(check_attribute_name(name.text));
    TRY(expect(':'));
    ASSIGN_OR_RETURN(AttributeValue member, value(depth));
    entries.emplace_back(std::move(name.text), std::move(member));
    ASSIGN_OR_RETURN(more, another('}'));
  }
  return finished_map(std::move(entries));
}

Result<AttributeValue> IonParser::list(int depth) {
  List elements;
  ASSIGN_OR_RETURN(const IonToken* first, lexer_.peek());
  bool more = !first->is(']');
  if (!more) TRY(lexer_.next());
  while (more) {
    ASSIGN_OR_RETURN(AttributeValue element, value(depth));
    elements.push_back(std::move(element));
    ASSIGN_OR_RETURN(more, another(']'));
  }
  return AttributeValue(std::move(elements));
}

template <class Set, class Element>
Result<AttributeValue> set_of(List list, std::string_view annotation) {
  Set set;
  for (AttributeValue& value : list) {
    auto* element = value.get_if<Element>();
    if (element == nullptr)
      return malformed("an element of another type in " + std::string(annotation));
    set.elements.push_back(std::move(*element));
  }
  return finished_set(std::move(set));
}

Result<AttributeValue> IonParser::set(const std::string& annotation, int depth) {
  TRY(expect('['));
  ASSIGN_OR_RETURN(AttributeValue elements, list(depth));
  List& values = *elements.get_if<List>();
  if (annotation == "$dynamodb_SS") {
    return set_of<StringSet, std::string>(std::move(values), annotation);
  }
  if (annotation == "$dynamodb_NS") {
    return set_of<NumberSet, Number>(std::move(values), annotation);
  }
  if (annotation == "$dynamodb_BS") {
    return set_of<BinarySet, Binary>(std::move(values), annotation);
  }
  return malformed("unknown annotation " + annotation);
}

Result<AttributeValue> IonParser::scalar(IonToken token) {
  switch (token.kind) {
    case Kind::string:
      if (!is_utf8(token.text)) return malformed("text is not UTF-8");
      return AttributeValue(std::move(token.text));
    case Kind::blob: {
      Binary binary;
      std::erase_if(token.text,
                    [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; });
      if (token.text.find('"') != std::string::npos) return no_type_for("clob");
      if (decode_base64(token.text, binary.bytes) != Base64Fault::none) {
        return malformed("a blob is not in base64");
      }
      return AttributeValue(std::move(binary));
    }
    case Kind::number: {
      const std::optional<std::string> text = decimal_text(token.text);
      if (!text) return no_type_for(token.text.substr(0, 40));
      ASSIGN_OR_RETURN(const Number number, Number::parse(*text));
      return AttributeValue(number);
    }
    case Kind::word:
      if (token.text == "true" || token.text == "false")
        return AttributeValue(token.text == "true");
      if (token.text == "null" || token.text.starts_with("null.")) return AttributeValue(Null{});
      return no_type_for("symbol");
    case Kind::quoted: return no_type_for("symbol");
    default: return malformed("no value where one belongs");
  }
}

Result<AttributeValue> IonParser::value(int depth) {
  while (true) {
    ASSIGN_OR_RETURN(IonToken token, lexer_.next());
    if (token.is('{') || token.is('[')) {
      TRY(check_depth(depth));
      if (token.is('[')) return list(depth + 1);
      ASSIGN_OR_RETURN(Map map, struct_members(depth + 1));
      return AttributeValue(std::move(map));
    }
    if (token.kind != Kind::word && token.kind != Kind::quoted) return scalar(std::move(token));
    ASSIGN_OR_RETURN(const IonToken* next, lexer_.peek());
    if (next->kind != Kind::annotation) return scalar(std::move(token));
    TRY(lexer_.next());
    if (token.text.starts_with("$dynamodb_")) return set(token.text, depth);
  }
}

Result<Item> IonParser::row() {
  TRY(expect('{'));
  ASSIGN_OR_RETURN(const IonToken name, lexer_.next());
  if (name.text != "Item") return Error::validation("the row has no member Item");
  TRY(expect(':'));
  TRY(expect('{'));
  ASSIGN_OR_RETURN(Map item, struct_members(0));
  ASSIGN_OR_RETURN(const bool more, another('}'));
  if (more) return malformed("a row has other members than Item");
  ASSIGN_OR_RETURN(const IonToken end, lexer_.next());
  if (end.kind != Kind::end) return malformed("text behind a row");
  return item;
}

void append_ion_string(std::string_view text, char quote, std::string& out) {
  constexpr std::string_view hex = "0123456789abcdef";
  out.push_back(quote);
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == quote || c == '\\') {
      out.push_back('\\');
      out.push_back(c);
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else if (c == '\t') {
      out += "\\t";
    } else if (byte < 0x20 || byte == 0x7F) {
      out += "\\x";
      out.push_back(hex[byte >> 4]);
      out.push_back(hex[byte & 0xF]);
    } else {
      out.push_back(c);
    }
  }
  out.push_back(quote);
}

/// A decimal as Ion prints it: `103.`, `6d2`, `1.5`, `0.`
void append_ion_number(const Number& number, std::string& out) {
  std::string text = number.to_string();
  const std::size_t point = text.find('.');
  if (point != std::string::npos) {
    const std::size_t digits = text.find_first_not_of("-0.");
    // Many zeros behind the point: digits with an exponent.
    if (digits > point + 7) {
      const std::size_t decimals = text.size() - point - 1;
      out += text.starts_with('-') ? "-" : "";
      out.append(text, digits).append("d-").append(std::to_string(decimals));
      return;
    }
    out += text;
    return;
  }
  const std::size_t last = text.find_last_not_of('0');
  const std::size_t zeros = last == std::string::npos ? 0 : text.size() - last - 1;
  if (zeros == 0) {
    out.append(text).push_back('.');
    return;
  }
  out.append(text, 0, text.size() - zeros).append("d").append(std::to_string(zeros));
}

struct IonAppender {
  std::string& out;

  void operator()(const std::string& text) const { append_ion_string(text, '"', out); }
  void operator()(const Number& number) const { append_ion_number(number, out); }
  void operator()(const Binary& binary) const {
    out += "{{";
    append_base64(binary.bytes, out);
    out += "}}";
  }
  void operator()(bool value) const { out += value ? "true" : "false"; }
  void operator()(Null) const { out += "null"; }
  void operator()(const StringSet& set) const { elements("$dynamodb_SS::", set.elements); }
  void operator()(const NumberSet& set) const { elements("$dynamodb_NS::", set.elements); }
  void operator()(const BinarySet& set) const { elements("$dynamodb_BS::", set.elements); }
  void operator()(const List& list) const {
    out.push_back('[');
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (i > 0) out.push_back(',');
      append_ion(list[i], out);
    }
    out.push_back(']');
  }
  void operator()(const Map& map) const { append_ion(map, out); }

  template <class T>
  void elements(std::string_view annotation, const std::vector<T>& values) const {
    out.append(annotation).push_back('[');
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i > 0) out.push_back(',');
      (*this)(values[i]);
    }
    out.push_back(']');
  }
};

}  // namespace

Result<Item> parse_ion_row(std::string_view text) { return IonParser(text).row(); }

bool is_ion_identifier(std::string_view name) {
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
  };
  if (name.empty() || !letter(name[0])) return false;
  for (const std::string_view keyword : {"null", "true", "false", "nan"}) {
    if (name == keyword) return false;
  }
  // `$10` would be a symbol by its number.
  if (name[0] == '$' && name.size() > 1 && name[1] >= '0' && name[1] <= '9') return false;
  return std::all_of(name.begin(), name.end(),
                     [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

void append_ion(const AttributeValue& value, std::string& out) {
  std::visit(IonAppender{out}, value.value);
}

void append_ion(const Map& map, std::string& out) {
  out.push_back('{');
  bool first = true;
  for (const auto& [name, value] : map) {
    if (!first) out.push_back(',');
    first = false;
    if (is_ion_identifier(name)) {
      out += name;
    } else {
      append_ion_string(name, '\'', out);
    }
    out.push_back(':');
    append_ion(value, out);
  }
  out.push_back('}');
}

}  // namespace isotherm::exports
