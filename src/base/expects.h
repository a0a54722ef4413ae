#pragma once

// Checks of what cannot happen. Always on: a broken invariant stops the program rather than
// spoiling data.

#include <source_location>

namespace isotherm {

/// Prints `what` with its place to stderr and aborts.
[[noreturn]] void broken_invariant(const char* what, std::source_location where);

/// Stops the program unless `holds`.
inline void expects(bool holds, const char* what,
                    std::source_location where = std::source_location::current()) {
  if (!holds) [[unlikely]]
    broken_invariant(what, where);
}

}  // namespace isotherm
