#pragma once

// Items as bytes.
//
//   item    := version:u8 size:varint count:varint attribute*
//   attribute := name:text value, in the order of the names
//   text    := length:varint bytes
//   value   := tag:u8 payload
//   payload := S, B: text | N: Number::append_ordered | BOOL, NULL: nothing (the tag tells)
//            | SS, BS: count:varint text* | NS: count:varint number* | L: count:varint value*
//            | M: count:varint attribute*
//
// `size` is the item's size as DynamoDB counts it, so that cost is known without decoding. Tags are
// those of AttributeType, and 10 for BOOL false; they never change meaning.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "model/attribute_value.h"

namespace isotherm::engine {

/// Appends the item's bytes. `size` must be size_bytes(item).
void encode_item(const Item& item, std::size_t size, std::string& out);

/// The item, or nothing when the bytes are not one.
std::optional<Item> decode_item(std::string_view bytes);

/// The size that the record says, or nothing when the bytes are no item.
std::optional<std::size_t> encoded_item_size(std::string_view bytes);

/// A decoded item with its size.
struct SizedItem {
  Item item;
  std::size_t size = 0;
};

}  // namespace isotherm::engine
