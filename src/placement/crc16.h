#pragma once

// CRC-16/XMODEM: polynomial x^16 + x^12 + x^5 + 1, nothing reflected, begun with 0. What Redis
// Cluster makes slots of [Redis Cluster specification, appendix A].
//
// Begun with 0, zeros before a message change nothing: so a message of any length is one of whole
// blocks, and the first block is read by its own length only.

#include <cstdint>
#include <string_view>

namespace isotherm::placement {

/// By carry-less multiplication where the machine has it, else by tables, eight bytes at a time.
std::uint16_t crc16(std::string_view bytes);

/// The two ways by name; equal for all bytes. The machine must have what the second needs.
std::uint16_t crc16_by_tables(std::string_view bytes);
#if defined(__x86_64__)
std::uint16_t crc16_by_multiplication(std::string_view bytes);
#endif

}  // namespace isotherm::placement
