#pragma once

// What a behaviour file says of a JSON value: the value itself, or what it must look like. The same
// notation makes request bodies (build) and checks answers (match.h). docs/behaviour-files.md has
// the grammar; template_parser.h reads it.

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace isotherm::behaviour {

using Json = nlohmann::json;

/// What `$name` stands for: captured values, table names (one capital letter), the loop's `i`.
using Variables = std::map<std::string, Json, std::less<>>;

enum class TemplateKind {
  literal,   // null, true, false, a number
  text,      // a string with $T, $i and $$ in it
  concat,    // parts joined: "a" + $repeat("x", 3)
  object,    // {a: 1, "b": 2, ...}
  list,      // [1, 2, ...] or unordered [1, 2]
  variable,  // $name
  each,      // $each(1..3, value) in a list, $each(1..3, name: value) in an object
  join,      // $join(1..3, ", ", ":v$i")
  repeat,    // $repeat("x", 400)
  any,       // $any: whatever it is, it must be there
  absent,    // $absent: the member must not be there
  capture,   // $=name: any value, kept for later
  matches,   // $matches("regular expression")
  length,    // $length(5): a list or string of so many elements or characters
};

struct Member;

struct Template {
  TemplateKind kind = TemplateKind::literal;
  Json literal;
  /// Of text, variable, capture, matches: the characters or the name.
  std::string text;
  /// Elements of a list; parts of concat; the body of each, join and repeat.
  std::vector<Template> parts;
  std::vector<Member> members;
  /// `...` was written: more members or elements are allowed.
  bool open = false;
  bool unordered = false;
  long from = 0;
  /// Last value of a loop; the count of repeat and length.
  long to = 0;
  /// As it stands in the file, for reports.
  std::string source;
};

/// A member of an object: its name may have $i and $T in it; its value may be an `each`.
struct Member {
  std::string name;
  Template value;
};

/// The text with $T, $i and $$ replaced. Throws std::runtime_error for a name nobody gave.
std::string interpolate(const std::string& text, const Variables& variables);

/// The JSON value that a template without matchers stands for. Throws std::runtime_error when it
/// has one, or names an unknown variable.
Json build(const Template& made, const Variables& variables);

/// The elements of a list template, its loops unrolled; `visit` also gets the loop's variables.
template <class Visit>
void for_each_element(const std::vector<Template>& parts, const Variables& variables,
                      const Visit& visit) {
  for (const Template& part : parts) {
    if (part.kind != TemplateKind::each) {
      visit(part, variables);
      continue;
    }
    Variables inner = variables;
    for (long i = part.from; i <= part.to; ++i) {
      inner["i"] = i;
      visit(part.parts.front(), inner);
    }
  }
}

/// The members of an object template with their names resolved, its loops unrolled.
template <class Visit>
void for_each_member(const Template& object, const Variables& variables, const Visit& visit) {
  for (const auto& [name, value] : object.members) {
    if (value.kind != TemplateKind::each) {
      visit(interpolate(name, variables), value, variables);
      continue;
    }
    Variables inner = variables;
    for (long i = value.from; i <= value.to; ++i) {
      inner["i"] = i;
      visit(interpolate(name, inner), value.parts.front(), inner);
    }
  }
}

/// JSON in the notation of behaviour files, so that a report can be pasted into one: {a: S "x"}.
std::string show(const Json& value);

}  // namespace isotherm::behaviour
