#pragma once

// Implementations that look like ours and are not: the hashes, remainders, encodings and spellings
// that people have when they believe that they compute the same key. Each is told by its answers.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "vectors/shard_case.h"

namespace isotherm::vectors {

/// In what a look-alike differs; the default values are the format's own.
struct Recipe {
  enum class Joining : std::uint8_t { escaped, unescaped, concatenated };
  enum class Numbers : std::uint8_t { canonical, as_typed };
  enum class Binaries : std::uint8_t { tagged_hex, raw };
  enum class Encoding : std::uint8_t { utf8, utf16le, utf16be, modified_utf8, low_bytes };
  enum class Hash : std::uint8_t { murmur3, spark, signed_tail, swapped, cassandra };
  enum class Remainder : std::uint8_t { floor, of_c, absolute, unsigned_ };
  enum class Writing : std::uint8_t { small_hex, twos_complement, capital_hex, decimal, padded };

  Joining joining = Joining::escaped;
  Numbers numbers = Numbers::canonical;
  Binaries binaries = Binaries::tagged_hex;
  Encoding encoding = Encoding::utf8;
  Hash hash = Hash::murmur3;
  std::uint32_t seed = 0;
  Remainder remainder = Remainder::floor;
  Writing writing = Writing::small_hex;
};

struct LookAlike {
  std::string_view name;
  /// "Spark's murmur3: …"
  std::string_view what;
  Recipe recipe;
};

std::span<const LookAlike> look_alikes();

/// The key by a recipe; nothing when the question is none that look-alikes are known for: those of
/// the strategy hash by murmur3 in the default format.
std::optional<std::string> answer(const ShardCase& question, const Recipe& recipe);

}  // namespace isotherm::vectors
