#pragma once

// MongoDB's hashed keys [MongoDB manual, "Hashed Indexes"; the values are those its own tests
// state].
//
//   hash  := the first eight bytes of md5(seed:i32 = 0, element), as a signed little-endian number
//   element := type:i32 value
//   value := a number as i64: floats lose their fraction, decimals are rounded (a half to the even
//            number), NaN is 0, what is too large or small is the end; but a float of exactly 2^63
//            is -2^63, as it was on the machines that MongoDB began on
//          | a string as length:i32 (with the zero byte), bytes, zero byte
//          | a binary as length:i32 subtype:u8 bytes | an ObjectId as 12 bytes | a boolean as a
//          byte | a date as i64 | a document as its elements, each type name zero value, then type
//          0
//
// type is the order of the types (a number 10, a string 15, …), not BSON's own. So 1, 1.0 and 1.9
// hash alike: MongoDB warns of floats in hashed keys, and so do we. Arrays are refused, as by the
// server.

#include "placement/key.h"

namespace isotherm::placement {

/// Refuses types that a hashed index refuses, and documents that are no BSON.
Placed<std::int64_t> mongo_hash(const KeyPart& value);

/// The hash of any BSON value: its type's byte, and the bytes that stand behind an element's name.
/// Hashes what the server's function does, arrays as well, though no hashed index takes them.
Placed<std::int64_t> mongo_hash_of_bson(std::uint8_t type, std::string_view value);

}  // namespace isotherm::placement
