#pragma once

// The program: finds the command, parses its options, runs it.

#include <span>
#include <string>

namespace isotherm::cli {

/// Runs what the arguments (without the program's name) say; returns the exit code.
int run(std::span<const std::string> arguments);

}  // namespace isotherm::cli
