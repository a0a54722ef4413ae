#include "store/engine/catalog_document.h"

#include "store/engine/change_log.h"

namespace isotherm::engine {
namespace {

AttributeValue number(std::int64_t value) { return AttributeValue(Number(value)); }

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
  const auto add = [&](const std::vector<AttributeDefinition>& more, const char* name) {
    if (more.empty()) return;
    List attributes;
    for (const AttributeDefinition& attribute : more) {
      attributes.push_back(attribute_document(attribute));
    }
    map.emplace(name, std::move(attributes));
  };
  add(key.more_partition, "more_partition");
  add(key.more_sort, "more_sort");
  return map;
}

std::vector<AttributeDefinition> read_more(DocumentReader& reader, std::string_view name) {
  std::vector<AttributeDefinition> more;
  if (!reader.has(name)) return more;
  for (const AttributeValue& attribute : reader.list(name)) {
    const auto* map = attribute.get_if<Map>();
    if (map == nullptr) return reader.fail(), more;
    more.push_back(read_attribute(*map, reader));
  }
  return more;
}

KeySchema read_key(DocumentReader& reader, std::string_view name) {
  const Map& map = reader.map(name);
  DocumentReader members(map);
  KeySchema key;
  key.partition = read_attribute(members.map("partition"), reader);
  if (members.has("sort")) key.sort = read_attribute(members.map("sort"), reader);
  key.more_partition = read_more(members, "more_partition");
  key.more_sort = read_more(members, "more_sort");
  if (!members.ok()) reader.fail();
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

void add_changes(const CapacityChanges& changes, Map& map) {
  map.emplace("last_increase", number(changes.last_increase.count()));
  map.emplace("last_decrease", number(changes.last_decrease.count()));
  map.emplace("decreases_today", number(changes.decreases_today));
}

/// Indexes that were stored before these were counted have none.
CapacityChanges read_changes(DocumentReader& reader) {
  CapacityChanges changes;
  if (!reader.has("last_increase")) return changes;
  changes.last_increase = UnixMillis(reader.integer("last_increase"));
  changes.last_decrease = UnixMillis(reader.integer("last_decrease"));
  changes.decreases_today = reader.integer("decreases_today");
  return changes;
}

// What shows of an update until it settles: when that is, and the capacity from before.

template <class Described>
Map capacity_document(const Described& described) {
  Map map{{"name", described.name}, {"provisioned", units_document(described.provisioned)}};
  add_changes(described.changes, map);
  add_optional_units(described.warm, "warm", map);
  return map;
}

template <class Described>
void read_capacity(DocumentReader& reader, Described& described) {
  described.name = reader.text("name");
  described.provisioned = read_units_of(reader, "provisioned");
  described.changes = read_changes(reader);
  described.warm = read_optional_units(reader, "warm");
}

void add_settling(const Table& table, Map& map) {
  map.emplace("settles", number(table.settles_time.count()));
  if (table.before_update == nullptr) return;
  const TableDescription& before = *table.before_update;
  Map document = capacity_document(before);
  document.emplace("billing_mode", number(static_cast<int>(before.billing_mode)));
  List indexes;
  for (const GlobalSecondaryIndex& index : before.global_indexes) {
    indexes.emplace_back(capacity_document(index));
  }
  document.emplace("indexes", std::move(indexes));
  map.emplace("before", std::move(document));
}

void read_settling(DocumentReader& reader, StoredTable& table) {
  table.settles_time = UnixMillis(reader.integer("settles"));
  if (!reader.has("before")) return;
  DocumentReader members(reader.map("before"));
  TableDescription before;
  read_capacity(members, before);
  before.billing_mode = static_cast<BillingMode>(members.integer("billing_mode"));
  for (const AttributeValue& element : members.list("indexes")) {
    const auto* map = element.get_if<Map>();
    if (map == nullptr) return reader.fail();
    DocumentReader index(*map);
    read_capacity(index, before.global_indexes.emplace_back());
    if (!index.ok()) reader.fail();
  }
  if (!members.ok()) reader.fail();
  table.before_update = std::make_shared<const TableDescription>(std::move(before));
}

// Contributor Insights.

void add_insights(const std::optional<InsightsSetting>& setting, Map& map) {
  if (!setting) return;
  map.emplace("insights", Map{{"enabled", setting->enabled},
                              {"mode", number(static_cast<int>(setting->mode))},
                              {"changed", number(setting->changed.count())}});
}

std::optional<InsightsSetting> read_insights(DocumentReader& reader) {
  if (!reader.has("insights")) return std::nullopt;
  DocumentReader members(reader.map("insights"));
  InsightsSetting setting{members.boolean("enabled"),
                          static_cast<InsightsMode>(members.integer("mode")),
                          UnixMillis(members.integer("changed"))};
  if (!members.ok()) reader.fail();
  return setting;
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
  add_changes(index.changes, map);
  add_on_demand(index.on_demand, map);
  add_optional_units(index.warm, "warm", map);
  add_insights(index.insights, map);
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
  index.changes = read_changes(reader);
  index.on_demand = read_on_demand(reader);
  index.warm = read_optional_units(reader, "warm");
  index.insights = read_insights(reader);
  return index;
}

AttributeValue restore_document(const RestoreSummary& restore) {
  Map map{{"table_arn", restore.source_table_arn},
          {"time", number(restore.restore_time.count())},
          {"in_progress", restore.in_progress}};
  if (restore.source_backup_arn) map.emplace("backup_arn", *restore.source_backup_arn);
  return map;
}

RestoreSummary read_restore(DocumentReader& reader) {
  DocumentReader members(reader.map("restore"));
  RestoreSummary restore;
  restore.source_table_arn = members.text("table_arn");
  restore.restore_time = UnixMillis(members.integer("time"));
  restore.in_progress = members.boolean("in_progress");
  if (members.has("backup_arn")) restore.source_backup_arn = members.text("backup_arn");
  if (!members.ok()) reader.fail();
  return restore;
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
                {"table_class", d.table_class},
                {"show_table_class", d.show_table_class},
                {"deletion_protection", d.deletion_protection}};
  add_changes(d.changes, document);
  add_on_demand(d.on_demand, document);
  add_optional_units(d.warm, "warm", document);
  if (table.log != nullptr) document.emplace("log", number(table.log->id()));
  if (d.stream_view) document.emplace("stream_view", number(static_cast<int>(*d.stream_view)));
  if (!d.stream_label.empty()) document.emplace("stream_label", d.stream_label);
  if (d.recovery_days) {
    document.emplace("recovery_days", number(*d.recovery_days));
    document.emplace("recovery_since", number(d.recovery_since.count()));
  }
  if (d.restore) document.emplace("restore", restore_document(*d.restore));
  if (table.is_loading) document.emplace("loading", true);
  add_insights(d.insights, document);
  if (d.encryption_key) document.emplace("encryption_key", *d.encryption_key);
  document.emplace("settings", settings_document(*table.settings));
  add_indexes(table, document);
  if (table.settles_time.count() > 0) add_settling(table, document);
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
  d.changes = read_changes(reader);
  d.on_demand = read_on_demand(reader);
  d.warm = read_optional_units(reader, "warm");
  d.insights = read_insights(reader);
  if (reader.has("encryption_key")) d.encryption_key = reader.text("encryption_key");
  d.table_class = reader.text("table_class");
  d.show_table_class = reader.boolean("show_table_class");
  d.deletion_protection = reader.boolean("deletion_protection");
  if (reader.has("log")) table.log_id = static_cast<ResourceId>(reader.integer("log"));
  if (reader.has("stream_view")) {
    d.stream_view = static_cast<StreamViewType>(reader.integer("stream_view"));
  }
  if (reader.has("stream_label")) d.stream_label = reader.text("stream_label");
  if (reader.has("recovery_days")) {
    d.recovery_days = reader.integer("recovery_days");
    d.recovery_since = UnixMillis(reader.integer("recovery_since"));
  }
  if (reader.has("restore")) d.restore = read_restore(reader);
  if (reader.has("loading")) table.is_loading = reader.boolean("loading");
  if (reader.has("settings")) {
    std::optional<TableSettings> settings = settings_from_document(reader.map("settings"));
    if (!settings) return std::nullopt;
    table.settings = std::move(*settings);
  }
  read_indexes(reader, table);
  if (reader.has("settles")) read_settling(reader, table);
  if (!reader.ok()) return std::nullopt;
  return table;
}

}  // namespace isotherm::engine
