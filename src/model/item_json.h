#pragma once

// Attribute values and items into JSON.

#include <string>

#include "model/attribute_value.h"

namespace isotherm {

/// `{"S":"a"}`
void append_value(const AttributeValue& value, std::string& out);
/// `{"id":{"S":"a"},…}`
void append_item(const Map& item, std::string& out);

}  // namespace isotherm
