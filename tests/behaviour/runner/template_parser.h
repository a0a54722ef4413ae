#pragma once

// Reads the notation of behaviour files for JSON values.
//
//   value     := concat | object | list | typed | number | true | false | null | matcher
//   concat    := string-like ("+" string-like)*
//   string-like := "JSON string" | $repeat(concat, count) | $join(range, concat, concat)
//   object    := "{" (member | "$each(" range "," member ")" | "...")* "}"     commas between
//   member    := (name | "JSON string") ":" value
//   list      := ["unordered"] "[" (value | "$each(" range "," value ")" | "...")* "]"
//   typed     := S concat | N number-or-concat | B 0xhex | B concat | BOOL value | NULL [false]
//              | SS list | NS list | BS list | L list | M object          {"S": …} and so on
//   matcher   := $any | $absent | $=name | $name | $matches(string) | $length(count)
//   range     := count ".." count
//
// In a string: $T (a capital letter) is a table's name, $i the number of the round, $name a
// captured value, $$ a dollar sign.

#include <string_view>

#include "template.h"

namespace isotherm::behaviour {

/// Reads one value from the front of `text` and drops it there. Throws std::runtime_error with what
/// was expected.
Template read_template(std::string_view& text);

/// Reads `count ".." count`, if it is there.
bool read_range(std::string_view& text, long& from, long& to);

/// Drops spaces and new lines from the front.
void skip_space(std::string_view& text);

}  // namespace isotherm::behaviour
