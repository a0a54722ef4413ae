#pragma once

// The primary weights of a text in the root collation, as Vitess's unicode_loose vindexes hash
// them: two texts that differ only in case, accents or width have the same.
//
//   weights := of the text without spaces at its end, each weight that is not zero
//   weight  := up to 0x7FFF two bytes, else three with the highest bit set, big-endian

#include "placement/key.h"

namespace isotherm::placement {

/// Refuses what is no UTF-8.
Placed<void> append_collation_weights(std::string_view text, KeyBytes& out);

}  // namespace isotherm::placement
