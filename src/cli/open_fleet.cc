#include "cli/open_fleet.h"

#include "cli/place_spec.h"

namespace isotherm::cli {
namespace {

using Refused = Failure<std::string>;

Expected<std::unique_ptr<remote::Remote>, std::string> open_store(const schema::FleetStore& store,
                                                                  UpstreamOptions options,
                                                                  const std::string& region,
                                                                  unsigned threads) {
  auto endpoint = remote::parse_endpoint(store.endpoint);
  if (!endpoint.ok()) return Refused("stores." + store.name + ": " + endpoint.error());
  options.url = endpoint->url();
  if (!store.profile.empty()) options.profile = store.profile;
  if (store.is_unsigned) {
    options.is_unsigned = true;
    options.profile.clear();
  }
  auto opened = options.open(options.region(store.region.empty() ? region : store.region), threads);
  if (!opened.ok()) return Refused("stores." + store.name + ": " + opened.error());
  return opened;
}

/// A placement on the table's members.
Expected<std::shared_ptr<const placement::Placement>, std::string> placement_of(
    const schema::FleetTable& table) {
  PlaceSpec spec;
  spec.scheme = table.placement.scheme;
  if (table.placement.hash) spec.hash = *table.placement.hash;
  if (table.placement.points) {
    spec.points = parse_decimal(*table.placement.points);
    if (!spec.points)
      return Refused("tables." + table.name + ".placement: '" + *table.placement.points +
                     "' is no number of points");
  }
  if (table.placement.file) {
    spec.file = *table.placement.file;
  } else {
    for (const schema::FleetMember& member : table.members)
      spec.nodes += (spec.nodes.empty() ? "" : ",") + member.name + ":" + member.weight;
  }
  auto built = build_placement(spec);
  if (!built.ok()) return Refused("tables." + table.name + ".placement: " + built.error().message);
  return std::shared_ptr<const placement::Placement>(std::move(built).value());
}

}  // namespace

Expected<OpenFleet, std::string> open_fleet(const schema::FleetFile& file,
                                            const UpstreamOptions& common,
                                            const std::string& region, unsigned threads) {
  OpenFleet open;
  for (const auto& [name, store] : file.stores) {
    ASSIGN_OR_RETURN(open.stores[name], open_store(store, common, region, threads));
  }
  std::vector<fleet::FleetRule> rules;
  for (const schema::FleetTable& table : file.tables) {
    fleet::FleetRule rule;
    rule.table = table.name;
    for (const schema::FleetMember& member : table.members)
      rule.members.push_back({member.name, open.stores.at(member.store).get(), member.table});
    ASSIGN_OR_RETURN(rule.readers, placement_of(table));
    rule.writers = rule.readers;
    rules.push_back(std::move(rule));
  }
  ASSIGN_OR_RETURN(open.fleet,
                   fleet::Fleet::make(*open.stores.at(file.default_store), std::move(rules)));
  return open;
}

}  // namespace isotherm::cli
