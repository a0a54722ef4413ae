#include "throughput/split_point.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace isotherm::throughput {

namespace {

using Samples = std::vector<const KeySample*>;

// Whether keys ascend (or descend) over time: at distance 1, for traffic that goes round; or at a
// quarter of the samples, which forgives the disorder of concurrent writers (and one more, so that
// two collections in turn do not look like one).
bool is_monotonic(const Samples& samples, double share) {
  const auto at_distance = [&](std::size_t distance) {
    if (samples.size() <= distance) return false;
    std::size_t up = 0;
    std::size_t down = 0;
    const std::size_t steps = samples.size() - distance;
    for (std::size_t i = 0; i < steps; ++i) {
      const auto order = samples[i]->key <=> samples[i + distance]->key;
      up += order < 0 ? 1 : 0;
      down += order > 0 ? 1 : 0;
    }
    // Mostly equal keys are no movement.
    if (up + down < steps / 2) return false;
    return static_cast<double>(std::max(up, down)) >= share * static_cast<double>(up + down);
  };
  constexpr std::size_t few = 8;
  const std::size_t far = samples.size() / 4;
  return samples.size() >= few && (at_distance(1) || (at_distance(far) && at_distance(far + 1)));
}

// A border before `point`, and the share of traffic on its left.
struct Border {
  KeyPoint point;
  bool is_inside_collection = false;
  double left = 0;

  double smaller_side() const { return std::min(left, 1 - left); }
};

std::vector<Border> borders_between(const Samples& by_key) {
  double total = 0;
  for (const auto* sample : by_key) total += sample->weight;
  std::vector<Border> borders;
  double left = 0;
  for (std::size_t i = 1; i < by_key.size(); ++i) {
    left += by_key[i - 1]->weight;
    const KeyPoint& before = by_key[i - 1]->key;
    const KeyPoint& after = by_key[i]->key;
    if (before == after) continue;
    const bool inside = before.hash == after.hash;
    borders.push_back({inside ? after : KeyPoint(after.hash), inside, left / total});
  }
  return borders;
}

// Answers whether a collection's traffic is monotonic, and remembers.
class MonotonicCollections {
 public:
  MonotonicCollections(const Samples& by_time, double share) : by_time_(by_time), share_(share) {}

  bool has(std::uint64_t hash) {
    const auto known = answers_.find(hash);
    if (known != answers_.end()) return known->second;
    Samples own;
    for (const auto* sample : by_time_)
      if (sample->key.hash == hash) own.push_back(sample);
    return answers_[hash] = is_monotonic(own, share_);
  }

 private:
  const Samples& by_time_;
  double share_;
  std::map<std::uint64_t, bool> answers_;
};

std::optional<Refusal> objection(const Border& border, const SplitRules& rules,
                                 MonotonicCollections& monotonic) {
  if (!border.is_inside_collection) return std::nullopt;
  if (!rules.has_sort_key) return Refusal::single_partition_key;
  if (rules.keeps_collections_whole) return Refusal::local_index;
  if (monotonic.has(border.point.hash)) return Refusal::monotonic_sort_key;
  return std::nullopt;
}

}  // namespace

std::variant<KeyPoint, Refusal> choose_split_point(const Samples& samples, const SplitRules& rules,
                                                   const Settings& settings) {
  if (samples.size() < static_cast<std::size_t>(std::max(settings.samples_min, 2)))
    return Refusal::too_few_samples;

  Samples by_key = samples;
  std::sort(by_key.begin(), by_key.end(),
            [](const KeySample* a, const KeySample* b) { return a->key < b->key; });
  const bool one_collection = by_key.front()->key.hash == by_key.back()->key.hash;
  if (!one_collection && is_monotonic(samples, settings.monotonic_share))
    return Refusal::sequential_access;

  // Best balanced first; the first without an objection is taken.
  std::vector<Border> borders = borders_between(by_key);
  std::sort(borders.begin(), borders.end(), [](const Border& a, const Border& b) {
    if (a.smaller_side() != b.smaller_side()) return a.smaller_side() > b.smaller_side();
    return a.point < b.point;
  });
  MonotonicCollections monotonic(samples, settings.monotonic_share);
  std::optional<Refusal> first_objection;
  for (const Border& border : borders) {
    if (border.smaller_side() < settings.split_side_share_min) break;
    const auto against = objection(border, rules, monotonic);
    if (!against) return border.point;
    if (!first_objection) first_objection = against;
  }
  if (first_objection) return *first_objection;
  return rules.kind == ResourceKind::index && !rules.has_sort_key ? Refusal::single_partition_key
                                                                  : Refusal::single_item;
}

}  // namespace isotherm::throughput
