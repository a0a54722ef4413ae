#pragma once

// What the requests that create and change tables share: keys, indexes, throughput. Some of it is
// in answers too.

#include "codec/member.h"
#include "store/table_operations.h"

namespace isotherm::codec {

void read_attribute_definitions(Reader& reader, const Place& place, const Json& json,
                                std::vector<AttributeDefinition>& out);
/// A key of any number of elements.
void read_key_elements(Reader& reader, const Place& place, const Json& json,
                       std::vector<KeySchemaElement>& out);
/// A table's key: one or two elements.
void read_key_schema(Reader& reader, const Place& place, const Json& json,
                     std::vector<KeySchemaElement>& out);
void read_throughput(Reader& reader, const Place& place, const Json& json,
                     std::optional<ProvisionedThroughput>& out);
void read_on_demand(Reader& reader, const Place& place, const Json& json,
                    std::optional<OnDemandThroughput>& out);
void read_warm(Reader& reader, const Place& place, const Json& json,
               std::optional<ProvisionedThroughput>& out);
void read_encryption(Reader& reader, const Place& place, const Json& json,
                     std::optional<EncryptionRequest>& out);
void read_index_name(Reader& reader, const Place& place, const Json& json, std::string& out);

void read_local_indexes(Reader& reader, const Place& place, const Json& json,
                        std::vector<SecondaryIndexRequest>& out);
/// One global index; `java_class` is the structure that the index is described in.
void read_global_index(Reader& reader, const Place& place, const Json& json,
                       std::string_view java_class, Position position, SecondaryIndexRequest& out);

}  // namespace isotherm::codec
