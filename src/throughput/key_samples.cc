#include "throughput/key_samples.h"

#include <algorithm>

namespace isotherm::throughput {

KeySamples::KeySamples(int capacity, Duration span, std::uint64_t seed)
    : capacity_(static_cast<std::size_t>(std::max(capacity, 1))),
      stride_(std::chrono::duration<double>(span).count() / static_cast<double>(capacity_)),
      random_(seed) {}

void KeySamples::set_on(bool on) {
  if (on_ && !on) {
    ring_ = {};
    oldest_ = 0;
    pending_ = 0;
  }
  on_ = on;
}

void KeySamples::sample(KeyPosition key, TimePoint now) {
  if (ring_.size() < capacity_) {
    ring_.push_back({now, KeyPoint(key), pending_});
  } else {
    KeySample& oldest = ring_[oldest_];
    oldest.at = now;
    oldest.key.hash = key.hash;
    oldest.key.sort.assign(key.sort);
    oldest.weight = pending_;
    oldest_ = (oldest_ + 1) % capacity_;
  }
  pending_ = 0;
  // A random step, so that traffic with a period is seen as it is.
  next_ = stride_ * (0.5 + random_.uniform());
}

std::vector<const KeySample*> KeySamples::since(TimePoint after) const {
  std::vector<const KeySample*> samples;
  for (std::size_t i = 0; i < ring_.size(); ++i) {
    const KeySample& sample = ring_[(oldest_ + i) % ring_.size()];
    if (sample.at >= after) samples.push_back(&sample);
  }
  return samples;
}

}  // namespace isotherm::throughput
