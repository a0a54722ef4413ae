#pragma once

// The parameters that came before expressions.

#include "codec/reader.h"
#include "expression/legacy.h"

namespace isotherm::codec {

void read_expected(Reader& reader, const Place& place, const Json& json,
                   std::optional<ExpectedAttributes>& out);
/// KeyConditions, QueryFilter, ScanFilter.
void read_conditions(Reader& reader, const Place& place, const Json& json,
                     std::optional<LegacyConditions>& out);
void read_attribute_updates(Reader& reader, const Place& place, const Json& json,
                            std::optional<AttributeUpdates>& out);
void read_conditional_operator(Reader& reader, const Place& place, const Json& json,
                               std::optional<ConditionalOperator>& out);

}  // namespace isotherm::codec
