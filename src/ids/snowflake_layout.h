#pragma once

// How a Snowflake id is laid out: 63 bits at the most, so it is never negative.
//
//   id := time:time_bits datacentre:datacentre_bits worker:worker_bits sequence:sequence_bits
//
// from the highest bit down [twitter-archive/snowflake b3f6a3c6: 41, 5, 5, 12]. `time` counts
// milliseconds since the layout's epoch. The worker is the pair of datacentre and worker bits.
//
// A layout and its epoch are as good as a format: ids of two layouts in one table neither sort nor
// stay unique. There is no default epoch of "now".

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "model/error.h"

namespace isotherm::ids {

/// An id taken apart.
struct SnowflakeParts {
  UnixMillis time{0};
  std::uint32_t datacentre = 0;
  std::uint32_t worker = 0;
  std::uint32_t sequence = 0;

  friend bool operator==(const SnowflakeParts&, const SnowflakeParts&) = default;
};

/// Ids of a time range, both ends among them.
struct IdRange {
  std::uint64_t lowest = 0;
  std::uint64_t highest = 0;
};

/// The numbers of a layout.
struct SnowflakeFields {
  /// 2024-01-01T00:00:00Z; 41 bits reach to 2093.
  UnixMillis epoch{1'704'067'200'000};
  std::uint32_t time_bits = 41;
  std::uint32_t datacentre_bits = 5;
  std::uint32_t worker_bits = 5;
  std::uint32_t sequence_bits = 12;

  friend bool operator==(const SnowflakeFields&, const SnowflakeFields&) = default;
};

class SnowflakeLayout {
 public:
  /// Fails with what is wrong: more than 63 bits, no room for a sequence, less than a year of time.
  static Result<SnowflakeLayout> make(const SnowflakeFields& fields);
  /// "isotherm" (the default fields), "twitter", "discord", "javascript" (53 bits, which a double
  /// holds exactly: 41, 0, 5, 7); nothing when there is no such name.
  static std::optional<SnowflakeLayout> find(std::string_view name);

  const SnowflakeFields& fields() const { return fields_; }
  std::uint32_t node_bits() const { return fields_.datacentre_bits + fields_.worker_bits; }
  std::uint32_t time_shift() const { return node_bits() + fields_.sequence_bits; }
  std::uint32_t bits() const { return fields_.time_bits + time_shift(); }
  std::uint64_t sequence_max() const { return (std::uint64_t{1} << fields_.sequence_bits) - 1; }
  /// Milliseconds that the layout has: `time` is below it.
  std::int64_t ticks_end() const { return std::int64_t{1} << fields_.time_bits; }
  /// The last millisecond that an id can have.
  UnixMillis last_time() const { return fields_.epoch + UnixMillis(ticks_end() - 1); }
  /// How many workers there can be.
  std::uint32_t nodes() const { return 1U << node_bits(); }

  /// The node bits of a worker, or what is out of bounds.
  Result<std::uint32_t> node_of(std::uint32_t datacentre, std::uint32_t worker) const;

  /// Fails for an id that has bits beyond the layout's.
  Result<SnowflakeParts> parse(std::uint64_t id) const;
  /// Fails for what does not fit.
  Result<std::uint64_t> compose(const SnowflakeParts& parts) const;
  /// The ids with from <= time < to, whoever issued them. What lies outside of the layout's time is
  /// cut off; fails when nothing is left.
  Result<IdRange> range(UnixMillis from, UnixMillis to) const;

  /// "epoch 1704067200000 bits 41 5 5 12"
  std::string to_string() const;

  friend bool operator==(const SnowflakeLayout&, const SnowflakeLayout&) = default;

 private:
  explicit SnowflakeLayout(const SnowflakeFields& fields) : fields_(fields) {}

  SnowflakeFields fields_;
};

}  // namespace isotherm::ids
