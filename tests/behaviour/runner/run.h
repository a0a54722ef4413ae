#pragma once

// Runs one behaviour file against a target.

#include <optional>
#include <string>

#include "file.h"
#include "target.h"

namespace isotherm::behaviour {

/// Why a file failed, for a person: the place, the request, and the difference.
struct Failed {
  int line = 0;
  std::string what;
};

/// `run_name` makes the tables' names different from those of every other run and file.
/// Nothing: the file passed. The file's tables are deleted afterwards in any case.
std::optional<Failed> run_file(const BehaviourFile& file, Target& target,
                               const std::string& run_name);

}  // namespace isotherm::behaviour
