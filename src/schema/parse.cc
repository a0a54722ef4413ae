// From YAML to a schema: the top of the file and its tables; parse_rule.h reads a table's rules.

#include <array>

#include "schema/document.h"
#include "schema/index_table_rule.h"
#include "schema/parse_rule.h"
#include "schema/parse_wildcard.h"
#include "schema/schema.h"
#include "schema/section.h"

namespace isotherm::schema {
namespace {

Schema read(const YAML::Node& root, Problems& problems) {
  constexpr std::array<std::string_view, 2> known = {"version", "tables"};
  Schema schema;
  const Section top(root, "", 1, problems);
  if (!top.is_mapping()) return schema;
  top.expect_keys(known, {});
  if (const auto version = top.text("version", "begin with 'version: 1'");
      version && *version != "1")
    top.report("version", "'" + *version + "' is no version that this program knows",
               "write 'version: 1'");
  if (!top.has("tables")) {
    top.report("", "'tables' is missing", "list the tables with rules under 'tables:'");
    return schema;
  }
  const Section tables(top.node("tables"), "tables", top.line_of("tables"), problems);
  for (const Section::Entry& entry : tables.entries()) {
    if (entry.key == "*") {
      schema.wildcard = parse_wildcard(entry, problems);
      continue;
    }
    TableRule rule = parse_table(entry, problems);
    check_rules(rule, problems);
    schema.tables.emplace(entry.key, std::move(rule));
  }
  check_index_tables(schema, problems);
  return schema;
}

}  // namespace

Checked<Schema> parse(std::string_view yaml) {
  Problems problems;
  Schema schema;
  read_document(yaml, problems, [&](const YAML::Node& root) { schema = read(root, problems); });
  if (!problems.empty()) return Failure(sorted_by_line(problems));
  return schema;
}

Checked<Schema> parse_file(const std::filesystem::path& file) {
  ASSIGN_OR_RETURN(const std::string text, read_text(file));
  return parse(text);
}

}  // namespace isotherm::schema
