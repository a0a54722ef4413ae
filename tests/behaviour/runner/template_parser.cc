#include "template_parser.h"

#include <cctype>
#include <stdexcept>

namespace isotherm::behaviour {
namespace {

bool is_word(char c) { return (std::isalnum(static_cast<unsigned char>(c)) != 0) || c == '_'; }

[[noreturn]] void fail(const std::string& expected, std::string_view at) {
  throw std::runtime_error("expected " + expected + " at: " + std::string(at.substr(0, 40)));
}

bool accept(std::string_view& text, std::string_view token) {
  skip_space(text);
  if (!text.starts_with(token)) return false;
  text.remove_prefix(token.size());
  return true;
}

void demand(std::string_view& text, std::string_view token) {
  if (!accept(text, token)) fail("'" + std::string(token) + "'", text);
}

std::string read_word(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() && is_word(text[end])) ++end;
  std::string word(text.substr(0, end));
  text.remove_prefix(end);
  return word;
}

long read_count(std::string_view& text) {
  skip_space(text);
  const std::string digits = read_word(text);
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos)
    fail("a number", text);
  return std::stol(digits);
}

std::string read_json_string(std::string_view& text) {
  skip_space(text);
  if (!text.starts_with('"')) fail("a string", text);
  std::size_t end = 1;
  while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
  if (end >= text.size()) fail("the end of a string", text);
  const Json parsed = Json::parse(text.substr(0, end + 1), nullptr, false);
  if (!parsed.is_string()) fail("a JSON string", text);
  text.remove_prefix(end + 1);
  return parsed.get<std::string>();
}

Template make_text(std::string text) {
  Template made;
  made.kind = TemplateKind::text;
  made.text = std::move(text);
  return made;
}

/// The characters of a number as they are written: N keeps them.
std::string read_number(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() &&
         (is_word(text[end]) || text[end] == '.' || text[end] == '-' || text[end] == '+'))
    ++end;
  if (end == 0) fail("a number", text);
  std::string number(text.substr(0, end));
  text.remove_prefix(end);
  return number;
}

std::string base64(std::string_view bytes) {
  static constexpr char alphabet[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    unsigned group = 0;
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
    for (std::size_t i = 0; i < 3; ++i)
      group = group << 8U | (i < count ? static_cast<unsigned char>(bytes[at + i]) : 0U);
    for (std::size_t i = 0; i < 4; ++i)
      out += i <= count ? alphabet[group >> (18 - 6 * i) & 63U] : '=';
  }
  return out;
}

/// `0x00FF` as base64; `0x` is no bytes.
std::string read_hex(std::string_view& text) {
  const std::string digits = read_word(text).substr(2);
  if (digits.size() % 2 != 0) fail("whole bytes in hexadecimal", text);
  std::string bytes;
  for (std::size_t at = 0; at < digits.size(); at += 2)
    bytes += static_cast<char>(std::stoi(digits.substr(at, 2), nullptr, 16));
  return base64(bytes);
}

Template read_value(std::string_view& text);
Template read_concat(std::string_view& text);

/// What follows N or stands in NS: a number as text, or a string.
Template read_number_text(std::string_view& text) {
  skip_space(text);
  if (!text.starts_with('"') && !text.starts_with('$')) return make_text(read_number(text));
  Template read = read_concat(text);
  if (read.kind != TemplateKind::variable) return read;
  // N $i is a text, though i is a number.
  Template made;
  made.kind = TemplateKind::concat;
  made.parts.push_back(std::move(read));
  return made;
}

Template read_binary_text(std::string_view& text) {
  skip_space(text);
  if (text.starts_with("0x")) return make_text(read_hex(text));
  return read_concat(text);
}

template <class ReadElement>
Template read_list(std::string_view& text, const ReadElement& read_element) {
  Template made;
  made.kind = TemplateKind::list;
  demand(text, "[");
  while (!accept(text, "]")) {
    if (!made.parts.empty() || made.open) demand(text, ",");
    if (accept(text, "...")) {
      made.open = true;
    } else if (accept(text, "$each(")) {
      Template loop;
      loop.kind = TemplateKind::each;
      if (!read_range(text, loop.from, loop.to)) fail("a range", text);
      demand(text, ",");
      loop.parts.push_back(read_element(text));
      demand(text, ")");
      made.parts.push_back(std::move(loop));
    } else {
      made.parts.push_back(read_element(text));
    }
  }
  return made;
}

std::string read_name(std::string_view& text) {
  skip_space(text);
  if (text.starts_with('"')) return read_json_string(text);
  std::string word = read_word(text);
  if (word.empty()) fail("a member's name", text);
  return word;
}

Template read_object(std::string_view& text) {
  Template made;
  made.kind = TemplateKind::object;
  demand(text, "{");
  while (!accept(text, "}")) {
    if (!made.members.empty() || made.open) demand(text, ",");
    if (accept(text, "...")) {
      made.open = true;
    } else if (accept(text, "$each(")) {
      Template loop;
      loop.kind = TemplateKind::each;
      if (!read_range(text, loop.from, loop.to)) fail("a range", text);
      demand(text, ",");
      std::string name = read_name(text);
      demand(text, ":");
      loop.parts.push_back(read_value(text));
      demand(text, ")");
      made.members.push_back({std::move(name), std::move(loop)});
    } else {
      std::string name = read_name(text);
      demand(text, ":");
      made.members.push_back({std::move(name), read_value(text)});
    }
  }
  return made;
}

