#include "signing/credentials_file.h"

#include <algorithm>

#include "signing/ini_file.h"

namespace isotherm::signing {
namespace {

using Problem = std::string;

constexpr std::string_view both_rights =
    "of isotherm_access = read-only and isotherm_tables a section has one, once";

Problem at_line(int line, const std::string& what) {
  return "line " + std::to_string(line) + ": " + what;
}

Expected<void, Problem> read_property(const IniProperty& property, Profile& profile) {
  const auto& [name, value, line] = property;
  if (name == "aws_access_key_id") {
    const bool is_plain = std::ranges::all_of(value, [](char c) { return c > ' ' && c != '/'; });
    if (!is_plain) return at_line(line, "an access key id has neither spaces nor '/'");
    profile.credentials.access_key_id = value;
  } else if (name == "aws_secret_access_key") {
    profile.credentials.secret_access_key = value;
  } else if (name == "aws_session_token") {
    profile.credentials.session_token = value;
  } else if (name == "isotherm_access") {
    if (value != "full" && value != "read-only")
      return at_line(line, "isotherm_access is full or read-only");
    if (value == "full") return {};
    if (profile.rights) return at_line(line, std::string(both_rights));
    profile.rights = TableRights::read_only();
  } else if (name == "isotherm_tables") {
    auto rights = TableRights::parse(value);
    if (!rights.ok()) return at_line(line, "isotherm_tables: " + rights.error());
    if (profile.rights) return at_line(line, std::string(both_rights));
    profile.rights = std::move(rights).value();
  }
  return {};
}

Expected<void, Problem> add_section(const IniSection& section, Profiles& profiles) {
  Profile profile;
  profile.name = section.name;
  for (const IniProperty& property : section.properties) TRY(read_property(property, profile));
  const Credentials& credentials = profile.credentials;
  // A section with neither describes a role or a login: not for a server.
  if (credentials.access_key_id.empty() && credentials.secret_access_key.empty()) return {};
  const std::string where = "section [" + profile.name + "]";
  if (credentials.access_key_id.empty()) return where + " has no aws_access_key_id";
  if (credentials.secret_access_key.empty()) return where + " has no aws_secret_access_key";
  const std::string id = credentials.access_key_id;
  const auto [place, is_new] = profiles.emplace(id, std::move(profile));
  if (is_new) return {};
  return where + " has the aws_access_key_id of section [" + place->second.name + "]";
}

}  // namespace

Expected<Profiles, std::string> parse_credentials(std::string_view text) {
  ASSIGN_OR_RETURN(const std::vector<IniSection> sections, parse_ini(text));
  Profiles profiles;
  for (const IniSection& section : sections) TRY(add_section(section, profiles));
  if (profiles.empty())
    return Problem("no section of it has aws_access_key_id and aws_secret_access_key");
  return profiles;
}

Expected<Profiles, std::string> read_credentials(const std::string& path) {
  std::string text;
  TRY(read_text_file(path, text));
  return parse_credentials(text);
}

}  // namespace isotherm::signing
