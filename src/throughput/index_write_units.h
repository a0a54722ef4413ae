#pragma once

// What a change of an item costs in one index [facts sheet §3].

#include <cstddef>
#include <optional>

namespace isotherm::throughput {

/// Write units that one index is charged when its entry of an item changes.
///
///   none → none            0
///   none → entry           the new entry
///   entry → none           the old entry (which size prices a delete is not told; the old one is
///                          the natural reading)
///   key changed            old entry + new entry, each rounded
///   only other attributes  one charge, on the larger entry
///   unchanged              0
///
/// Sizes are bytes of the entries; absent: the item is not in the index.
double index_write_units(std::optional<std::size_t> old_bytes, std::optional<std::size_t> new_bytes,
                         bool key_changed, bool entry_changed);

}  // namespace isotherm::throughput
