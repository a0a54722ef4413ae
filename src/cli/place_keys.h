#pragma once

// Keys for `isotherm place …`: from the command line, a file or stdin, one a line, many at a time.

#include <functional>
#include <span>

#include "cli/place_files.h"

namespace isotherm::cli {

/// How keys are written.
enum class KeyWriting {
  text,   // every byte of the line is the key
  typed,  // N:5 is a number, B:… is base64, others are text
};

/// Called with some lines at a time; a refusal ends the reading.
using LineSink = std::function<placement::Placed<void>(std::span<const std::string_view>)>;

/// Reads lines of a file ("-": stdin) and hands them on, 4,096 at a time. Refused when the file
/// cannot be read, or a line is longer than a mebibyte.
placement::Placed<void> each_lines(const std::string& path, const LineSink& sink);

/// The owners of keys as they are written. The fast way for texts of one part.
placement::Placed<void> find_owners(const placement::Placement& placement, KeyWriting writing,
                                    std::string_view separator,
                                    std::span<const std::string_view> keys,
                                    std::span<placement::NodeIndex> out);

}  // namespace isotherm::cli
