#pragma once

// Keys, projections and capacity into JSON: what the descriptions of tables, backups and imports
// and the requests for them share. Each appends one member with its name.

#include <vector>

#include "base/json_writer.h"
#include "model/table.h"
#include "store/table_operations.h"

namespace isotherm::codec {

void append_key_schema(const KeySchema& key, JsonWriter& json);
void append_key_schema(const std::vector<KeySchemaElement>& key, JsonWriter& json);
/// AttributeDefinitions.
void append_attributes(const std::vector<AttributeDefinition>& attributes, JsonWriter& json);
void append_projection(const Projection& projection, JsonWriter& json);
/// ReadCapacityUnits and WriteCapacityUnits, without a name of their own.
void append_units(const ProvisionedThroughput& provisioned, JsonWriter& json);
/// Nothing when there is none.
void append_on_demand(std::string_view name, const std::optional<OnDemandThroughput>& on_demand,
                      JsonWriter& json);

}  // namespace isotherm::codec
