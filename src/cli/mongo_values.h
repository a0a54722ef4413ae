#pragma once

// MongoDB's extended JSON [MongoDB manual, "MongoDB Extended JSON (v2)"], as far as bounds of
// chunks are written in it:
//
//   value := null | true | false | number | string
//          | {"$minKey": 1} | {"$maxKey": 1} | {"$oid": "<24 hex digits>"}
//          | {"$numberInt": "5"} | {"$numberLong": "5"} | {"$numberDouble": "5.5" | "NaN" |
//          "-Infinity"} | {"$date": "2026-11-30T00:00:00Z" | {"$numberLong": "<ms>"}} | {"$binary":
//          {"base64": "…", "subType": "00"}}

#include <deque>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "placement/key.h"

namespace isotherm::cli {

/// A value as a part of a key. Bytes that are not in the document are kept in `store`. Refuses
/// other types, and values that are none of their type.
placement::Placed<placement::KeyPart> mongo_value(const nlohmann::ordered_json& value,
                                                  std::deque<std::string>& store);

}  // namespace isotherm::cli
