#pragma once

// A token bucket that fills when it is looked at.
//
// It may go below zero: what is admitted is taken whole, and the debt is paid back before anything
// else passes.

#include <algorithm>

#include "base/clock.h"

namespace isotherm::throughput {

class TokenBucket {
 public:
  TokenBucket() = default;
  TokenBucket(double rate, double depth, double tokens, TimePoint now)
      : rate_(rate), depth_(depth), tokens_(std::min(tokens, depth)), filled_(now) {}

  /// Adds what came in since the last time; time that goes back adds nothing.
  void fill(TimePoint now) {
    if (now <= filled_) return;
    tokens_ =
        std::min(depth_, tokens_ + rate_ * (static_cast<double>((now - filled_).count()) * 1e-9));
    filled_ = now;
  }

  /// Whether `units` pass: they, or the first `least` of them, are there.
  bool covers(double units, double least) const {
    return tokens_ + rounding >= std::min(units, least);
  }

  /// Takes units, below zero if need be; gives back negative ones, up to the depth.
  void take(double units) { tokens_ = std::min(depth_, tokens_ - units); }

  /// A new rate from now on; keeps what is in, up to the new depth.
  void change(double rate, double depth, TimePoint now) {
    fill(now);
    rate_ = rate;
    depth_ = depth;
    tokens_ = std::min(tokens_, depth_);
  }

  double rate() const { return rate_; }
  double depth() const { return depth_; }
  double tokens() const { return tokens_; }

 private:
  // A second's nanoseconds times a rate does not always sum up to the rate.
  static constexpr double rounding = 1e-6;

  double rate_ = 0;
  double depth_ = 0;
  double tokens_ = 0;
  TimePoint filled_;
};

}  // namespace isotherm::throughput
