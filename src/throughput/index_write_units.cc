#include "throughput/index_write_units.h"

#include <algorithm>

#include "model/table.h"

namespace isotherm::throughput {

double index_write_units(std::optional<std::size_t> old_bytes, std::optional<std::size_t> new_bytes,
                         bool key_changed, bool entry_changed) {
  if (!old_bytes && !new_bytes) return 0;
  if (!old_bytes) return write_units(*new_bytes);
  if (!new_bytes) return write_units(*old_bytes);
  if (key_changed) return write_units(*old_bytes) + write_units(*new_bytes);
  return entry_changed ? write_units(std::max(*old_bytes, *new_bytes)) : 0;
}

}  // namespace isotherm::throughput
