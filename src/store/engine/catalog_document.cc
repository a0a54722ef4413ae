#include "store/engine/catalog_document.h"

#include <charconv>

#include "store/engine/change_log.h"

namespace isotherm::engine {
namespace {

AttributeValue number(std::int64_t value) { return AttributeValue(Number(value)); }
AttributeValue unsigned_number(std::uint64_t value) {
  return AttributeValue(std::to_string(value));
}

// Attribute definitions, key schemas.

AttributeValue attribute_document(const AttributeDefinition& attribute) {
  return Map{{"name", attribute.name}, {"type", std::string(type_name(attribute.type))}};
}

AttributeDefinition read_attribute(const Map& map, DocumentReader& parent) {
  DocumentReader reader(map);
  AttributeDefinition attribute;
  attribute.name = reader.text("name");
  const std::string type = reader.text("type");
  attribute.type = type == "N" ? KeyType::N : type == "B" ? KeyType::B : KeyType::S;
  if (!reader.ok()) parent.fail();
  return attribute;
}

}  // namespace

AttributeValue key_document(const KeySchema& key) {
  Map map{{"partition", attribute_document(key.partition)}};
  if (key.sort) map.emplace("sort", attribute_document(*key.sort));
  return map;
}

KeySchema read_key(DocumentReader& reader, std::string_view name) {
  const Map& map = reader.map(name);
  DocumentReader members(map);
  KeySchema key;
  key.partition = read_attribute(members.map("partition"), reader);
  if (members.has("sort")) key.sort = read_attribute(members.map("sort"), reader);
  return key;
}

namespace {

// Capacity.

AttributeValue units_document(const ProvisionedThroughput& units) {
  return Map{{"read", number(units.read_units)}, {"write", number(units.write_units)}};
}

ProvisionedThroughput read_units_of(DocumentReader& reader, std::string_view name) {
  DocumentReader members(reader.map(name));
  return {members.integer("read"), members.integer("write")};
}

void add_optional_units(const std::optional<ProvisionedThroughput>& units, const char* name,
                        Map& map) {
  if (units) map.emplace(name, units_document(*units));
}

std::optional<ProvisionedThroughput> read_optional_units(DocumentReader& reader,
                                                         std::string_view name) {
  if (!reader.has(name)) return std::nullopt;
  return read_units_of(reader, name);
}

void add_on_demand(const std::optional<OnDemandThroughput>& on_demand, Map& map) {
  if (!on_demand) return;
  Map members;
  if (on_demand->max_read_units) members.emplace("read", number(*on_demand->max_read_units));
  if (on_demand->max_write_units) members.emplace("write", number(*on_demand->max_write_units));
  map.emplace("on_demand", std::move(members));
}

std::optional<OnDemandThroughput> read_on_demand(DocumentReader& reader) {
  if (!reader.has("on_demand")) return std::nullopt;
  DocumentReader members(reader.map("on_demand"));
  OnDemandThroughput on_demand;
  if (members.has("read")) on_demand.max_read_units = members.integer("read");
  if (members.has("write")) on_demand.max_write_units = members.integer("write");
  return on_demand;
}

// Indexes.

void add_projection(const Projection& projection, Map& map) {
  map.emplace("projection", number(static_cast<int>(projection.type)));
  List names;
  for (const std::string& name : projection.non_key_attributes) names.emplace_back(name);
  map.emplace("projected", std::move(names));
}

Projection read_projection(DocumentReader& reader) {
  Projection projection;
  projection.type = static_cast<ProjectionType>(reader.integer("projection"));
  for (const AttributeValue& name : reader.list("projected")) {
    if (const auto* text = name.get_if<std::string>()) {
      projection.non_key_attributes.push_back(*text);
    }
  }
  return projection;
}

AttributeValue global_index_document(const GlobalSecondaryIndex& index, ResourceId id) {
  Map map{{"name", index.name},
          {"id", number(id)},
          {"key", key_document(index.key)},
          {"status", number(static_cast<int>(index.status))},
          {"backfilling", index.backfilling},
          {"provisioned", units_document(index.provisioned)}};
  add_projection(index.projection, map);
  add_on_demand(index.on_demand, map);
  add_optional_units(index.warm, "warm", map);
  return map;
}

GlobalSecondaryIndex read_global_index(DocumentReader& reader) {
  GlobalSecondaryIndex index;
  index.name = reader.text("name");
  index.key = read_key(reader, "key");
  index.projection = read_projection(reader);
  index.status = static_cast<IndexStatus>(reader.integer("status"));
  index.backfilling = reader.boolean("backfilling");
  index.provisioned = read_units_of(reader, "provisioned");
  index.on_demand = read_on_demand(reader);
  index.warm = read_optional_units(reader, "warm");
  return index;
}

ResourceId id_of(const Table& table, const std::string& index) {
  const Index* found = table.find_index(index);
  expects(found != nullptr, "a described index has an id");
  return found->id;
}

void add_indexes(const Table& table, Map& map) {
  List locals;
  for (const LocalSecondaryIndex& index : table.description.local_indexes) {
    Map local{{"name", index.name},
              {"id", number(id_of(table, index.name))},
              {"key", key_document(index.key)}};
    add_projection(index.projection, local);
    locals.emplace_back(std::move(local));
  }
  map.emplace("local_indexes", std::move(locals));
  List globals;
  for (const GlobalSecondaryIndex& index : table.description.global_indexes) {
    globals.push_back(global_index_document(index, id_of(table, index.name)));
  }
  map.emplace("global_indexes", std::move(globals));
}

void read_indexes(DocumentReader& reader, StoredTable& table) {
  const auto each = [&](std::string_view list, auto read) {
    for (const AttributeValue& element : reader.list(list)) {
      const auto* map = element.get_if<Map>();
      if (map == nullptr) return reader.fail();
      DocumentReader members(*map);
      read(members);
      table.index_ids.emplace_back(members.text("name"),
                                   static_cast<ResourceId>(members.integer("id")));
      if (!members.ok()) reader.fail();
    }
  };
  each("local_indexes", [&](DocumentReader& members) {
    LocalSecondaryIndex index;
    index.name = members.text("name");
    index.key = read_key(members, "key");
    index.projection = read_projection(members);
    table.description.local_indexes.push_back(std::move(index));
  });
  each("global_indexes", [&](DocumentReader& members) {
    table.description.global_indexes.push_back(read_global_index(members));
  });
}

}  // namespace

template <class T>
const T* DocumentReader::member(std::string_view name) {
  const AttributeValue* value = find(map_, name);
  const T* typed = value == nullptr ? nullptr : value->get_if<T>();
  if (typed == nullptr) ok_ = false;
  return typed;
}

std::string DocumentReader::text(std::string_view name) {
  const auto* value = member<std::string>(name);
  return value == nullptr ? std::string() : *value;
}

std::int64_t DocumentReader::integer(std::string_view name) {
  const auto* value = member<Number>(name);
  if (value == nullptr) return 0;
  const std::string digits = value->to_string();
  std::int64_t result = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), result);
  if (error != std::errc() || end != digits.data() + digits.size()) ok_ = false;
  return result;
}

