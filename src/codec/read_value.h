#pragma once

// Attribute values and items out of JSON.

#include "codec/reader.h"
#include "model/attribute_value.h"

namespace isotherm::codec {

/// Reads one attribute value. Wrong JSON types go to the reader; what the service finds wrong
/// with the value itself is returned (the first, empty: nothing).
std::string read_attribute_value(Reader& reader, const Json& json, Position position,
                                 AttributeValue& out);

/// The same for a parameter of a PartiQL statement, whose numbers are read by other rules, and
/// whose first problem is the first in the document.
std::string read_parameter(Reader& reader, const Json& json, AttributeValue& out);

/// Reads a map of attribute values; the first bad value becomes an objection at `place`.
void read_item(Reader& reader, const Place& place, const Json& json, Item& out,
               Position position = Position::field);

/// The same for ExclusiveStartKey, whose messages differ.
void read_start_key(Reader& reader, const Place& place, const Json& json, Item& out);

/// A value at `place`, or an objection there.
void read_value(Reader& reader, const Place& place, const Json& json, Position position,
                AttributeValue& out);

/// A list of values.
void read_values(Reader& reader, const Place& place, const Json& json,
                 std::vector<AttributeValue>& out);

}  // namespace isotherm::codec
