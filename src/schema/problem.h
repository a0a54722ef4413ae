#pragma once

// What is wrong with a schema: found all at once, each with its line and what to do about it.

#include <string>
#include <string_view>
#include <vector>

namespace isotherm::schema {

struct Problem {
  /// Line in the schema's text, from 1.
  int line = 0;
  /// What is wrong: "tables.User.indexes.member.shard: unknown key 'shard'".
  std::string what;
  /// What to do: "did you mean 'shards'?"
  std::string cure;

  friend bool operator==(const Problem&, const Problem&) = default;
};

using Problems = std::vector<Problem>;

/// "isotherm.yaml:7: <what>; <cure>"
std::string to_string(const Problem& problem, std::string_view source);

/// In the order of the lines; those of one line stay in their order.
Problems sorted_by_line(const Problems& problems);

/// One line for each, in the order of the lines.
std::string to_string(const Problems& problems, std::string_view source);

}  // namespace isotherm::schema
