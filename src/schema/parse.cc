// From YAML to a schema: the top of the file and its tables; parse_rule.h reads a table's rules.

#include <array>
#include <fstream>
#include <sstream>

#include "schema/parse_rule.h"
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
    TableRule rule = parse_table(entry, problems);
    check_rules(rule, problems);
    schema.tables.emplace(entry.key, std::move(rule));
  }
  return schema;
}

/// Where the second document begins, or the file when nobody knows.
int line_of_second(const std::vector<YAML::Node>& documents) {
  const YAML::Mark mark = documents[1].Mark();
  return mark.is_null() ? 1 : mark.line + 1;
}

}  // namespace

Checked<Schema> parse(std::string_view yaml) {
  Problems problems;
  Schema schema;
  try {
    const std::vector<YAML::Node> documents = YAML::LoadAll(std::string(yaml));
    schema = read(documents.empty() ? YAML::Node() : documents.front(), problems);
    if (documents.size() > 1)
      problems.push_back({line_of_second(documents), "the file has more than one YAML document",
                          "put all tables under one 'tables:', and take out the '---' between"});
  } catch (const YAML::Exception& error) {
    problems.push_back({error.mark.is_null() ? 1 : error.mark.line + 1,
                        "the text is no YAML: " + error.msg, "mend the syntax at this line"});
  }
  if (!problems.empty()) return Failure(sorted_by_line(problems));
  return schema;
}

Checked<Schema> parse_file(const std::filesystem::path& file) {
  std::error_code error;
  if (std::filesystem::is_directory(file, error))
    return Failure(Problems{{0, "is a folder", "name the schema's file"}});
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  if (!in || !(text << in.rdbuf() || text.str().empty()))
    return Failure(Problems{{0, "cannot be read", "check that the file exists and may be read"}});
  return parse(text.str());
}

}  // namespace isotherm::schema
