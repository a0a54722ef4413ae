#pragma once

// Redis Cluster's slots [Redis Cluster specification, "Key distribution model", "Hash tags"]:
//
//   slot := crc16(tag) mod 16384
//   tag  := what stands between the first "{" and the first "}" after it, when that is not empty;
//           else the whole key. An empty first tag ends the search: `foo{}{bar}` hashes whole.

#include <cstdint>
#include <span>
#include <string_view>

namespace isotherm::placement {

inline constexpr std::uint16_t redis_slots = 16384;

/// The part of a key that is hashed.
std::string_view redis_tag(std::string_view key);

std::uint16_t redis_slot(std::string_view key);

/// The slots of many keys.
void redis_slots_of(std::span<const std::string_view> keys, std::span<std::uint16_t> out);

}  // namespace isotherm::placement
