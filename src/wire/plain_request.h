#pragma once

// The fast way in: a request that is there as a whole, in the form in which every SDK sends it.
//
//   POST / HTTP/1.1
//   fields, among them Content-Length, once
//
//   body
//
// What is anything else (half read, chunked, another method, a field that changes how the
// connection or the body goes on, or that is there twice) is left to the general parser, which
// reads the same out of a plain request, at more than twice the cost.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "wire/http_request.h"

namespace isotherm::wire {

struct RequestLimits {
  std::uint32_t header_bytes_max;
  std::size_t body_bytes_max;
};

/// Bytes of the plain request at the front, read into `request`, which is clear; 0: there is none,
/// and `request` is as it was or must be cleared.
std::size_t read_plain_request(std::string_view bytes, const RequestLimits& limits,
                               HttpRequest& request);

}  // namespace isotherm::wire
