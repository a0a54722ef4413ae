#pragma once

// UUID version 7 [RFC 9562, section 5.7], monotonic [section 6.2, method 1]:
//
//   uuid := unix-ms:48 version(7):4 counter:12 variant(2):2 counter:4 random:58
//
// The counter has 16 bits: the 12 of rand_a and the 4 highest of rand_b. A new millisecond begins
// it at a random number below 2^15, so at least 32,768 follow; one that overflows carries into the
// time, which the RFC allows. So does a clock that goes back: the last time is kept. A generator
// that is ahead of its clock by more than its limit refuses.
//
// Time and randomness are handed in. Randomness for ids that must not be guessed comes from the
// system's generator, not from a seeded one.

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "model/error.h"

namespace isotherm::ids {

using UuidBytes = std::array<std::uint8_t, 16>;

/// "017f22e2-79b0-7cc3-98c4-dc0c0c07398f" into 36 bytes.
void write_uuid(const UuidBytes& uuid, char* out);
std::string to_string(const UuidBytes& uuid);
/// Reads the form above, in either case; nothing when it is another. Of any version.
std::optional<UuidBytes> read_uuid(std::string_view text);

/// The fields of a version 7.
struct Uuid7Parts {
  UnixMillis time{0};
  std::uint16_t rand_a = 0;
  std::uint64_t rand_b = 0;
};

/// Fails for another version or variant.
Result<Uuid7Parts> parse_uuid7(const UuidBytes& uuid);

struct UuidRange {
  UuidBytes lowest;
  UuidBytes highest;
};
/// The version 7 ids with from <= time < to; fails when there are none.
Result<UuidRange> uuid7_range(UnixMillis from, UnixMillis to);

/// For any number of threads, without a lock.
class Uuid7 {
 public:
  static constexpr UnixMillis ahead_default{10'000};

  explicit Uuid7(UnixMillis ahead_max = ahead_default) : ahead_max_(ahead_max) {}

  /// The next id, greater than every one before; nothing when the last is ahead of `now` by more
  /// than the limit, or `now` is no time of 48 bits. `high` and `low` are 64 random bits each.
  std::optional<UuidBytes> issue(UnixMillis now, std::uint64_t high, std::uint64_t low);

 private:
  UnixMillis ahead_max_;
  /// unix-ms:48 counter:16 of the last id.
  std::atomic<std::uint64_t> state_{0};
};

}  // namespace isotherm::ids
