#pragma once

// Collections as the service shows them in messages: the text that its Java objects give of
// themselves, "[a, b]" and "{k=v}".

#include <string>

#include "codec/json.h"

namespace isotherm::codec {

/// Shows a JSON value. Long ones are cut after some thousand characters ("…" stands for the rest):
/// a message must not echo 16 MB.
std::string java_text(const Json& json);

}  // namespace isotherm::codec
