#include "signing/ini_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

namespace isotherm::signing {
namespace {

using Problem = std::string;

class Reader {
 public:
  Expected<std::vector<IniSection>, Problem> read(std::string_view text);

 private:
  Expected<void, Problem> read_line(std::string_view line);
  Problem here(const std::string& what) const {
    return "line " + std::to_string(line_) + ": " + what;
  }

  int line_ = 0;
  /// The last property had no value, so indented lines belong to it.
  bool may_nest_ = false;
  std::vector<IniSection> sections_;
};

Expected<std::vector<IniSection>, Problem> Reader::read(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    ++line_;
    TRY(read_line(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return std::move(sections_);
}

Expected<void, Problem> Reader::read_line(std::string_view line) {
  const bool is_nested = line.starts_with(' ') || line.starts_with('\t');
  line = trimmed(line);
  if (line.empty() || line.front() == '#' || line.front() == ';') return {};
  if (line.front() == '[') {
    // A comment may follow the name.
    const std::size_t end = line.find(']');
    const std::string_view rest =
        end == std::string_view::npos ? std::string_view() : trimmed(line.substr(end + 1));
    if (end == std::string_view::npos || !(rest.empty() || rest[0] == '#' || rest[0] == ';'))
      return here("a section's name ends with ']'");
    sections_.push_back({std::string(trimmed(line.substr(1, end - 1))), {}, line_});
    may_nest_ = false;
    return {};
  }
  if (is_nested && may_nest_) return {};
  const std::size_t equals = line.find('=');
  if (equals == std::string_view::npos) return here("expected name = value");
  if (sections_.empty()) return here("a property stands below a [section]");
  const std::string_view value = trimmed(line.substr(equals + 1));
  may_nest_ = value.empty();
  sections_.back().properties.push_back(
      {std::string(trimmed(line.substr(0, equals))), std::string(value), line_});
  return {};
}

}  // namespace

const std::string* IniSection::find(std::string_view property) const {
  const auto at = std::find_if(properties.rbegin(), properties.rend(),
                               [&](const IniProperty& each) { return each.name == property; });
  return at == properties.rend() ? nullptr : &at->value;
}

Expected<std::vector<IniSection>, std::string> parse_ini(std::string_view text) {
  return Reader().read(text);
}

Expected<void, std::string> read_text_file(const std::string& path, std::string& text) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::ostringstream out;
  // An empty file is one too; a folder opens and cannot be read.
  if (file && file.peek() != std::ifstream::traits_type::eof()) out << file.rdbuf();
  if (!file.is_open() || errno != 0) return std::string(std::strerror(errno != 0 ? errno : EIO));
  text = std::move(out).str();
  return {};
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view spaces = " \t\r";
  const std::size_t begin = text.find_first_not_of(spaces);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(spaces) - begin + 1);
}

}  // namespace isotherm::signing
