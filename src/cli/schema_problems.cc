#include "cli/schema_problems.h"

#include "gateway/gateway.h"
#include "store/run.h"

namespace isotherm::cli {

Result<schema::Problems> problems_with(Store& store, std::shared_ptr<const schema::Schema> schema) {
  gateway::Gateway gateway(store, std::move(schema));
  return isotherm::run(gateway.check_schema());
}

Result<schema::Problems> missing_tables(Store& store, const schema::Schema& schema) {
  schema::Problems problems;
  for (const auto& [name, rule] : schema.tables) {
    const auto table = isotherm::run(store.describe_table({name}));
    if (table.ok()) continue;
    if (table.error().code() != ErrorCode::resource_not_found) return table.error();
    problems.push_back(schema::missing_table(rule));
  }
  return problems;
}

}  // namespace isotherm::cli
