#pragma once

// Keys and placements behind the C interface.

#include <array>
#include <charconv>

#include "c_abi/objects.h"

namespace isotherm::c_abi {

using Owned = std::unique_ptr<const placement::Placement>;

template <class Scheme>
placement::Placed<Owned> owned(placement::Placed<Scheme> made) {
  if (!made.ok()) return Failure(made.error());
  return Owned(std::make_unique<const Scheme>(std::move(made).value()));
}

/// A new placement of what `make` gives, or a message.
template <class Make>
isotherm_placement* made_placement(const Make& make, char* message, std::size_t room) {
  return made(
      [&]() -> isotherm_placement* {
        auto placed = make();
        if (placed.ok()) return new isotherm_placement{std::move(placed).value()};
        tell(placed.error().message, message, room);
        return nullptr;
      },
      message, room);
}

/// A key's parts on the stack.
class KeyOf {
 public:
  isotherm_status read(const isotherm_value* key, std::size_t parts) {
    if (parts < 1 || parts > parts_.size()) return ISOTHERM_INVALID;
    for (std::size_t i = 0; i < parts; ++i)
      if (!read_part(key[i], i)) return ISOTHERM_INVALID;
    count_ = parts;
    return ISOTHERM_OK;
  }
  placement::Key view() const { return {parts_.data(), count_}; }

 private:
  bool read_part(const isotherm_value& value, std::size_t i) {
    Number number;
    sharding::KeyPart part;
    if (part_of(value, number, part) != ISOTHERM_OK) return false;
    using Type = sharding::KeyPart::Type;
    if (part.type == Type::text) parts_[i] = placement::KeyPart::of_text(part.bytes);
    if (part.type == Type::binary) parts_[i] = placement::KeyPart::of_binary(part.bytes);
    if (part.type == Type::absent) parts_[i] = placement::KeyPart::of_null();
    if (part.type == Type::number) {
      const std::size_t bytes = number.write_to(numbers_[i].data());
      parts_[i] = number_part({numbers_[i].data(), bytes});
    }
    return true;
  }

  // Whole numbers as such: Cassandra's and Vitess's are.
  static placement::KeyPart number_part(std::string_view digits) {
    const auto* end = digits.data() + digits.size();
    std::int64_t integer = 0;
    std::uint64_t natural = 0;
    if (is_all(std::from_chars(digits.data(), end, integer), end))
      return placement::KeyPart::of_integer(integer);
    if (is_all(std::from_chars(digits.data(), end, natural), end))
      return placement::KeyPart::of_natural(natural);
    return placement::KeyPart::of_decimal(digits);
  }
  static bool is_all(std::from_chars_result read, const char* end) {
    return read.ec == std::errc() && read.ptr == end;
  }

  std::array<placement::KeyPart, ISOTHERM_KEY_PARTS_MAX> parts_;
  std::array<std::array<char, Number::text_bytes_max>, ISOTHERM_KEY_PARTS_MAX> numbers_;
  std::size_t count_ = 0;
};

}  // namespace isotherm::c_abi
