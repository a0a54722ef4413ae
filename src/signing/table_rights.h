#pragma once

// What a key may do to which tables:
//
//   rights := rule ("," rule)*
//   rule   := pattern ":" ("none" | "full" | one to three of r, w, t)
//
//   User:rw, Votes:r, log-*:w, *:none
//
// A pattern is a table's name; * stands for any characters, ? for one. The first rule whose pattern
// is the whole name decides; a table that no rule names has no rights.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace isotherm::signing {

struct Rights {
  /// r: reads items, records of streams, and descriptions.
  bool read = false;
  /// w: puts, updates and deletes items.
  bool write = false;
  /// t: makes, changes, backs up and drops tables.
  bool table = false;

  friend bool operator==(const Rights&, const Rights&) = default;
};

/// What stands for all tables in a request that names none: only the pattern "*" is its rule.
inline constexpr std::string_view every_table = "*";

class TableRights {
 public:
  /// Or what is wrong with the text.
  static Expected<TableRights, std::string> parse(std::string_view text);
  /// Of every table: reads, and nothing else.
  static TableRights read_only();

  Rights of(std::string_view table) const;

 private:
  struct Rule {
    std::string pattern;
    Rights rights;
  };
  std::vector<Rule> rules_;
};

/// Whether the pattern is the whole text.
bool matches(std::string_view pattern, std::string_view text);

}  // namespace isotherm::signing
