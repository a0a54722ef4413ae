#pragma once

// Buckets as folders: `<root>/<bucket>/<key>`. No name leads out of the root: not by "..", not by a
// link.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/error.h"

namespace isotherm::exports {

/// One object of a bucket.
struct Object {
  std::string key;
  std::string path;
  std::uint64_t bytes = 0;
};

class Bucket {
 public:
  /// The folder of a bucket, which must be there. Nothing: there is no such bucket.
  static std::optional<Bucket> open(const std::string& root, std::string_view name);

  /// Where the object of a key is, or is to be. ValidationException when the key leads out.
  Result<std::string> path_of(std::string_view key) const;

  /// The objects whose keys begin with a prefix, by key; at most `count_max` and one.
  Result<std::vector<Object>> list(std::string_view prefix, std::size_t count_max) const;

 private:
  explicit Bucket(std::string folder) : folder_(std::move(folder)) {}

  /// Without links in it.
  std::string folder_;
};

/// `<prefix>/<rest>`; without a prefix, `rest`.
std::string key_below(std::string_view prefix, std::string_view rest);

}  // namespace isotherm::exports
