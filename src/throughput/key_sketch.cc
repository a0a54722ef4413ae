#include "throughput/key_sketch.h"

#include <algorithm>
#include <numeric>

#include "base/hash.h"

namespace isotherm::throughput {

KeySketch::Names KeySketch::names_of(const KeyName& name) const {
  return {name.partition(), level_ == KeyLevel::item ? name.sort() : std::nullopt};
}

void KeySketch::add(std::uint64_t hash, double units, const KeyName& name) {
  total_ += units;
  const auto known = std::find(hashes_.begin(), hashes_.end(), hash);
  auto i = static_cast<std::size_t>(known - hashes_.begin());
  if (known != hashes_.end()) {
    units_[i] += units;
    if (names_[i].partition.empty()) names_[i] = names_of(name);
    return;
  }
  if (hashes_.size() < capacity) {
    hashes_.push_back(hash);
    units_.push_back(units);
    errors_.push_back(0);
    names_.push_back(names_of(name));
    return;
  }
  i = static_cast<std::size_t>(std::min_element(units_.begin(), units_.end()) - units_.begin());
  hashes_[i] = hash;
  errors_[i] = units_[i];
  units_[i] += units;
  names_[i] = names_of(name);
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
    keys.push_back({.hash = hashes_[i],
                    .key_text = names_[i].partition,
                    .sort_text = names_[i].sort,
                    .units = units_[i],
                    .error = errors_[i],
                    .share = total_ > 0 ? units_[i] / total_ : 0});
  return keys;
}

void KeyGauge::sample(std::uint64_t hash, const KeyName& name) {
  if (level_ == KeyLevel::item) {
    // What names no item (a page of a Query) is no traffic of one.
    const auto sort = name.sort();
    if (sort) sketch_.add(xxh64(*sort, hash), pending_, name);
  } else {
    sketch_.add(hash, pending_, name);
  }
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
