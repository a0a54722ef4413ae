#pragma once

// Where to split a hot partition, or why not.
//
// The point is the weighted median of the recent traffic, never the middle of the range [ATC22
// §4.4]: of all borders between two sampled keys the one that halves the traffic best. A border
// between two collections is always allowed; one inside a collection is not when a local index
// keeps it whole, when there is no sort key, or when the collection's traffic is monotonic. Nothing
// is split when the whole range is walked in order, or when no allowed border leaves a fair share
// of the traffic on each side.

#include <variant>
#include <vector>

#include "throughput/key_samples.h"
#include "throughput/reason.h"
#include "throughput/settings.h"
#include "throughput/statistics.h"

namespace isotherm::throughput {

/// What a split has to respect.
struct SplitRules {
  ResourceKind kind = ResourceKind::table;
  bool has_sort_key = false;
  bool keeps_collections_whole = false;
};

/// The first key of the right half, or the reason against a split. `samples` are in the order of
/// time.
std::variant<KeyPoint, Refusal> choose_split_point(const std::vector<const KeySample*>& samples,
                                                   const SplitRules& rules,
                                                   const Settings& settings);

}  // namespace isotherm::throughput
