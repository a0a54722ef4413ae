#include "throughput/key_sketch.h"

#include <algorithm>
#include <numeric>

namespace isotherm::throughput {

void KeySketch::add(std::uint64_t hash, double units, std::string_view key_text) {
  total_ += units;
  const auto known = std::find(hashes_.begin(), hashes_.end(), hash);
  auto i = static_cast<std::size_t>(known - hashes_.begin());
  if (known != hashes_.end()) {
    units_[i] += units;
    if (texts_[i].empty()) texts_[i] = key_text;
    return;
  }
  if (hashes_.size() < capacity) {
    hashes_.push_back(hash);
    units_.push_back(units);
    errors_.push_back(0);
    texts_.emplace_back(key_text);
    return;
  }
  i = static_cast<std::size_t>(std::min_element(units_.begin(), units_.end()) - units_.begin());
  hashes_[i] = hash;
  errors_[i] = units_[i];
  units_[i] += units;
  texts_[i].assign(key_text);
}

void KeySketch::halve() {
  total_ /= 2;
  for (auto& units : units_) units /= 2;
  for (auto& error : errors_) error /= 2;
}

std::vector<KeyHeat> KeySketch::top(std::size_t limit) const {
  std::vector<std::size_t> order(hashes_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
    return units_[a] != units_[b] ? units_[a] > units_[b] : a < b;
  });
  order.resize(std::min(limit, order.size()));
  std::vector<KeyHeat> keys;
  keys.reserve(order.size());
  for (std::size_t i : order)
    keys.push_back(
        {hashes_[i], texts_[i], units_[i], errors_[i], total_ > 0 ? units_[i] / total_ : 0});
  return keys;
}

void KeyGauge::sample(std::uint64_t hash, std::string_view key_text) {
  sketch_.add(hash, pending_, key_text);
  pending_ = 0;
  // A random step, so that traffic with a period is seen as it is.
  next_ = stride_ * (0.5 + random_.uniform());
}

void KeyGauge::end_seconds(double units_last_second, std::int64_t seconds) {
  // Below one unit a charge each is looked at: exact when there is little to see.
  stride_ = units_last_second / samples_per_second;
  if (stride_ < 1) stride_ = next_ = 0;
  seconds_ += seconds;
  for (; seconds_ >= half_life_seconds; seconds_ -= half_life_seconds) sketch_.halve();
}

}  // namespace isotherm::throughput
