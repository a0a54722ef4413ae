#pragma once

// The fast way in for replies: a reply that is there as a whole, with a Content-Length and nothing
// that changes how the connection or the body goes on. Every other one is left to the general
// parser, at more than twice the cost: what the load tool spends, the endpoint on the same cores
// lacks.

#include <cstddef>
#include <string_view>

#include "load/source.h"

namespace isotherm::load {

/// Whether `bytes` are one plain reply; then its status and body are in `reply`.
bool read_plain_reply(std::string_view bytes, Reply& reply);

}  // namespace isotherm::load
