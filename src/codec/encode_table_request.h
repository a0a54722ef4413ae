#pragma once

// What the requests that create, change, restore and import tables have, into JSON. Each appends
// one member, or nothing when it was left out; without a name of its own where none is given.

#include <optional>
#include <string_view>
#include <vector>

#include "base/json_writer.h"
#include "store/table_operations.h"

namespace isotherm::codec {

/// IndexName and what belongs to it, as members of an object that the caller writes.
void append_index(const SecondaryIndexRequest& index, JsonWriter& json);
void append_indexes(std::string_view name,
                    const std::optional<std::vector<SecondaryIndexRequest>>& indexes,
                    JsonWriter& json);
/// ReadCapacityUnits and WriteCapacityUnits.
void append_provisioned(std::string_view name, const std::optional<ProvisionedThroughput>& units,
                        JsonWriter& json);
/// WarmThroughput: without the half that is 0, which stands for one that was left out.
void append_warm(const std::optional<ProvisionedThroughput>& warm, JsonWriter& json);
/// SSESpecification.
void append_encryption(const std::optional<EncryptionRequest>& encryption, JsonWriter& json);
/// StreamSpecification.
void append_stream(const std::optional<StreamSpecification>& stream, JsonWriter& json);
/// Tags.
void append_tags(const std::vector<Tag>& tags, JsonWriter& json);
/// What a new table is, as members of an object that the caller writes.
void append_new_table(const CreateTableRequest& table, JsonWriter& json);

}  // namespace isotherm::codec
