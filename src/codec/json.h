#pragma once

// simdjson behind its fence. Its DOM interface chooses the CPU's instructions at run time, so one
// binary runs well everywhere; its On-Demand interface would not (docs: STYLE, toolchain).
//
// Only the decoders of this room include this header.

#include <simdjson.h>

#include <string_view>

#include "base/result.h"

namespace isotherm::codec {

using Json = simdjson::dom::element;
using JsonObject = simdjson::dom::object;
using JsonArray = simdjson::dom::array;
using JsonType = simdjson::dom::element_type;

/// No document of a request needs more: 32 levels of attributes are some seventy of JSON. What is
/// deeper counts as malformed.
inline constexpr std::size_t json_depth_max = 1024;

/// A body is no JSON: not one value, trailing text, bad UTF-8, too deep.
struct MalformedJson {};

/// Parses the whole of `text`, which must be one JSON value. The element lives until the calling
/// thread parses again: decode it before anything else runs.
Expected<Json, MalformedJson> parse_json(std::string_view text);

inline bool is_null(const Json& json) { return json.type() == JsonType::NULL_VALUE; }
inline std::string_view text_of(const Json& json) { return json.get_string().value_unsafe(); }

}  // namespace isotherm::codec
