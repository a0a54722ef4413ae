#pragma once

// Random numbers that are the same on every machine for one seed: the load's choices are part of
// what a run is, and a run must be repeatable. (The standard's engines are exact; its
// distributions are not.)

#include <cmath>
#include <cstdint>
#include <random>

namespace isotherm::load {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  std::uint64_t bits() { return engine_(); }

  /// Evenly from [0, bound); 0 for a bound of 0.
  std::uint64_t below(std::uint64_t bound) {
    return static_cast<std::uint64_t>((static_cast<Wide>(engine_()) * bound) >> 64);
  }

  /// Evenly from [0, 1).
  double unit() { return static_cast<double>(engine_() >> 11) * 0x1.0p-53; }

  /// Exponentially with that mean: the gap between two arrivals that know nothing of each other.
  double exponential(double mean) { return -mean * std::log1p(-unit()); }

 private:
  __extension__ using Wide = unsigned __int128;
  std::mt19937_64 engine_;
};

}  // namespace isotherm::load
