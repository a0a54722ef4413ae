#include "schema/document.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/parser.h>

#include <fstream>
#include <sstream>
#include <vector>

namespace isotherm::schema {
namespace {

/// Where each document of a text begins.
class DocumentStarts final : public YAML::EventHandler {
 public:
  const std::vector<YAML::Mark>& marks() const { return marks_; }

  void OnDocumentStart(const YAML::Mark& mark) override { marks_.push_back(mark); }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t,
                const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}

 private:
  std::vector<YAML::Mark> marks_;
};

/// Reports a second document. Never more are looked for: of a text that begins with what no
/// document can begin with, yaml-cpp makes empty ones without end.
void expect_one_document(const std::string& yaml, Problems& problems) {
  std::istringstream text(yaml);
  YAML::Parser parser(text);
  DocumentStarts starts;
  if (!parser.HandleNextDocument(starts) || !parser.HandleNextDocument(starts)) return;
  const YAML::Mark& second = starts.marks().back();
  const int line = second.is_null() ? 1 : second.line + 1;
  if (second.pos == starts.marks().front().pos) {
    problems.push_back({line, "the text is no YAML", "mend the syntax at this line"});
  } else {
    problems.push_back({line, "the file has more than one YAML document",
                        "put all tables under one 'tables:', and take out the '---' between"});
  }
}

}  // namespace

void read_document(std::string_view yaml, Problems& problems,
                   const std::function<void(const YAML::Node& root)>& read) {
  try {
    const std::string text(yaml);
    read(YAML::Load(text));
    expect_one_document(text, problems);
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
