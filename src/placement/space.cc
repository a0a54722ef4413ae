#include "placement/space.h"

#include <cmath>

namespace isotherm::placement {

double share_before(const Space& space, const Position& position) {
  if (space.kind == Space::Kind::numbers)
    return static_cast<double>(position.number) / (static_cast<double>(space.last) + 1);
  std::uint64_t first_eight = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    const auto byte =
        i < position.bytes.size() ? static_cast<unsigned char>(position.bytes[i]) : 0U;
    first_eight = first_eight << 8 | byte;
  }
  return std::ldexp(static_cast<double>(first_eight), -64);
}

}  // namespace isotherm::placement