bool DocumentReader::boolean(std::string_view name) {
  const auto* value = member<bool>(name);
  return value != nullptr && *value;
}

const List& DocumentReader::list(std::string_view name) {
  static const List empty;
  const auto* value = member<List>(name);
  return value == nullptr ? empty : *value;
}

const Map& DocumentReader::map(std::string_view name) {
  static const Map empty;
  const auto* value = member<Map>(name);
  return value == nullptr ? empty : *value;
}

std::string DocumentReader::bytes(std::string_view name) {
  const auto* value = member<Binary>(name);
  return value == nullptr ? std::string() : value->bytes;
}

Item table_document(const Table& table) {
  const TableDescription& d = table.description;
  List attributes;
  for (const AttributeDefinition& attribute : d.attributes) {
    attributes.push_back(attribute_document(attribute));
  }
  Item document{{"name", d.name},
                {"id", number(table.id)},
                {"uuid", d.id},
                {"status", number(static_cast<int>(d.status))},
                {"created", number(d.created.count())},
                {"attributes", std::move(attributes)},
                {"key", key_document(d.key)},
                {"billing_mode", number(static_cast<int>(d.billing_mode))},
                {"show_billing_mode", d.show_billing_mode},
                {"on_demand_since", number(d.on_demand_since.count())},
                {"provisioned", units_document(d.provisioned)},
                {"last_increase", number(d.last_increase.count())},
                {"last_decrease", number(d.last_decrease.count())},
                {"decreases_today", number(d.decreases_today)},
                {"table_class", d.table_class},
                {"show_table_class", d.show_table_class},
                {"deletion_protection", d.deletion_protection}};
  add_on_demand(d.on_demand, document);
  add_optional_units(d.warm, "warm", document);
  if (table.log != nullptr) document.emplace("log", number(table.log->id()));
  if (d.stream_view) document.emplace("stream_view", number(static_cast<int>(*d.stream_view)));
  if (!d.stream_label.empty()) document.emplace("stream_label", d.stream_label);
  if (d.recovery_days) document.emplace("recovery_days", number(*d.recovery_days));
  add_indexes(table, document);
  return document;
}

