#include "schema/fleet_file.h"

#include <array>

#include "schema/did_you_mean.h"
#include "schema/document.h"
#include "schema/section.h"

namespace isotherm::schema {
namespace {

std::string path_of(std::string_view above, const Section::Entry& entry) {
  return std::string(above) + "." + entry.key;
}

std::optional<std::string> optional_text(const Section& section, std::string_view key) {
  if (!section.has(key)) return std::nullopt;
  return section.text(key, "remove it to use the default", true);
}

FleetStore parse_store(const Section::Entry& entry, Problems& problems) {
  constexpr std::array<std::string_view, 4> known = {"endpoint", "region", "profile", "unsigned"};
  const Section section(entry.value, path_of("stores", entry), entry.line, problems);
  FleetStore store;
  store.name = entry.key;
  store.line = entry.line;
  if (!section.is_mapping()) return store;
  section.expect_keys(known, {});
  store.endpoint = section.text("endpoint", "write 'endpoint: https://…'").value_or("");
  store.region = optional_text(section, "region").value_or("");
  store.profile = optional_text(section, "profile").value_or("");
  if (const auto word = optional_text(section, "unsigned")) {
    store.is_unsigned = *word == "true";
    if (*word != "true" && *word != "false")
      section.report("unsigned", "'" + *word + "' is neither true nor false", "write one of them");
  }
  return store;
}

FleetMember parse_member(const Section::Entry& entry, const std::string& table,
                         std::string_view above, Problems& problems) {
  constexpr std::array<std::string_view, 3> known = {"store", "table", "weight"};
  const Section section(entry.value, path_of(above, entry), entry.line, problems);
  FleetMember member;
  member.name = entry.key;
  member.table = table;
  member.line = entry.line;
  if (!section.is_mapping()) return member;
  section.expect_keys(known, {});
  member.store = section.text("store", "name one of 'stores:'").value_or("");
  member.table = optional_text(section, "table").value_or(table);
  member.weight = optional_text(section, "weight").value_or("1");
  return member;
}

FleetPlacement parse_placement(const Section& table) {
  constexpr std::array<std::string_view, 4> known = {"scheme", "hash", "points", "file"};
  FleetPlacement placement;
  if (!table.has("placement")) return placement;
  placement.line = table.line_of("placement");
  const Section section(table.node("placement"), table.path() + ".placement", placement.line,
                        table.problems());
  if (!section.is_mapping()) return placement;
  section.expect_keys(known, {});
  placement.scheme = section.text("scheme", "write 'scheme: ring'").value_or("ring");
  placement.hash = optional_text(section, "hash");
  placement.points = optional_text(section, "points");
  placement.file = optional_text(section, "file");
  return placement;
}

FleetTable parse_table(const Section::Entry& entry, Problems& problems) {
  constexpr std::array<std::string_view, 2> known = {"placement", "members"};
  const Section section(entry.value, path_of("tables", entry), entry.line, problems);
  FleetTable table;
  table.name = entry.key;
  table.line = entry.line;
  if (!section.is_mapping()) return table;
  section.expect_keys(known, {});
  table.placement = parse_placement(section);
  if (!section.has("members")) {
    section.report("", "'members' is missing", "name where the table lies");
    return table;
  }
  const std::string above = section.path() + ".members";
  const Section members(section.node("members"), above, section.line_of("members"), problems);
  for (const Section::Entry& member : members.entries())
    table.members.push_back(parse_member(member, entry.key, above, problems));
  return table;
}

/// Names of stores that are none.
void check_stores(const FleetFile& fleet, Problems& problems) {
  std::vector<std::string_view> known;
  for (const auto& [name, store] : fleet.stores) known.push_back(name);
  const auto check = [&](const std::string& name, const std::string& what, int line) {
    if (name.empty() || fleet.stores.contains(name)) return;
    problems.push_back(
        {line, what + ": there is no store '" + name + "'", did_you_mean(name, known)});
  };
  check(fleet.default_store, "default", 1);
  for (const FleetTable& table : fleet.tables)
    for (const FleetMember& member : table.members)
      check(member.store, "tables." + table.name + ".members." + member.name, member.line);
}

FleetFile read(const YAML::Node& root, Problems& problems) {
  constexpr std::array<std::string_view, 4> known = {"version", "stores", "default", "tables"};
  FleetFile fleet;
  const Section top(root, "", 1, problems);
  if (!top.is_mapping()) return fleet;
  top.expect_keys(known, {});
  if (const auto version = top.text("version", "begin with 'version: 1'");
      version && *version != "1")
    top.report("version", "'" + *version + "' is no version that this program knows",
               "write 'version: 1'");
  fleet.default_store = top.text("default", "name the store of all other tables").value_or("");
  for (const std::string_view key : {"stores", "tables"})
    if (!top.has(key))
      top.report("", "'" + std::string(key) + "' is missing", "see docs/fleet.md for an example");
  const Section stores(top.node("stores"), "stores", top.line_of("stores"), problems);
  for (const Section::Entry& entry : stores.entries())
    fleet.stores.emplace(entry.key, parse_store(entry, problems));
  const Section tables(top.node("tables"), "tables", top.line_of("tables"), problems);
  for (const Section::Entry& entry : tables.entries())
    fleet.tables.push_back(parse_table(entry, problems));
  check_stores(fleet, problems);
  return fleet;
}

}  // namespace

Checked<FleetFile> parse_fleet(std::string_view yaml) {
  Problems problems;
  FleetFile fleet;
  read_document(yaml, problems, [&](const YAML::Node& root) { fleet = read(root, problems); });
  if (!problems.empty()) return Failure(sorted_by_line(problems));
  return fleet;
}

Checked<FleetFile> parse_fleet_file(const std::filesystem::path& file) {
  ASSIGN_OR_RETURN(const std::string text, read_text(file));
  return parse_fleet(text);
}

}  // namespace isotherm::schema
