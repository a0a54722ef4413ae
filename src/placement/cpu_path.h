#pragma once

// Which of the compiled forms of a hot loop runs: chosen when the program runs, by what the machine
// has. All forms give the same owners; a test runs each that the machine can run.

#include <cstdint>
#include <span>
#include <string_view>

namespace isotherm::placement {

enum class CpuPath : std::uint8_t {
  portable,  // what every machine of the architecture has
  avx2,
  avx512,  // F, DQ, VL, BW
};

/// "portable", "avx2", "avx512".
std::string_view path_name(CpuPath path);

/// The paths that this machine can run, slowest first.
std::span<const CpuPath> cpu_paths();

/// The fastest of them.
CpuPath best_cpu_path();

/// Whether the machine multiplies without carry (PCLMULQDQ, SSE4.1), as CRCs want it.
bool has_carryless_multiply();

}  // namespace isotherm::placement
