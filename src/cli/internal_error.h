#pragma once

// The last line of defence: an exception that nobody expected ends the program with a message and
// exit code 1, never with SIGABRT. It is a fault of ours wherever it comes from.

#include <functional>

namespace isotherm::cli {

/// Runs the program's body and returns its exit code. From now on an exception that leaves a
/// thread ends the program in the same way.
int guarded(const std::function<int()>& body);

}  // namespace isotherm::cli
