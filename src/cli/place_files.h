#pragma once

// Files that placements are read from, as `isotherm place --file` takes them.
//
//   range      first-key TAB node        the first line's key is empty: from the lowest key on
//   directory  key TAB node              `*` as key: the node of all others
//   cassandra  token SPACE node          as `nodetool ring` and system.peers tell them
//   mongodb    {"shardKey": {"a": "hashed", "b": 1},
//               "chunks": [{"min": {…}, "max": {…}, "shard": "s1"}]}   in extended JSON
//
// Empty lines and lines that begin with `#` are passed over.

#include <memory>

#include "placement/placement.h"

namespace isotherm::cli {

using MadePlacement = placement::Placed<std::unique_ptr<placement::Placement>>;

MadePlacement read_ranges(std::string_view text, std::string_view separator);
MadePlacement read_directory(std::string_view text, std::string_view separator);
MadePlacement read_tokens(std::string_view text);
MadePlacement read_chunks(std::string_view text);

/// A key's parts as people type them: "N:5" is a number, "B:<base64>" bytes, else text; or every
/// part a text as it is. The parts point into the object.
class TypedKey {
 public:
  /// Refuses numbers and base64 that are none.
  static placement::Placed<TypedKey> parse(std::string_view text, std::string_view separator,
                                           bool is_typed = true);
  placement::Key key() const { return parts_; }

 private:
  placement::Placed<void> add(std::string_view text, bool is_typed);
  std::vector<std::unique_ptr<std::string>> store_;
  std::vector<placement::KeyPart> parts_;
};

}  // namespace isotherm::cli
