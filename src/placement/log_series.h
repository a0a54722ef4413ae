#pragma once

// -ln(1 - t), the same on every machine: sums, products and quotients of doubles in a written
// order, each rounded on its own. (placement is compiled with -ffp-contract=off, so that no machine
// fuses a product and a sum into one rounding.)

#include <bit>
#include <cstdint>

namespace isotherm::placement {

/// For 0 < t < 1, where t is a multiple of 2^-33. Off by at most some units in the last place.
inline double minus_log(double t) {
  // u = 1 - t = m * 2^e with m between sqrt(1/2) and sqrt(2): exact.
  const double u = 1.0 - t;
  int e = 0;
  double m = u;
  const auto bits = std::bit_cast<std::uint64_t>(u);
  constexpr std::uint64_t fraction = (std::uint64_t{1} << 52) - 1;
  if (u < 0.70710678118654752) {
    e = static_cast<int>(bits >> 52) - 1022;
    m = std::bit_cast<double>((bits & fraction) | std::uint64_t{0x3FE} << 52);
    if (m < 0.70710678118654752) {
      m = m * 2.0;
      e = e - 1;
    }
  }
  // ln m = 2 (s + s^3/3 + s^5/5 + …),  s = (m - 1) / (m + 1),  |s| < 0.172
  const double s = (m - 1.0) / (m + 1.0);
  const double q = s * s;
  double sum = 1.0 / 21.0;
  sum = sum * q + 1.0 / 19.0;
  sum = sum * q + 1.0 / 17.0;
  sum = sum * q + 1.0 / 15.0;
  sum = sum * q + 1.0 / 13.0;
  sum = sum * q + 1.0 / 11.0;
  sum = sum * q + 1.0 / 9.0;
  sum = sum * q + 1.0 / 7.0;
  sum = sum * q + 1.0 / 5.0;
  sum = sum * q + 1.0 / 3.0;
  sum = sum * q + 1.0;
  const double log_m = (s * 2.0) * sum;
  return -(static_cast<double>(e) * 0.69314718055994531 + log_m);
}

}  // namespace isotherm::placement
