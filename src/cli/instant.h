#pragma once

// Moments as people type and read them: RFC 3339, or milliseconds since 1970.

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"

namespace isotherm::cli {

/// Reads "2026-11-30T21:30:00.123Z", an offset like +09:00 in the place of Z, a date alone, or
/// milliseconds since 1970.
std::optional<UnixMillis> parse_instant(std::string_view text);

/// "2026-11-30T21:30:00.123Z"; of years beyond 9999 the milliseconds.
std::string instant_text(UnixMillis time);

}  // namespace isotherm::cli
