#pragma once

// What changes from one schema to another, rule by rule, and which of the changes need a migration:
// those after which entries that were written under the old rules lie where the new ones do not
// look, or are not there at all.

#include <string>
#include <vector>

#include "schema/schema.h"

namespace isotherm::schema {

enum class Effect {
  harmless,  ///< what is stored is found as before
  migration  ///< what is stored must be written anew, or an application sees another index
};

/// "harmless", "migration"
std::string_view effect_name(Effect effect);

struct Change {
  Effect effect = Effect::harmless;
  /// Line in the new schema; of what is gone, in the old one.
  int line = 0;
  bool is_gone = false;
  /// "tables.User.indexes.member.shard.shards: 16 -> 32"
  std::string what;
  /// Why it is harmless, or what must be done.
  std::string why;

  friend bool operator==(const Change&, const Change&) = default;
};

/// Every change, by table and index. Comments and order are no changes.
std::vector<Change> diff(const Schema& before, const Schema& after);

/// Whether one of the changes needs a migration.
bool needs_migration(const std::vector<Change>& changes);

}  // namespace isotherm::schema
