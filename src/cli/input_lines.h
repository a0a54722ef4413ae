#pragma once

// Lines of stdin, read in blocks.

#include <functional>
#include <string_view>

namespace isotherm::cli {

/// Calls `each` with every line, without its "\n" or "\r\n", until it returns false. The last line
/// may lack its end. False: reading failed.
bool for_each_input_line(const std::function<bool(std::string_view)>& each);

}  // namespace isotherm::cli
