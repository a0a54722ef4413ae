#include "schema/index_table_rule.h"

#include <algorithm>
#include <array>

#include "model/limits.h"
#include "schema/did_you_mean.h"

namespace isotherm::schema {
namespace {

constexpr std::string_view projection_cure = "ALL, KEYS_ONLY, or a list of attributes as [a, b]";

bool is_table_name(std::string_view name) {
  return name.size() >= 3 && name.size() <= 255 && std::ranges::all_of(name, [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '_' || c == '-' || c == '.';
         });
}

Projection parse_projection(const Section& index) {
  Projection projection;
  if (!index.has("projection")) return projection;
  if (index.node("projection").IsSequence()) {
    projection.type = ProjectionType::include;
    if (auto names = index.texts("projection", projection_cure))
      projection.non_key_attributes = *std::move(names);
    if (projection.non_key_attributes.size() > limits::non_key_attributes_per_index_max)
      index.report("projection", "has more than 20 attributes", "ALL, or fewer");
    return projection;
  }
  const auto word = index.text("projection", projection_cure);
  if (word == "KEYS_ONLY")
    projection.type = ProjectionType::keys_only;
  else if (word && *word != "ALL")
    index.report("projection", "unknown projection '" + *word + "'", std::string(projection_cure));
  return projection;
}

Maintain parse_maintain(const Section& index) {
  constexpr std::array<std::string_view, 2> known = {"transaction", "stream"};
  const auto word =
      index.text("maintain", "write 'maintain: transaction' or 'maintain: stream'", true);
  if (word == "stream") return Maintain::stream;
  if (word && *word != "transaction")
    index.report("maintain", "unknown word '" + *word + "'", did_you_mean(*word, known));
  return Maintain::transaction;
}

}  // namespace

IndexTableRule parse_index_table(const Section& index, std::optional<KeyType> sort_type) {
  IndexTableRule rule;
  if (auto table = index.text("table", "name the table in the store, as 'table: user_managed'"))
    rule.table = *std::move(table);
  if (!rule.table.empty() && !is_table_name(rule.table))
    index.report("table", "'" + rule.table + "' is no name",
                 "3 to 255 letters, digits, '_', '-' and '.'");
  rule.sort_type = sort_type.value_or(KeyType::S);
  rule.projection = parse_projection(index);
  rule.maintain = parse_maintain(index);
  return rule;
}

void refuse_index_table_keys(const Section& index, bool has_sort_type) {
  for (const char* key : {"table", "projection", "maintain"})
    if (index.has(key)) index.report(key, "is of the type 'table'", "remove it, or use that type");
  if (has_sort_type)
    index.report("sort_key", "its type is that of the index in the store", "give the name alone");
}

void check_index_tables(const Schema& schema, Problems& problems) {
  std::map<std::string, std::string, std::less<>> users;
  for (const auto& [name, table] : schema.tables) {
    for (const IndexRule& index : table.indexes) {
      if (!index.table || index.table->table.empty()) continue;
      const std::string& used = index.table->table;
      const std::string path = "tables." + name + ".indexes." + index.name;
      if (schema.find_table(used) != nullptr)
        problems.push_back({index.line, path + ".table: '" + used + "' is a table of the schema",
                            "an index table is nobody else's; name another"});
      const auto [at, is_new] = users.emplace(used, path);
      if (!is_new)
        problems.push_back({index.line,
                            path + ".table: '" + used + "' is also that of " + at->second,
                            "give each index a table of its own"});
    }
  }
}

}  // namespace isotherm::schema
