#pragma once

// Keys as placements see them: one part or several (a compound shard key), each a typed value that
// the caller owns. Nothing here allocates unless a key is longer than a kilobyte.
//
// Two byte strings are made of a key:
//
//   canonical  what is hashed. One part: its text, its bytes, or its number in plain decimal.
//              Several: joined by ":" after escaping, as in a shard key's source (docs/formats.md):
//              "\" and ":" are written "\\" and "\:", binary is "\x" and lower-case hex, null
//              is "\-".
//   ordered    what is compared: the order of the bytes is the order of the keys, part by part;
//              a key that has fewer parts stands before those that begin with it.
//
//     ordered := part*
//     part    := 0x05                              null
//              | 0x10 number                       integers and decimals together, by value
//              | 0x20 escaped 0x00 0x00            text, by its bytes
//              | 0x30 escaped 0x00 0x00            binary
//     number  := 0x80 | 0xC0 exponent:u16be pair* 0x00 | one's complement of that when negative
//     pair    := 1 + two decimal digits            as Number::append_ordered
//     escaped := the bytes with 0x00 written 0x00 0xFF

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "placement/refusal.h"

namespace isotherm::placement {

enum class PartType : std::uint8_t {
  null,
  boolean,
  integer,  // a signed 64-bit whole number
  natural,  // an unsigned one
  decimal,  // DynamoDB's N in canonical plain form
  real,     // a binary float
  text,     // UTF-8
  binary,
  date,       // milliseconds since 1970
  object_id,  // MongoDB's 12 bytes
  min_key,    // MongoDB's ends of the order
  max_key,
  document,  // BSON bytes of an embedded document
};

/// One value of a key. It points to its text or bytes.
struct KeyPart {
  PartType type = PartType::null;
  std::int64_t integer = 0;
  double real = 0;
  std::string_view bytes;

  static KeyPart of_null() { return {}; }
  static KeyPart of_boolean(bool value) { return {PartType::boolean, value, 0, {}}; }
  static KeyPart of_integer(std::int64_t value) { return {PartType::integer, value, 0, {}}; }
  static KeyPart of_natural(std::uint64_t value) {
    return {PartType::natural, static_cast<std::int64_t>(value), 0, {}};
  }
  /// `canonical` is what Number::to_string gives.
  static KeyPart of_decimal(std::string_view canonical) {
    return {PartType::decimal, 0, 0, canonical};
  }
  static KeyPart of_real(double value) { return {PartType::real, 0, value, {}}; }
  static KeyPart of_text(std::string_view text) { return {PartType::text, 0, 0, text}; }
  static KeyPart of_binary(std::string_view bytes) { return {PartType::binary, 0, 0, bytes}; }
  static KeyPart of_date(std::int64_t ms) { return {PartType::date, ms, 0, {}}; }
  static KeyPart of_object_id(std::string_view twelve) {
    return {PartType::object_id, 0, 0, twelve};
  }
  static KeyPart of_min_key() { return {PartType::min_key, 0, 0, {}}; }
  static KeyPart of_max_key() { return {PartType::max_key, 0, 0, {}}; }
  static KeyPart of_document(std::string_view bson) { return {PartType::document, 0, 0, bson}; }

  std::uint64_t natural() const { return static_cast<std::uint64_t>(integer); }
};

/// "a text", "a whole number": for messages.
std::string_view type_words(PartType type);

using Key = std::span<const KeyPart>;

/// Keys that share their first parts, and a range of the part after them.
struct KeyRange {
  /// Equal to these parts, from the first on.
  Key prefix;
  /// From this value of the next part on; nullptr: from the lowest.
  const KeyPart* from = nullptr;
  /// Up to this value of the next part; nullptr: up to the highest.
  const KeyPart* to = nullptr;
  bool from_inclusive = true;
  bool to_inclusive = false;
};

/// Bytes that are built: in place until a kilobyte.
class KeyBytes {
 public:
  void clear() { size_ = 0, far_.clear(); }
  void append(char byte) { append(std::string_view(&byte, 1)); }
  void append(std::string_view bytes);
  /// Big-endian.
  void append_u16(std::uint16_t value);
  void append_u64(std::uint64_t value);
  std::string_view view() const {
    return far_.empty() ? std::string_view(near_.data(), size_) : std::string_view(far_);
  }

 private:
  std::array<char, 1024> near_;
  std::size_t size_ = 0;
  std::string far_;
};

/// The canonical bytes: the part's own bytes where they are canonical already, else built in
/// `space`. Refuses types that only MongoDB has.
Placed<std::string_view> canonical_bytes(Key key, KeyBytes& space);

/// Appends the ordered bytes of a part. Refuses types that only MongoDB has.
Placed<void> append_ordered(const KeyPart& part, KeyBytes& out);

/// The first bytes of a range and the first after it, as ordered bytes.
struct OrderedRange {
  std::string first;
  std::string end;
  /// Nothing follows the range: `end` is empty.
  bool is_open = false;
};

Placed<OrderedRange> ordered_range(const KeyRange& range);

/// The smallest byte string that is greater than every string that begins with `prefix`; empty when
/// there is none.
std::string after_prefix(std::string_view prefix);

}  // namespace isotherm::placement
