#pragma once

// The published set as JSON, and the check of another implementation's answers against it.
//
//   {"schema_version": 1, "format_version": 1,
//    "shard_keys": [{"id": "shard-key/001", …, "answer": "channel-A-3"}, …],
//    "hashes": […], "snowflakes": […], "uuid7": […], "sequences": […],
//    "look_alikes": [{"name": …, "what": …, "example": {"id": …, "answer": …}}, …]}
//
// Every entry has an id and an answer, which is text: numbers of 64 bits too, since a double does
// not hold them. A checker answers {"shard-key/001": "channel-A-3", …}.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace isotherm::vectors {

/// The set, pretty, with a newline at its end.
std::string published_set();

/// Answers by id.
using Answers = std::map<std::string, std::string, std::less<>>;

/// Reads {"id": "answer", …}, or an array or a stream of lines of {"id": …, "answer": …}; fails
/// with what is wrong.
Expected<Answers, std::string> read_answers(std::string_view json);

struct Difference {
  std::string id;
  std::string ours;
  std::string theirs;
};

/// A look-alike that gives the answers: `same` of the `differing` that it has an answer for, and
/// `agrees` of all.
struct Suspect {
  std::string_view name;
  std::string_view what;
  std::size_t same = 0;
  std::size_t differing = 0;
  std::size_t agrees = 0;
  std::size_t asked = 0;

  /// It explains everything that it says something about.
  bool is_certain() const { return same > 0 && same == differing && agrees == asked; }
};

struct Check {
  std::size_t compared = 0;
  std::vector<Difference> different;
  std::vector<std::string> missing;
  std::vector<std::string> unknown;
  /// Those that explain at least half of the differences, the best first.
  std::vector<Suspect> suspects;

  bool ok() const { return compared > 0 && different.empty() && unknown.empty(); }
};

Check check(const Answers& answers);

}  // namespace isotherm::vectors
