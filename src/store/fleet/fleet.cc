// Fleet: its tables.

#include "store/fleet/fleet.h"

#include <set>

#include "store/table_names.h"

namespace isotherm::fleet {

Expected<std::unique_ptr<Fleet>, std::string> Fleet::make(Store& below,
                                                          std::vector<FleetRule> rules,
                                                          FleetOptions options) {
  std::unique_ptr<Fleet> fleet(new Fleet(below, options));
  std::set<std::pair<Store*, std::string>> places;
  for (FleetRule& rule : rules) {
    for (const Member& member : rule.members)
      if (!places.emplace(member.store, member.table).second)
        return Failure("table " + member.table + " of member " + member.name +
                       " is a place of two tables; " + rule.table + " is the second");
    ASSIGN_OR_RETURN(std::unique_ptr<FleetTable> table, FleetTable::make(std::move(rule)));
    const std::string name = table->name();
    if (!fleet->tables_.emplace(name, std::move(table)).second)
      return Failure("table " + name + " has two rules");
  }
  return fleet;
}

FleetTable* Fleet::find_table(std::string_view name_or_arn) const {
  const auto found = tables_.find(table_name_in(name_or_arn));
  return found == tables_.end() ? nullptr : found->second.get();
}

}  // namespace isotherm::fleet
