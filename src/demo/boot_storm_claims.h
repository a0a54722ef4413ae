#pragma once

// What the demo claims, held against its figures. One that does not hold makes the demo fail.

#include "demo/boot_storm.h"

namespace isotherm::demo {

std::vector<Claim> claims_of(const BootStormResult& result);

}  // namespace isotherm::demo
