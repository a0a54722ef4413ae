#pragma once

// Gzip (RFC 1952), by zlib.

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace isotherm {

enum class GzipProblem {
  damaged,   ///< no gzip, cut short, or with a wrong checksum
  too_large  ///< it holds more than was allowed
};

/// What the bytes hold; at the most `bytes_max`, so that a small body cannot become a huge one.
Expected<std::string, GzipProblem> gunzip(std::string_view bytes, std::size_t bytes_max);

/// The bytes as gzip.
std::string gzip(std::string_view bytes);

}  // namespace isotherm
