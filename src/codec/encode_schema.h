#pragma once

// Keys, projections and capacity into JSON: what the descriptions of tables, backups and imports
// share. Each appends one member with its name.

#include "base/json_writer.h"
#include "model/table.h"

namespace isotherm::codec {

void append_key_schema(const KeySchema& key, JsonWriter& json);
/// AttributeDefinitions.
void append_attributes(const TableDescription& table, JsonWriter& json);
void append_projection(const Projection& projection, JsonWriter& json);
/// ReadCapacityUnits and WriteCapacityUnits, without a name of their own.
void append_units(const ProvisionedThroughput& provisioned, JsonWriter& json);
/// Nothing when there is none.
void append_on_demand(const std::optional<OnDemandThroughput>& on_demand, JsonWriter& json);

}  // namespace isotherm::codec
