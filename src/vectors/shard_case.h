#pragma once

// One published question about a shard key: everything that another implementation must be told,
// and the answer, computed by the code that serves.

#include <cstdint>
#include <string>
#include <vector>

#include "sharding/any_strategy.h"
#include "sharding/shard_format.h"

namespace isotherm::vectors {

/// A value as it is published: the letter of its type and its text. 'S' is UTF-8, 'N' a number as
/// somebody typed it, 'B' bytes in hex, '-' absent.
struct CaseValue {
  char type = 'S';
  std::string text;
};

struct ShardCase {
  std::string id;
  CaseValue base;
  std::vector<CaseValue> inputs;
  sharding::AnyStrategy strategy = sharding::HashStrategy(16);
  sharding::FormatFields fields = {};
};

struct ShardAnswer {
  /// Of the strategy hash: what is hashed, and the hash.
  std::string source;
  std::uint64_t hash = 0;
  sharding::Shard shard = 0;
  /// The key's text; of a B its bytes in hex.
  std::string key;
};

/// The published questions, in order. A question once published stays.
std::vector<ShardCase> shard_cases();

AttributeValue value_of(const CaseValue& value);
ShardAnswer answer(const ShardCase& question);

/// Lower-case hex of bytes.
std::string hex_of(std::string_view bytes);

}  // namespace isotherm::vectors