Template read_call(std::string_view& text, const std::string& name) {
  Template made;
  demand(text, "(");
  if (name == "repeat") {
    made.kind = TemplateKind::repeat;
    made.parts.push_back(read_concat(text));
    demand(text, ",");
    made.to = read_count(text);
  } else if (name == "join") {
    made.kind = TemplateKind::join;
    if (!read_range(text, made.from, made.to)) fail("a range", text);
    demand(text, ",");
    made.parts.push_back(read_concat(text));
    demand(text, ",");
    made.parts.push_back(read_concat(text));
  } else if (name == "matches") {
    made.kind = TemplateKind::matches;
    made.text = read_json_string(text);
  } else if (name == "length") {
    made.kind = TemplateKind::length;
    made.to = read_count(text);
  } else {
    fail("a function that exists, not $" + name, text);
  }
  demand(text, ")");
  return made;
}

Template read_dollar(std::string_view& text) {
  demand(text, "$");
  Template made;
  if (text.starts_with('=')) {
    text.remove_prefix(1);
    made.kind = TemplateKind::capture;
    made.text = read_word(text);
    return made;
  }
  const std::string name = read_word(text);
  if (text.starts_with('(')) return read_call(text, name);
  if (name == "any") {
    made.kind = TemplateKind::any;
  } else if (name == "absent") {
    made.kind = TemplateKind::absent;
  } else {
    made.kind = TemplateKind::variable;
    made.text = name;
  }
  return made;
}

Template read_concat(std::string_view& text) {
  const auto read_part = [&] {
    skip_space(text);
    return text.starts_with('$') ? read_dollar(text) : make_text(read_json_string(text));
  };
  Template first = read_part();
  skip_space(text);
  if (!text.starts_with('+')) return first;
  Template made;
  made.kind = TemplateKind::concat;
  made.parts.push_back(std::move(first));
  while (accept(text, "+")) made.parts.push_back(read_part());
  return made;
}

Template read_payload(std::string_view& text, const std::string& type) {
  if (type == "S") return read_concat(text);
  if (type == "N") return read_number_text(text);
  if (type == "B") return read_binary_text(text);
  if (type == "SS") return read_list(text, read_concat);
  if (type == "NS") return read_list(text, read_number_text);
  if (type == "BS") return read_list(text, read_binary_text);
  if (type != "NULL") return read_value(text);
  skip_space(text);
  if (text.starts_with("false") || text.starts_with("true")) return read_value(text);
  Template yes;
  yes.literal = true;
  return yes;
}

Template read_typed(std::string_view& text, const std::string& type) {
  Template made;
  made.kind = TemplateKind::object;
  Template payload;
  skip_space(text);
  // A set may be captured or left open as any other value: NS $any.
  const bool is_list_type = type.size() == 2 || type == "L" || type == "M";
  if (is_list_type && text.starts_with('$')) {
    payload = read_dollar(text);
  } else {
    payload = read_payload(text, type);
  }
  made.members.push_back({type, std::move(payload)});
  return made;
}

Template read_bare_word(std::string_view& text) {
  const std::string word = read_word(text);
  Template made;
  if (word == "true") {
    made.literal = true;
  } else if (word == "false") {
    made.literal = false;
  } else if (word == "null") {
    made.literal = nullptr;
  } else if (word == "unordered") {
    made = read_list(text, read_value);
    made.unordered = true;
  } else if (word == "S" || word == "N" || word == "B" || word == "BOOL" || word == "NULL" ||
             word == "SS" || word == "NS" || word == "BS" || word == "L" || word == "M") {
    made = read_typed(text, word);
  } else {
    fail("a value, not " + word, text);
  }
  return made;
}

Template read_value(std::string_view& text) {
  skip_space(text);
  if (text.empty()) fail("a value", text);
  const std::string_view before = text;
  const char c = text.front();
  Template made;
  if (c == '{') {
    made = read_object(text);
  } else if (c == '[') {
    made = read_list(text, read_value);
  } else if (c == '"' || c == '$') {
    made = read_concat(text);
  } else if ((std::isalpha(static_cast<unsigned char>(c)) != 0)) {
    made = read_bare_word(text);
  } else {
    made.literal = Json::parse(read_number(text), nullptr, false);
    if (!made.literal.is_number()) fail("a number", before);
  }
  made.source = std::string(before.substr(0, before.size() - text.size()));
  return made;
}

}  // namespace

void skip_space(std::string_view& text) {
  while (!text.empty() && (std::isspace(static_cast<unsigned char>(text.front())) != 0))
    text.remove_prefix(1);
}

bool read_range(std::string_view& text, long& from, long& to) {
  skip_space(text);
  std::size_t end = 0;
  while (end < text.size() && (std::isdigit(static_cast<unsigned char>(text[end])) != 0)) ++end;
  if (end == 0 || !text.substr(end).starts_with("..")) return false;
  from = std::stol(std::string(text.substr(0, end)));
  text.remove_prefix(end + 2);
  to = read_count(text);
  return true;
}

Template read_template(std::string_view& text) { return read_value(text); }

}  // namespace isotherm::behaviour
