#include "ids/uuid7.h"

#include <algorithm>

namespace isotherm::ids {
namespace {

constexpr std::int64_t time_end = std::int64_t{1} << 48;

UuidBytes bytes_of(std::uint64_t high, std::uint64_t low) {
  UuidBytes uuid;
  for (std::size_t i = 0; i < 8; ++i) {
    uuid[i] = static_cast<std::uint8_t>(high >> (56 - 8 * i));
    uuid[8 + i] = static_cast<std::uint8_t>(low >> (56 - 8 * i));
  }
  return uuid;
}

std::uint64_t word_at(const UuidBytes& uuid, std::size_t at) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < 8; ++i) word = word << 8 | uuid[at + i];
  return word;
}

bool is_hyphen_place(std::size_t i) { return i == 8 || i == 13 || i == 18 || i == 23; }

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// The version 7 of a time and its 74 other bits: 12 and 62.
UuidBytes uuid7_of(std::uint64_t unix_ms, std::uint64_t rand_a, std::uint64_t rand_b) {
  constexpr std::uint64_t version = 0x7000;
  constexpr std::uint64_t variant = std::uint64_t{1} << 63;
  return bytes_of(unix_ms << 16 | version | rand_a, variant | rand_b);
}

}  // namespace

void write_uuid(const UuidBytes& uuid, char* out) {
  constexpr char digits[] = "0123456789abcdef";
  std::size_t at = 0;
  for (const std::uint8_t byte : uuid) {
    if (is_hyphen_place(at)) out[at++] = '-';
    out[at++] = digits[byte >> 4];
    out[at++] = digits[byte & 15];
  }
}

std::string to_string(const UuidBytes& uuid) {
  std::string text(36, '-');
  write_uuid(uuid, text.data());
  return text;
}

std::optional<UuidBytes> read_uuid(std::string_view text) {
  if (text.size() != 36) return std::nullopt;
  UuidBytes uuid{};
  std::size_t digits = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_hyphen_place(i)) {
      if (text[i] != '-') return std::nullopt;
      continue;
    }
    const int digit = digit_of(text[i]);
    if (digit < 0) return std::nullopt;
    uuid[digits / 2] = static_cast<std::uint8_t>(uuid[digits / 2] << 4 | digit);
    ++digits;
  }
  return uuid;
}

Result<Uuid7Parts> parse_uuid7(const UuidBytes& uuid) {
  const int version = uuid[6] >> 4;
  if (version != 7)
    return Error::validation("the UUID has version " + std::to_string(version) + ", not 7");
  if (uuid[8] >> 6 != 2) return Error::validation("the UUID has another variant than RFC 9562's");
  const std::uint64_t high = word_at(uuid, 0);
  return Uuid7Parts{UnixMillis(static_cast<std::int64_t>(high >> 16)),
                    static_cast<std::uint16_t>(high & 0xfff),
                    word_at(uuid, 8) & ((std::uint64_t{1} << 62) - 1)};
}

Result<UuidRange> uuid7_range(UnixMillis from, UnixMillis to) {
  const std::int64_t first = std::max<std::int64_t>(from.count(), 0);
  const std::int64_t end = std::min<std::int64_t>(to.count(), time_end);
  if (first >= end)
    return Error::validation("no id has a time from " + std::to_string(from.count()) +
                             " and before " + std::to_string(to.count()));
  return UuidRange{
      uuid7_of(static_cast<std::uint64_t>(first), 0, 0),
      uuid7_of(static_cast<std::uint64_t>(end - 1), 0xfff, (std::uint64_t{1} << 62) - 1)};
}

std::optional<UuidBytes> Uuid7::issue(UnixMillis now, std::uint64_t high, std::uint64_t low) {
  if (now.count() < 0 || now.count() >= time_end) return std::nullopt;
  const std::uint64_t fresh = static_cast<std::uint64_t>(now.count()) << 16 | (high >> 49);
  std::uint64_t last = state_.load(std::memory_order_relaxed);
  std::uint64_t next;
  do {
    next = fresh > last ? fresh : last + 1;
    if (static_cast<std::int64_t>(next >> 16) - now.count() > ahead_max_.count())
      return std::nullopt;
  } while (!state_.compare_exchange_weak(last, next, std::memory_order_relaxed));
  const std::uint64_t counter = next & 0xffff;
  return uuid7_of(next >> 16, counter >> 4,
                  (counter & 15) << 58 | (low & ((std::uint64_t{1} << 58) - 1)));
}

}  // namespace isotherm::ids
