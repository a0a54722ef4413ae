#include "cli/utf8.h"

#include <array>

namespace isotherm::cli {
namespace {

struct Form {
  // The first byte is from `first` to `last`, the second from `second_min` to `second_max`, all
  // others are from 80 to BF. [Unicode 15, table 3-7]
  unsigned char first, last, second_min, second_max;
  std::size_t bytes;
};
constexpr std::array forms{
    Form{0x00, 0x7F, 0x00, 0x00, 1}, Form{0xC2, 0xDF, 0x80, 0xBF, 2},
    Form{0xE0, 0xE0, 0xA0, 0xBF, 3}, Form{0xE1, 0xEC, 0x80, 0xBF, 3},
    Form{0xED, 0xED, 0x80, 0x9F, 3}, Form{0xEE, 0xEF, 0x80, 0xBF, 3},
    Form{0xF0, 0xF0, 0x90, 0xBF, 4}, Form{0xF1, 0xF3, 0x80, 0xBF, 4},
    Form{0xF4, 0xF4, 0x80, 0x8F, 4},
};

bool is_between(char byte, unsigned char min, unsigned char max) {
  const auto value = static_cast<unsigned char>(byte);
  return value >= min && value <= max;
}

// Bytes of the character that `bytes` begins with; 0: it begins with none.
std::size_t character_bytes(std::string_view bytes) {
  for (const auto& form : forms) {
    if (!is_between(bytes[0], form.first, form.last)) continue;
    if (bytes.size() < form.bytes) return 0;
    for (std::size_t i = 1; i < form.bytes; ++i)
      if (!is_between(bytes[i], i == 1 ? form.second_min : 0x80, i == 1 ? form.second_max : 0xBF))
        return 0;
    return form.bytes;
  }
  return 0;
}

}  // namespace

bool is_utf8(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto size = character_bytes(bytes);
    if (size == 0) return false;
    bytes.remove_prefix(size);
  }
  return true;
}

}  // namespace isotherm::cli
