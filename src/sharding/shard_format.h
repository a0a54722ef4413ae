#pragma once

// How a shard is written behind the base. Version 1, of which the default fields are the frozen
// default format:
//
//   shard-key := base separator suffix
//   suffix    := (first + shard) in hex (small letters) or decimal, with zeros in front up to
//                `padding` digits; padding 0: as many digits as it needs
//
// A key is read from its end: the digits, then the separator. The separator ends in no digit (and
// in no letter of a hex digit), so where the digits begin is never in doubt, whatever the base
// holds; and only the one spelling of a number is read, so two different keys never mean the same
// shard.

#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/limits.h"
#include "sharding/short_text.h"
#include "sharding/strategy.h"

namespace isotherm::sharding {

enum class Digits : std::uint8_t { hex, decimal };

/// The fields of a format beside its number of shards.
struct FormatFields {
  /// 1 to 8 bytes of UTF-8.
  std::string separator = "-";
  Digits digits = Digits::hex;
  /// Digits at the least; 0 to 8. All suffixes have as many then.
  std::uint32_t padding = 0;
  /// The number of shard 0: 0 to 1,000,000.
  std::uint32_t first = 0;

  friend bool operator==(const FormatFields&, const FormatFields&) = default;
};

/// A shard key taken apart.
struct ParsedShardKey {
  /// Text (or bytes) of the base. Points into the key.
  std::string_view base;
  Shard shard = 0;
};

class ShardFormat {
 public:
  /// The default fields. `shards` is 1 … shards_max.
  explicit ShardFormat(Shard shards);
  /// Fails with what is wrong: a separator that would be ambiguous, a padding that is too narrow.
  static Result<ShardFormat> make(FormatFields fields, Shard shards);

  const FormatFields& fields() const { return fields_; }
  Shard shards() const { return static_cast<Shard>(endings_->size()); }

  /// Separator and suffix are at most so long.
  static constexpr std::size_t ending_bytes_max = 16;
  /// Room that write_key needs.
  static constexpr std::size_t room_for(std::size_t base_bytes) {
    return base_bytes + ending_bytes_max;
  }

  /// The digits of a shard below shards(), and the same with the separator.
  std::string_view suffix(Shard shard) const {
    return ending(shard).substr(fields_.separator.size());
  }
  std::string_view ending(Shard shard) const {
    const Ending& found = (*endings_)[shard];
    return {found.text.data(), found.bytes};
  }

  /// Writes the key of a shard below shards() into `out`, which has room_for(base.size()) bytes.
  /// Returns its length, or 0 when it would be longer than a partition key may be.
  std::size_t write_key(std::string_view base, Shard shard, char* out) const {
    const Ending& found = (*endings_)[shard];
    const std::size_t bytes = base.size() + found.bytes;
    if (bytes > limits::partition_key_bytes_max) [[unlikely]]
      return 0;
    copy(base, out);
    std::memcpy(out + base.size(), found.text.data(), ending_bytes_max);
    return bytes;
  }

  /// Writes every key of a base, that of shard i at out + i * stride; `stride` is at least
  /// room_for(base.size()). Key i has base.size() + ending(i).size() bytes. False, and nothing is
  /// written, when the longest would be too long.
  bool write_all_keys(std::string_view base, char* out, std::size_t stride) const;

  /// Takes a key apart; nothing when it is no key of this format: no separator, no digits, another
  /// spelling, a shard that is not there.
  std::optional<ParsedShardKey> parse(std::string_view key) const;

 private:
  struct Ending {
    std::array<char, ending_bytes_max> text{};
    std::uint32_t bytes = 0;
  };

  ShardFormat(FormatFields fields, Shard shards);
  static void copy(std::string_view base, char* out);
  bool is_digit(char c) const;

  FormatFields fields_;
  std::shared_ptr<const std::vector<Ending>> endings_;
};

/// Short texts without a call; bytes may overlap, but none is read or written beyond the text.
inline void ShardFormat::copy(std::string_view base, char* out) {
  const char* from = base.data();
  const std::size_t bytes = base.size();
  if (is_short_text(bytes)) return copy_short_text(base, out);
  if (bytes > short_text_max) {
    std::memcpy(out, from, bytes);
  } else {
    for (std::size_t i = 0; i < bytes; ++i) out[i] = from[i];
  }
}

}  // namespace isotherm::sharding
