#include "ids/spread_sequence.h"

#include <array>
#include <charconv>

#include "base/expects.h"
#include "base/murmur3.h"

namespace isotherm::ids {

std::uint64_t bit_reversed(std::uint64_t counter) {
  counter = (counter >> 1 & 0x5555555555555555U) | (counter & 0x5555555555555555U) << 1;
  counter = (counter >> 2 & 0x3333333333333333U) | (counter & 0x3333333333333333U) << 2;
  counter = (counter >> 4 & 0x0f0f0f0f0f0f0f0fU) | (counter & 0x0f0f0f0f0f0f0f0fU) << 4;
  return __builtin_bswap64(counter);
}

std::optional<std::uint64_t> bit_reversed_positive(std::uint64_t counter) {
  if (counter >> 63 != 0) return std::nullopt;
  return bit_reversed(counter) >> 1;
}

HashPrefix::HashPrefix(std::uint32_t digits) : digits_(digits) {
  expects(digits >= 1 && digits <= 8, "1 to 8 digits");
}

std::size_t HashPrefix::write_key(std::uint64_t counter, char* out) const {
  constexpr char hex[] = "0123456789abcdef";
  char* const number = out + digits_ + 1;
  const char* const end = std::to_chars(number, number + 20, counter).ptr;
  const std::uint32_t hash =
      murmur3_x86_32_inline(number, static_cast<std::size_t>(end - number), 0);
  for (std::uint32_t i = 0; i < digits_; ++i) out[i] = hex[hash >> (28 - 4 * i) & 15];
  out[digits_] = '-';
  return static_cast<std::size_t>(end - out);
}

std::string HashPrefix::key(std::uint64_t counter) const {
  std::array<char, key_bytes_max> text;
  return {text.data(), write_key(counter, text.data())};
}

std::optional<std::uint64_t> HashPrefix::parse(std::string_view key) const {
  if (key.size() < digits_ + 2) return std::nullopt;
  std::uint64_t counter = 0;
  const char* const end = key.data() + key.size();
  const auto [stop, error] = std::from_chars(key.data() + digits_ + 1, end, counter);
  if (error != std::errc() || stop != end) return std::nullopt;
  std::array<char, key_bytes_max> text;
  if (std::string_view(text.data(), write_key(counter, text.data())) != key) return std::nullopt;
  return counter;
}

}  // namespace isotherm::ids
