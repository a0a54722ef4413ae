#include "base/crc32.h"

#include <libdeflate.h>

namespace isotherm {

std::uint32_t crc32(std::string_view bytes) {
  return libdeflate_crc32(0, bytes.data(), bytes.size());
}

}  // namespace isotherm
