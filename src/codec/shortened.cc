#include "codec/shortened.h"

namespace isotherm::codec {
namespace {

// Enough to tell what it is; an answer may have megabytes.
constexpr std::size_t shown_bytes_max = 1000;

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

}  // namespace

std::string shortened(std::string_view text) {
  if (text.size() <= shown_bytes_max) return std::string(text);
  std::size_t end = shown_bytes_max;
  while (end > 0 && continues_character(text[end])) --end;
  return std::string(text.substr(0, end)) + "...";
}

std::string printable(std::string_view bytes) {
  std::string text = shortened(bytes);
  for (char& c : text) {
    if (c < ' ' || c > '~') c = '?';
  }
  return text;
}

}  // namespace isotherm::codec
