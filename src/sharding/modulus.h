#pragma once

// Remainders by a number of shards without a division: a multiplication by its reciprocal
// [D. Lemire, O. Kaser, N. Kurz, "Faster remainder by direct computation", 2019; exact for 32
// bits].

#include <cstdint>

namespace isotherm::sharding {

class Modulus {
 public:
  explicit constexpr Modulus(std::uint32_t divisor)
      : divisor_(divisor),
        reciprocal_(~std::uint64_t{0} / divisor + 1),
        wrap_(static_cast<std::uint32_t>((std::uint64_t{1} << 32) % divisor)) {}

  constexpr std::uint32_t divisor() const { return divisor_; }

  /// The remainder of an unsigned number of 32 bits.
  constexpr std::uint32_t of(std::uint32_t value) const {
    const std::uint64_t fraction = reciprocal_ * value;
    return static_cast<std::uint32_t>(static_cast<unsigned __int128>(fraction) * divisor_ >> 64);
  }

  /// The remainder, never negative, of the signed reading of 32 bits: floorMod in Java, % in
  /// Python.
  constexpr std::uint32_t floor_of_signed(std::uint32_t bits) const {
    const std::uint32_t wrapped = bits >> 31 == 0 ? 0 : wrap_;
    const std::uint32_t remainder = of(bits) - wrapped;
    return remainder + (remainder >> 31 == 0 ? 0 : divisor_);
  }

  friend constexpr bool operator==(const Modulus&, const Modulus&) = default;

 private:
  std::uint32_t divisor_;
  std::uint64_t reciprocal_;
  /// 2^32 by the divisor: what a negative number is ahead of its unsigned reading.
  std::uint32_t wrap_;
};

}  // namespace isotherm::sharding
