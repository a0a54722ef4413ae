#pragma once

// Inside the schema room only: what changes in a `shard` section.

#include <string>
#include <vector>

#include "schema/diff.h"

namespace isotherm::schema {

/// Where changes are noted: one rule under its old and its new text.
struct ChangeNotes {
  /// "tables.User.indexes.member"
  std::string path;
  int line = 0;
  std::vector<Change>& changes;

  void note(Effect effect, std::string_view field, const std::string& change,
            std::string why) const {
    changes.push_back(
        {effect, line, false, path + std::string(field) + ": " + change, std::move(why)});
  }
};

inline std::string in_quotes(std::string_view text) { return "'" + std::string(text) + "'"; }

/// `in_use`: off, the section only stands ready.
void compare_shards(const ShardRule& before, const ShardRule& after, bool in_use,
                    const ChangeNotes& notes);

}  // namespace isotherm::schema
