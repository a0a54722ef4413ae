#pragma once

// Parameters that many requests have, into JSON. Each appends one member with its name, or nothing
// when it was left out.

#include "base/json_writer.h"
#include "expression/legacy.h"
#include "expression/placeholders.h"
#include "store/parameters.h"

namespace isotherm::codec {

/// ExpressionAttributeNames.
void append_names(const std::optional<ExpressionNames>& names, JsonWriter& json);
/// ExpressionAttributeNames and ExpressionAttributeValues.
void append_placeholders(const ExpressionPlaceholders& placeholders, JsonWriter& json);

/// Expected.
void append_expected(const std::optional<ExpectedAttributes>& expected, JsonWriter& json);
/// KeyConditions, QueryFilter, ScanFilter.
void append_conditions(std::string_view name, const std::optional<LegacyConditions>& conditions,
                       JsonWriter& json);
/// AttributeUpdates.
void append_updates(const std::optional<AttributeUpdates>& updates, JsonWriter& json);
void append_conditional_operator(std::optional<ConditionalOperator> op, JsonWriter& json);

/// ReturnConsumedCapacity, ReturnItemCollectionMetrics: unless they are NONE.
void append_wanted(ReturnConsumedCapacity wanted, JsonWriter& json);
void append_wanted(ReturnItemCollectionMetrics wanted, JsonWriter& json);

}  // namespace isotherm::codec
