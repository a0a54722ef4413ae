#pragma once

// Keys, indexes and throughput out of answers: what the descriptions of tables, streams, backups
// and imports share. The reverse of encode_schema.h.

#include "codec/answer.h"
#include "model/table.h"

namespace isotherm::codec {

void read_into(Reader& reader, const Place& place, const Json& json, KeySchema& out);
void read_into(Reader& reader, const Place& place, const Json& json, Projection& out);
void read_into(Reader& reader, const Place& place, const Json& json,
               std::optional<OnDemandThroughput>& out);
void read_into(Reader& reader, const Place& place, const Json& json,
               std::vector<AttributeDefinition>& out);
void read_into(Reader& reader, const Place& place, const Json& json,
               std::vector<LocalSecondaryIndex>& out);
void read_into(Reader& reader, const Place& place, const Json& json,
               std::vector<GlobalSecondaryIndex>& out);

/// Gives the keys of the table and of its indexes the types that its attributes have.
void set_key_types(TableDescription& table);

/// The units of a ProvisionedThroughput or of its description, and when they were changed.
template <class Described>
inline constexpr Members<Described, 5> throughput_members{{
    {"LastIncreaseDateTime", field<&Described::changes, &CapacityChanges::last_increase>},
    {"LastDecreaseDateTime", field<&Described::changes, &CapacityChanges::last_decrease>},
    {"NumberOfDecreasesToday", field<&Described::changes, &CapacityChanges::decreases_today>},
    {"ReadCapacityUnits", field<&Described::provisioned, &ProvisionedThroughput::read_units>},
    {"WriteCapacityUnits", field<&Described::provisioned, &ProvisionedThroughput::write_units>},
}};

/// WarmThroughput of a table or a global index.
template <class Described>
inline constexpr Members<Described, 3> warm_members{{
    {"ReadUnitsPerSecond",
     [](Reader& reader, const Place& place, const Json& json, Described& out) {
       read_into(reader, place, json, present(out.warm).read_units);
     }},
    {"WriteUnitsPerSecond",
     [](Reader& reader, const Place& place, const Json& json, Described& out) {
       read_into(reader, place, json, present(out.warm).write_units);
     }},
    {"Status", [](Reader& reader, const Place&, const Json& json,
                  Described& out) { out.warm_rises = reader.read_text(json) == "UPDATING"; }},
}};

/// Names of a status that the model has, for Reader::read_enum.
template <class Status, std::size_t N>
EnumNames<Status, N> status_names(const Status (&statuses)[N]) {
  EnumNames<Status, N> names;
  for (std::size_t i = 0; i < N; ++i) names[i] = {status_name(statuses[i]), statuses[i]};
  return names;
}

}  // namespace isotherm::codec
