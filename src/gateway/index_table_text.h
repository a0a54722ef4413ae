#pragma once

// The sort key of an index table's items, as text (docs/formats.md, "Index tables"):
//
//   text    := [part(sort value) "#"] part(table partition key) ["#" part(table sort key)]
//   part(S) := each byte from 0x25 up as it is; each from 0x00 to 0x24 as "$" and 0x40 + the byte
//   part(B) := two lower-case hexadecimal digits a byte
//   part(N) := "n"                                      zero
//            | "p" exponent digits                      positive: d.ddd × 10^e; exponent is e + 200
//                                                       in three digits, digits has no zeros behind
//            | "m" 999 - exponent, 9 - each digit, "~"  negative: the same of its magnitude
//
// "#" (0x23) is below every character of a part, so the order of texts is the order of
// (sort value, table key), and no two of those have the same text: a text is what it begins with up
// to a "#", and each part can be read back. begins_with(part(v) + "#") is equality, and
// begins_with(part(v)) is begins_with of a string or binary.

#include <string>

#include "model/table.h"

namespace isotherm::gateway {

/// One part: of a string, number or binary.
std::string index_text(const AttributeValue& value);

/// The text for a logical index entry. `item` has the keys.
std::string index_table_key(const Item& item, const std::optional<AttributeDefinition>& sort,
                            const KeySchema& table_key);

}  // namespace isotherm::gateway
