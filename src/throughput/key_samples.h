#pragma once

// Keys of a partition's recent traffic: a ring of samples, each standing for an equal share of the
// units (more, if one request took more), in the order of time. From them a split takes its point.

#include <cstdint>
#include <string>
#include <vector>

#include "base/clock.h"
#include "throughput/key_range.h"
#include "throughput/random.h"

namespace isotherm::throughput {

struct KeySample {
  TimePoint at;
  KeyPoint key;
  /// In seconds of a partition at its limit.
  double weight = 0;
};

class KeySamples {
 public:
  /// `capacity` samples are to last for `span` of a partition at its limit.
  KeySamples(int capacity, Duration span, std::uint64_t seed);

  /// Sampling costs memory only while a partition is warm: off forgets all.
  void set_on(bool on);

  /// `share`: the units as a share of the partition's limit per second.
  void add(KeyPosition key, double share, TimePoint now) {
    if (!on_) return;
    pending_ += share;
    if (pending_ >= next_) [[unlikely]]
      sample(key, now);
  }

  /// Samples since `after`, oldest first.
  std::vector<const KeySample*> since(TimePoint after) const;

 private:
  void sample(KeyPosition key, TimePoint now);

  std::size_t capacity_;
  double stride_;
  Random random_;
  bool on_ = false;
  double pending_ = 0;
  double next_ = 0;
  std::size_t oldest_ = 0;
  std::vector<KeySample> ring_;
};

}  // namespace isotherm::throughput
