#pragma once

// Vitess's functional vindexes: the keyspace id of column values [Vitess documentation, "Vindexes";
// the answers are those of its tests].
//
//   hash                 a 64-bit number, big-endian, one block of DES with a null key
//   numeric              the number itself, big-endian; negative ones are refused
//   numeric_static_map   a number by a table of numbers, then numeric (or another vindex for those
//                        that are not in the table)
//   reverse_bits         the number's bits in reverse, big-endian
//   xxhash               XXH64 of the value's bytes, little-endian; a number's bytes are its text
//   binary, binary_md5   the value's bytes, or their MD5
//   unicode_loose_md5, unicode_loose_xxhash
//                        MD5 or XXH64 of the text's primary collation weights (collation.h)
//   null                 one zero byte for everything
//   multicol             2 … 8 columns, each by a vindex of its own, cut to its share of 8 bytes
//   region_experimental  one or two bytes of the first column, then `hash` of the second
//   cfc                  one column cut at fixed offsets, each part hashed (md5, xxhash64) or as it
//   is
//
// Lookup vindexes keep their answers in a table of the database: no function, so they are refused.

#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "placement/key.h"

namespace isotherm::placement {

using VindexParams = std::map<std::string, std::string>;

/// The text of a file, for numeric_static_map's json_path.
using ReadFile = std::function<Placed<std::string>(const std::string& path)>;

/// Keyspace ids that share what is known of them: from `first` on, before `end`.
struct VindexRange {
  std::string first;
  std::string end;
  bool is_open = false;
};

class Vindex {
 public:
  virtual ~Vindex() = default;
  /// How many columns it takes.
  virtual std::size_t columns() const { return 1; }
  /// Appends the keyspace id of the columns' values. Refuses what Vitess maps to no shard.
  virtual Placed<void> map(Key columns, KeyBytes& out) const = 0;
  /// The keyspace ids of a range; nothing: anywhere.
  virtual Placed<std::optional<VindexRange>> map_range(const KeyRange& range) const;
  /// It can be a column's vindex in multicol.
  virtual bool is_hashing() const { return false; }
  /// Its ids are spread evenly whatever the keys are: a shard's part of the ids is its part of
  /// them.
  virtual bool spreads_evenly() const { return false; }

  /// The type and its parameters: two vindexes of one rule give a key one id.
  std::string rule;
};

/// Refuses types that are none, lookup vindexes, and parameters that Vitess refuses.
Placed<std::unique_ptr<Vindex>> make_vindex(const std::string& type, const VindexParams& params,
                                            const ReadFile& read_file = {});

/// A column's value as a number, as Vitess converts it: whole numbers and decimal texts.
/// `takes_negative`: two's complement; else refused.
Placed<std::uint64_t> vindex_number(const KeyPart& value, bool takes_negative);

/// A column's value as bytes: numbers as text, null as nothing.
Placed<std::string_view> vindex_bytes(const KeyPart& value, KeyBytes& space);

/// Ids that begin with `prefix`, as Vitess ranges them: from the prefix to the prefix plus one.
VindexRange prefix_range(std::string_view prefix);

}  // namespace isotherm::placement
