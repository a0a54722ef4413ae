#pragma once

// Whether an index holds what its rule would write. The store knows nothing of `shards` and
// `inputs`: a schema that says others than those that the entries were written with would find some
// of them and miss the rest, silently. So a sample of the entries is held against the rule before
// an index is used.
//
// The sample is spread over the whole index, so that it has entries of many shard keys even when
// one of them has most of the entries.

#include "gateway/layout.h"
#include "store/store.h"

namespace isotherm::gateway {

/// The entries of a sample at the most: a few of each part of the index.
inline constexpr std::int64_t sample_segments = 32;
inline constexpr std::int64_t sample_segment_entries = 6;

/// Looks at a sample of the index's entries. Nothing: each has the shard key that the rule gives.
/// `index` is live, and fits otherwise.
Task<Result<std::optional<schema::Problem>>> find_foreign_keys(Store& below, const Layout& layout,
                                                               const ShardedIndex& index);

}  // namespace isotherm::gateway
