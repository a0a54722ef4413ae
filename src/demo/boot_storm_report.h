#pragma once

// The demo's figures, while it runs and at its end, for people and for machines.

#include <string>

#include "demo/boot_storm.h"

namespace isotherm::demo {

/// One line about a second: `before   4 s  big 1,003/s stored, 3,997/s rejected  …`.
std::string tick_line(const Tick& tick);

/// The same as a small picture of several lines, drawn anew each second.
std::string tick_picture(const Tick& tick, const BootRates& rates, bool ascii);

/// The table of before and after.
std::string comparison_text(const BootStormResult& result);

/// What was claimed, line by line; `mark` decorates "ok" or "NOT SO".
std::string claims_text(const BootStormResult& result);

/// What the figures do not tell, and what to type next.
std::string next_steps_text(const BootStormResult& result);

/// All of it as one JSON object.
std::string json_text(const BootStormResult& result, std::string_view schema);

}  // namespace isotherm::demo
