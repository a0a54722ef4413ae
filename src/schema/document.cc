#include "schema/document.h"

#include <fstream>
#include <sstream>

namespace isotherm::schema {
namespace {

/// Where the second document begins, or the file when nobody knows.
int line_of_second(const std::vector<YAML::Node>& documents) {
  const YAML::Mark mark = documents[1].Mark();
  return mark.is_null() ? 1 : mark.line + 1;
}

}  // namespace

void read_document(std::string_view yaml, Problems& problems,
                   const std::function<void(const YAML::Node& root)>& read) {
  try {
    const std::vector<YAML::Node> documents = YAML::LoadAll(std::string(yaml));
    read(documents.empty() ? YAML::Node() : documents.front());
    if (documents.size() > 1)
      problems.push_back({line_of_second(documents), "the file has more than one YAML document",
                          "put all tables under one 'tables:', and take out the '---' between"});
  } catch (const YAML::Exception& error) {
    problems.push_back({error.mark.is_null() ? 1 : error.mark.line + 1,
                        "the text is no YAML: " + error.msg, "mend the syntax at this line"});
  }
}

Checked<std::string> read_text(const std::filesystem::path& file) {
  std::error_code error;
  if (std::filesystem::is_directory(file, error))
    return Failure(Problems{{0, "is a folder", "name a file"}});
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  if (!in || !(text << in.rdbuf() || text.str().empty()))
    return Failure(Problems{{0, "cannot be read", "check that the file exists and may be read"}});
  return text.str();
}

}  // namespace isotherm::schema
