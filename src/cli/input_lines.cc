#include "cli/input_lines.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>

namespace isotherm::cli {
namespace {

std::string_view without_return(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace

bool for_each_input_line(const std::function<bool(std::string_view)>& each) {
  std::array<char, 1 << 16> block;
  std::string carried;
  for (;;) {
    const ssize_t got = ::read(STDIN_FILENO, block.data(), block.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return false;
    if (got == 0) break;
    std::string_view rest(block.data(), static_cast<std::size_t>(got));
    for (;;) {
      const auto end = rest.find('\n');
      if (end == std::string_view::npos) break;
      std::string_view line = rest.substr(0, end);
      rest.remove_prefix(end + 1);
      if (!carried.empty()) line = carried.append(line);
      if (!each(without_return(line))) return true;
      carried.clear();
    }
    carried.append(rest);
  }
  if (!carried.empty()) each(without_return(carried));
  return true;
}

}  // namespace isotherm::cli
