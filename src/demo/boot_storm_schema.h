#pragma once

#include <string_view>

namespace isotherm::demo {

/// The text of examples/boot-storm/isotherm.yaml, which the program carries with it.
std::string_view boot_storm_schema();

}  // namespace isotherm::demo
