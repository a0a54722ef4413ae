#pragma once

// Amazon Ion's text format, as far as DynamoDB's items need it [ion-docs, spec: text].
//
//   file   := (`$ion_1_0` | row | `[` row (`,` row)* `]`)*
//   row    := `{` `Item` `:` struct `}`
//   value  := `null` | bool | number | string | blob | list | struct
//   number := an integer or a decimal: `103`, `103.`, `6d2`, `-1.5d-3`
//   set    := `$dynamodb_SS::[…]` | `$dynamodb_NS::[…]` | `$dynamodb_BS::[…]`
//   blob   := `{{` base64 `}}`
//
// Read besides: comments, integers in hexadecimal and binary, underscores between digits, long
// strings, typed nulls, names of members as symbols or strings. What DynamoDB has no type for
// (floats, timestamps, symbols, clobs, s-expressions) is refused.

#include <string>
#include <string_view>

#include "model/attribute_value.h"
#include "model/error.h"

namespace isotherm::exports {

/// The item of the text of one row.
Result<Item> parse_ion_row(std::string_view text);

/// Appends a value.
void append_ion(const AttributeValue& value, std::string& out);
/// `{id:"a",…}`
void append_ion(const Map& map, std::string& out);

/// Whether a name needs no quotes as a symbol.
bool is_ion_identifier(std::string_view name);

}  // namespace isotherm::exports
