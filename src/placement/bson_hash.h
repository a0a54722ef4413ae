#pragma once

// BSON [bsonspec.org] as MongoDB's hash reads it: every value is its type in the order of types,
// then bytes (mongo_hash.h).

#include <cstdint>
#include <string_view>

#include "base/md5.h"
#include "placement/refusal.h"

namespace isotherm::placement {

/// The order of MongoDB's types, as numbers that are hashed.
enum class MongoType : std::uint32_t {
  undefined = 0,  // and the end of a document
  null_value = 5,
  number = 10,
  string = 15,
  object = 20,
  array = 25,
  binary = 30,
  object_id = 35,
  boolean = 40,
  date = 45,
  timestamp = 47,
  regex = 50,
  reference = 55,
  code = 60,
  code_with_scope = 65,
  max_key = 127,
  min_key = 0xFFFFFFFF,
};

/// A float, and a decimal of 128 bits (16 bytes, little-endian), as the number that is hashed.
std::int64_t mongo_whole(double value);
std::int64_t mongo_whole_of_decimal(std::string_view sixteen);

/// Adds a value. Refuses bytes that are none of this type.
Placed<void> add_bson_value(Md5& hash, std::uint8_t type, std::string_view value);
/// Adds the elements of a document, and its end.
Placed<void> add_bson_document(Md5& hash, std::string_view bson);

}  // namespace isotherm::placement
