#pragma once

// When requests should start, fixed before the run: an open loop does not wait for the endpoint,
// and so a stall of the endpoint delays every arrival that falls into it, as it would delay users.

#include <cstdint>

#include "base/clock.h"
#include "load/random.h"

namespace isotherm::load {

enum class Spacing {
  even,   ///< the same gap between any two
  random  ///< independent arrivals (a Poisson process)
};

/// One lane's arrivals out of `lanes` that together make `rate` a second.
class Arrivals {
 public:
  Arrivals(TimePoint start, double rate, Spacing spacing, unsigned lane, unsigned lanes,
           std::uint64_t seed)
      : start_(start),
        gap_ns_(1e9 * lanes / rate),
        offset_ns_(1e9 * lane / rate),
        spacing_(spacing),
        random_(seed) {}

  TimePoint next() {
    if (spacing_ == Spacing::even) return at(offset_ns_ + gap_ns_ * static_cast<double>(count_++));
    elapsed_ns_ += random_.exponential(gap_ns_);
    return at(elapsed_ns_);
  }

 private:
  TimePoint at(double ns) const { return start_ + Duration(static_cast<std::int64_t>(ns)); }

  TimePoint start_;
  double gap_ns_;
  double offset_ns_;
  Spacing spacing_;
  Random random_;
  std::uint64_t count_ = 0;
  double elapsed_ns_ = 0;
};

}  // namespace isotherm::load