std::optional<StoredTable> table_from_document(const Item& document) {
  DocumentReader reader(document);
  StoredTable table;
  TableDescription& d = table.description;
  d.name = reader.text("name");
  table.id = static_cast<ResourceId>(reader.integer("id"));
  d.id = reader.text("uuid");
  d.status = static_cast<TableStatus>(reader.integer("status"));
  d.created = UnixMillis(reader.integer("created"));
  for (const AttributeValue& attribute : reader.list("attributes")) {
    const auto* map = attribute.get_if<Map>();
    if (map == nullptr) return std::nullopt;
    d.attributes.push_back(read_attribute(*map, reader));
  }
  d.key = read_key(reader, "key");
  d.billing_mode = static_cast<BillingMode>(reader.integer("billing_mode"));
  d.show_billing_mode = reader.boolean("show_billing_mode");
  d.on_demand_since = UnixMillis(reader.integer("on_demand_since"));
  d.provisioned = read_units_of(reader, "provisioned");
  d.last_increase = UnixMillis(reader.integer("last_increase"));
  d.last_decrease = UnixMillis(reader.integer("last_decrease"));
  d.decreases_today = reader.integer("decreases_today");
  d.on_demand = read_on_demand(reader);
  d.warm = read_optional_units(reader, "warm");
  d.table_class = reader.text("table_class");
  d.show_table_class = reader.boolean("show_table_class");
  d.deletion_protection = reader.boolean("deletion_protection");
  if (reader.has("log")) table.log_id = static_cast<ResourceId>(reader.integer("log"));
  if (reader.has("stream_view")) {
    d.stream_view = static_cast<StreamViewType>(reader.integer("stream_view"));
  }
  if (reader.has("stream_label")) d.stream_label = reader.text("stream_label");
  if (reader.has("recovery_days")) d.recovery_days = reader.integer("recovery_days");
  read_indexes(reader, table);
  if (!reader.ok()) return std::nullopt;
  return table;
}

Item partitions_document(const throughput::Snapshot& snapshot) {
  List parts;
  for (const throughput::Snapshot::Part& part : snapshot.partitions) {
    parts.emplace_back(Map{{"id", unsigned_number(part.id)},
                           {"parent", unsigned_number(part.parent)},
                           {"hash", unsigned_number(part.begin.hash)},
                           {"sort", Binary{part.begin.sort}},
                           {"bytes", number(part.bytes)}});
  }
  return Item{{"partitions", std::move(parts)},
              {"next_id", unsigned_number(snapshot.next_id)},
              {"warm", units_document(snapshot.warm)},
              {"peak_read", number(static_cast<std::int64_t>(snapshot.peak_read))},
              {"peak_write", number(static_cast<std::int64_t>(snapshot.peak_write))}};
}

namespace {

std::uint64_t read_unsigned(DocumentReader& reader, std::string_view name) {
  const std::string digits = reader.text(name);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) reader.fail();
  return value;
}

}  // namespace

std::optional<throughput::Snapshot> partitions_from_document(const Item& document) {
  DocumentReader reader(document);
  throughput::Snapshot snapshot;
  for (const AttributeValue& element : reader.list("partitions")) {
    const auto* map = element.get_if<Map>();
    if (map == nullptr) return std::nullopt;
    DocumentReader members(*map);
    throughput::Snapshot::Part part;
    part.id = read_unsigned(members, "id");
    part.parent = read_unsigned(members, "parent");
    part.begin.hash = read_unsigned(members, "hash");
    part.begin.sort = members.bytes("sort");
    part.bytes = members.integer("bytes");
    if (!members.ok()) return std::nullopt;
    snapshot.partitions.push_back(std::move(part));
  }
  snapshot.next_id = read_unsigned(reader, "next_id");
  snapshot.warm = read_units_of(reader, "warm");
  snapshot.peak_read = static_cast<double>(reader.integer("peak_read"));
  snapshot.peak_write = static_cast<double>(reader.integer("peak_write"));
  if (!reader.ok()) return std::nullopt;
  return snapshot;
}

}  // namespace isotherm::engine
