#include "codec/decode_capacity.h"

#include <algorithm>

#include "codec/answer.h"

namespace isotherm::codec {
namespace {

// Units as an answer tells them: their sum, or reads and writes apart, or all.
struct Told {
  std::optional<double> sum;
  std::optional<double> reads;
  std::optional<double> writes;
};

constexpr Members<Told, 3> told_members{{
    {"CapacityUnits", field<&Told::sum>},
    {"ReadCapacityUnits", field<&Told::reads>},
    {"WriteCapacityUnits", field<&Told::writes>},
}};

using ToldByIndex = std::map<std::string, Told>;

struct ToldOfTable : Told {
  std::string table_name;
  std::optional<Told> table;
  ToldByIndex local_indexes;
  ToldByIndex global_indexes;
};

void read_indexes(Reader& reader, const Place& place, const Json& json, ToldByIndex& out) {
  read_map(reader, place, json, "Capacity", out,
           [&](const Place& at, const Json& value, Told& into) {
             read_structure(reader, at, value, "Capacity", Position::element, told_members, into);
           });
}

template <std::optional<double> Told::* member>
void units(Reader& reader, const Place& place, const Json& json, ToldOfTable& out) {
  read_into(reader, place, json, out.*member);
}

constexpr Members<ToldOfTable, 7> told_of_table_members{{
    {"TableName", field<&ToldOfTable::table_name>},
    {"CapacityUnits", units<&Told::sum>},
    {"ReadCapacityUnits", units<&Told::reads>},
    {"WriteCapacityUnits", units<&Told::writes>},
    {"Table", part<told_members, &ToldOfTable::table>},
    {"LocalSecondaryIndexes",
     [](Reader& reader, const Place& place, const Json& json, ToldOfTable& out) {
       read_indexes(reader, place, json, out.local_indexes);
     }},
    {"GlobalSecondaryIndexes",
     [](Reader& reader, const Place& place, const Json& json, ToldOfTable& out) {
       read_indexes(reader, place, json, out.global_indexes);
     }},
}};

Capacity capacity_of(const Told& told, Counted counted) {
  Capacity capacity{told.reads.value_or(0), told.writes.value_or(0)};
  if (!told.reads && !told.writes) {
    (counted == Counted::reads ? capacity.read_units : capacity.write_units) = told.sum.value_or(0);
  }
  return capacity;
}

// The index's units, which the table's then do not hold.
void add_index(const std::string& name, const Capacity& units,
               std::map<std::string, Capacity>& indexes, Capacity& of_table) {
  indexes[name] = units;
  of_table.read_units = std::max(0.0, of_table.read_units - units.read_units);
  of_table.write_units = std::max(0.0, of_table.write_units - units.write_units);
}

ConsumedCapacity consumed_of(const ToldOfTable& told, Counted counted) {
  ConsumedCapacity consumed;
  consumed.table_name = told.table_name;
  // What is not told of the table itself is what the indexes leave of the sum.
  Capacity rest = capacity_of(told, counted);
  for (const auto& [name, index] : told.local_indexes) {
    add_index(name, capacity_of(index, counted), consumed.local_indexes, rest);
  }
  for (const auto& [name, index] : told.global_indexes) {
    add_index(name, capacity_of(index, counted), consumed.global_indexes, rest);
  }
  consumed.table = told.table ? capacity_of(*told.table, counted) : rest;
  return consumed;
}

constexpr Members<ItemCollectionMetrics, 2> metrics_members{{
    {"ItemCollectionKey", field<&ItemCollectionMetrics::item_collection_key>},
    {"SizeEstimateRangeGB",
     [](Reader& reader, const Place& place, const Json& json, ItemCollectionMetrics& out) {
       std::vector<double> bounds;
       read_list(reader, place, json, Position::field, bounds,
                 [&](const Place& at, const Json& element, double& into) {
                   read_into(reader, at, element, into);
                 });
       if (bounds.size() == 2) std::copy(bounds.begin(), bounds.end(), out.size_estimate_gb);
     }},
}};

}  // namespace

void read_consumed(Reader& reader, const Place& place, const Json& json, Counted counted,
                   std::vector<ConsumedCapacity>& out) {
  const auto read_one = [&](const Place& at, const Json& element, Position position) {
    ToldOfTable told;
    read_structure(reader, at, element, "ConsumedCapacity", position, told_of_table_members, told);
    out.push_back(consumed_of(told, counted));
  };
  const auto elements = json.get_array();
  if (elements.error() != simdjson::SUCCESS) return read_one(place, json, Position::field);
  std::uint32_t index = 0;
  for (const Json element : elements.value_unsafe()) {
    if (!is_null(element)) read_one(place.element(index), element, Position::element);
    ++index;
    if (reader.failed()) return;
  }
}

void read_consumed(Reader& reader, const Place& place, const Json& json, Counted counted,
                   ConsumedCapacity& out) {
  std::vector<ConsumedCapacity> told;
  read_consumed(reader, place, json, counted, told);
  out = ConsumedCapacity();
  for (const ConsumedCapacity& one : told) {
    if (out.table_name.empty()) out.table_name = one.table_name;
    out += one;
  }
}

void read_metrics(Reader& reader, const Place& place, const Json& json, Position position,
                  ItemCollectionMetrics& out) {
  read_structure(reader, place, json, "ItemCollectionMetrics", position, metrics_members, out);
}

}  // namespace isotherm::codec
