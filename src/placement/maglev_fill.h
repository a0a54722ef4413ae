#pragma once

// How the slots of a Maglev table are dealt [Eisenbud and others, NSDI 2016, section 3.4]: nodes
// claim in turns, each the first free slot of an order of its own.

#include <cstdint>
#include <span>
#include <vector>

namespace isotherm::placement {

/// The order in which a node wants slots: (offset + j * skip) mod slots.
struct SlotOrder {
  std::uint32_t offset;
  std::uint32_t skip;
  double weight = 1;
};

/// The table of the paper's algorithm: nodes claim in turns, in their order here. `slots` is a
/// prime, so that every order meets every slot.
std::vector<std::uint16_t> fill_maglev(std::span<const SlotOrder> orders, std::uint32_t slots);

}  // namespace isotherm::placement
