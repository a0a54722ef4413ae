#include "schema/schema.h"

#include <algorithm>

namespace isotherm::schema {

const IndexRule* TableRule::find_index(std::string_view index) const {
  const auto at = std::find_if(indexes.begin(), indexes.end(),
                               [&](const IndexRule& rule) { return rule.name == index; });
  return at == indexes.end() ? nullptr : &*at;
}

bool TableRule::has_sharded_index() const {
  return std::any_of(indexes.begin(), indexes.end(),
                     [](const IndexRule& rule) { return rule.is_sharded(); });
}

const TableRule* Schema::find_table(std::string_view table) const {
  const auto at = tables.find(table);
  return at == tables.end() ? nullptr : &at->second;
}

}  // namespace isotherm::schema
