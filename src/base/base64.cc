#include "base/base64.h"

#include <array>
#include <cstdint>

namespace isotherm {
namespace {

constexpr std::string_view alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t no_digit = 0xFF;
constexpr std::uint8_t pad = 0xFE;

constexpr std::array<std::uint8_t, 256> digits = [] {
  std::array<std::uint8_t, 256> table{};
  table.fill(no_digit);
  for (std::size_t i = 0; i < alphabet.size(); ++i) {
    table[static_cast<unsigned char>(alphabet[i])] = static_cast<std::uint8_t>(i);
  }
  table['='] = pad;
  return table;
}();

std::uint8_t digit(char c) { return digits[static_cast<unsigned char>(c)]; }

}  // namespace

Base64Fault decode_base64(std::string_view text, std::string& out) {
  out.clear();
  if (text.size() % 4 != 0) return Base64Fault::length;
  out.reserve(text.size() / 4 * 3);
  for (std::size_t at = 0; at < text.size(); at += 4) {
    const std::uint8_t d[4] = {digit(text[at]), digit(text[at + 1]), digit(text[at + 2]),
                               digit(text[at + 3])};
    if (d[0] < 64 && d[1] < 64 && d[2] < 64 && d[3] < 64) [[likely]] {
      out += static_cast<char>(d[0] << 2 | d[1] >> 4);
      out += static_cast<char>(d[1] << 4 | d[2] >> 2);
      out += static_cast<char>(d[2] << 6 | d[3]);
      continue;
    }
    for (const std::uint8_t value : d) {
      if (value == no_digit) return Base64Fault::character;
    }
    const bool last = at + 4 == text.size();
    if (!last || d[0] == pad || d[1] == pad || d[3] != pad) return Base64Fault::padding;
    out += static_cast<char>(d[0] << 2 | d[1] >> 4);
    if (d[2] == pad) return (d[1] & 0x0F) != 0 ? Base64Fault::padding : Base64Fault::none;
    out += static_cast<char>(d[1] << 4 | d[2] >> 2);
    if ((d[2] & 0x03) != 0) return Base64Fault::padding;
  }
  return Base64Fault::none;
}

void append_base64(std::string_view bytes, std::string& out) {
  const auto byte = [&](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i]));
  };
  std::size_t at = 0;
  for (; at + 3 <= bytes.size(); at += 3) {
    const std::uint32_t group = byte(at) << 16 | byte(at + 1) << 8 | byte(at + 2);
    const char text[4] = {alphabet[group >> 18], alphabet[group >> 12 & 63],
                          alphabet[group >> 6 & 63], alphabet[group & 63]};
    out.append(text, 4);
  }
  const std::size_t left = bytes.size() - at;
  if (left == 0) return;
  const std::uint32_t group = byte(at) << 16 | (left == 2 ? byte(at + 1) << 8 : 0);
  const char text[4] = {alphabet[group >> 18], alphabet[group >> 12 & 63],
                        left == 2 ? alphabet[group >> 6 & 63] : '=', '='};
  out.append(text, 4);
}

}  // namespace isotherm
