#include "signing/credentials_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>

namespace isotherm::signing {
namespace {

using Problem = std::string;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view spaces = " \t\r";
  const std::size_t begin = text.find_first_not_of(spaces);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(spaces) - begin + 1);
}

class Reader {
 public:
  Expected<Profiles, Problem> read(std::string_view text);

 private:
  Expected<void, Problem> read_line(std::string_view line);
  Expected<void, Problem> read_property(std::string_view name, std::string_view value);
  Expected<void, Problem> end_section();
  Problem here(const std::string& what) const { return "line " + std::to_string(line_) + what; }

  std::size_t line_ = 0;
  std::optional<Profile> section_;
  Profiles profiles_;
};

Expected<Profiles, Problem> Reader::read(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    ++line_;
    TRY(read_line(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  TRY(end_section());
  if (profiles_.empty()) {
    return Failure(Problem("no section of it has aws_access_key_id and aws_secret_access_key"));
  }
  return std::move(profiles_);
}

Expected<void, Problem> Reader::read_line(std::string_view line) {
  const bool is_nested = line.starts_with(' ') || line.starts_with('\t');
  line = trimmed(line);
  if (line.empty() || line.front() == '#' || line.front() == ';') return {};
  if (line.front() == '[') {
    if (line.back() != ']') return here(": a section's name ends with ']'");
    TRY(end_section());
    section_.emplace();
    section_->name = trimmed(line.substr(1, line.size() - 2));
    return {};
  }
  const std::size_t equals = line.find('=');
  // The settings of a service, below a property without a value: none of ours.
  if (is_nested && (equals == std::string_view::npos || !line.starts_with("aws_"))) return {};
  if (equals == std::string_view::npos) return here(": expected name = value");
  if (!section_) return here(": a property stands below a [section]");
  return read_property(trimmed(line.substr(0, equals)), trimmed(line.substr(equals + 1)));
}

Expected<void, Problem> Reader::read_property(std::string_view name, std::string_view value) {
  const std::string text(value);
  if (name == "aws_access_key_id") {
    const bool is_plain = std::ranges::all_of(value, [](char c) { return c > ' ' && c != '/'; });
    if (!is_plain) return here(": an access key id has neither spaces nor '/'");
    section_->credentials.access_key_id = text;
  } else if (name == "aws_secret_access_key") {
    section_->credentials.secret_access_key = text;
  } else if (name == "aws_session_token") {
    section_->credentials.session_token = text;
  } else if (name == "isotherm_access") {
    if (value != "full" && value != "read-only") {
      return here(": isotherm_access is full or read-only");
    }
    section_->read_only = value == "read-only";
  }
  return {};
}

Expected<void, Problem> Reader::end_section() {
  if (!section_) return {};
  Profile profile = std::move(*section_);
  section_.reset();
  const Credentials& credentials = profile.credentials;
  // A section with neither describes a role or a login: not for a server.
  if (credentials.access_key_id.empty() && credentials.secret_access_key.empty()) return {};
  const std::string where = "section [" + profile.name + "]";
  if (credentials.access_key_id.empty()) return where + " has no aws_access_key_id";
  if (credentials.secret_access_key.empty()) return where + " has no aws_secret_access_key";
  const std::string id = credentials.access_key_id;
  const auto [place, is_new] = profiles_.emplace(id, std::move(profile));
  if (!is_new) {
    return where + " has the aws_access_key_id of section [" + place->second.name + "]";
  }
  return {};
}

}  // namespace

Expected<Profiles, std::string> parse_credentials(std::string_view text) {
  return Reader().read(text);
}

Expected<Profiles, std::string> read_credentials(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (file) text << file.rdbuf();
  if (!file) return std::string(std::strerror(errno != 0 ? errno : EIO));
  return parse_credentials(text.view());
}

}  // namespace isotherm::signing
