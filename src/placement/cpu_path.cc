#include "placement/cpu_path.h"

#include <array>

namespace isotherm::placement {
namespace {

constexpr std::array paths{CpuPath::portable, CpuPath::avx2, CpuPath::avx512};

#if defined(__x86_64__)
std::size_t count_paths() {
  if (!__builtin_cpu_supports("avx2")) return 1;
  const bool has_512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                       __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
  return has_512 ? 3 : 2;
}
#else
std::size_t count_paths() { return 1; }
#endif

}  // namespace

std::string_view path_name(CpuPath path) {
  switch (path) {
    case CpuPath::portable: return "portable";
    case CpuPath::avx2: return "avx2";
    case CpuPath::avx512: return "avx512";
  }
  return "";
}

std::span<const CpuPath> cpu_paths() {
  static const std::size_t count = count_paths();
  return std::span(paths).first(count);
}

CpuPath best_cpu_path() {
  static const CpuPath best = cpu_paths().back();
  return best;
}

bool has_carryless_multiply() {
#if defined(__x86_64__)
  static const bool has = __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1");
  return has;
#else
  return false;
#endif
}

}  // namespace isotherm::placement
