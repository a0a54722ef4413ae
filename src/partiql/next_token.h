#pragma once

// NextToken: where a SELECT's page ended, bound to the statement and its parameters.
//
//   token  := hex of  version:u8  binding:16 bytes  read:u16be  key  check:u64be
//   key    := count:u8 (name type:u8 value)*            0: from the read's beginning
//   name, value := length:u32be bytes                   a number as its decimal text
//
// It names a key, never an item: items may come and go between two pages. The check finds what was
// cut or changed by accident; a forged token reads nothing that its statement could not.

#include "model/attribute_value.h"
#include "model/error.h"

namespace isotherm::partiql {

/// A place between two pages.
struct PagePosition {
  /// Which of the plan's reads comes next.
  std::size_t read = 0;
  /// Where in it; absent: its beginning.
  std::optional<Item> start_key;
};

/// What a token belongs to: 16 bytes.
std::string token_binding(std::string_view statement,
                          const std::vector<AttributeValue>& parameters);

std::string write_token(const PagePosition& position, std::string_view binding);

/// ValidationException: what is no token, and what is another statement's.
Result<PagePosition> read_token(std::string_view token, std::string_view binding);

}  // namespace isotherm::partiql
