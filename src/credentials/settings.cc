#include "credentials/settings.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "signing/canonical_request.h"

namespace isotherm::credentials {
namespace {

using Sections = std::vector<signing::IniSection>;

// Of the credentials file sections are profiles; in the config file "[profile name]" is, and the
// default one may leave the word out.
constexpr std::string_view prefix = "profile";

std::string_view profile_of(const signing::IniSection& section, bool is_config) {
  const std::string_view name = section.name;
  const bool has_prefix = name.starts_with(prefix) && name.size() > prefix.size() &&
                          (name[prefix.size()] == ' ' || name[prefix.size()] == '\t');
  if (!is_config) return name;
  if (has_prefix) return signing::trimmed(name.substr(prefix.size()));
  return name == "default" ? name : std::string_view();
}

Expected<Sections, std::string> read_sections(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return Sections();
  std::string text;
  if (const auto read = signing::read_text_file(path, text); !read.ok())
    return path + " cannot be read: " + read.error();
  auto sections = signing::parse_ini(text);
  if (!sections.ok()) return path + ", " + sections.error();
  return std::move(sections).value();
}

}  // namespace

Environment process_environment() {
  return [](const char* name) -> std::optional<std::string> {
    const char* const value = std::getenv(name);
    if (value == nullptr) return std::nullopt;
    return value;
  };
}

const std::string* SharedProfile::find(std::string_view property) const {
  const auto at = properties_.find(property);
  return at == properties_.end() || at->second.empty() ? nullptr : &at->second;
}

void SharedProfile::add(const signing::IniSection& section) {
  for (const signing::IniProperty& property : section.properties)
    properties_.insert_or_assign(property.name, property.value);
}

Settings::Settings(Environment environment, std::optional<std::string> profile)
    : environment_(std::move(environment)) {
  if (!profile) profile = variable("AWS_PROFILE");
  profile_was_named_ = profile.has_value();
  profile_name_ = profile.value_or("default");
  const std::string home = variable("HOME").value_or("");
  const auto path = [&](const char* name, const char* standard) {
    std::string given = variable(name).value_or(home + "/.aws/" + standard);
    if (given.starts_with("~/")) given.replace(0, 1, home);
    return given;
  };
  credentials_path_ = path("AWS_SHARED_CREDENTIALS_FILE", "credentials");
  config_path_ = path("AWS_CONFIG_FILE", "config");
}

std::optional<std::string> Settings::variable(const char* name) const {
  std::optional<std::string> value = environment_(name);
  if (value && value->empty()) value.reset();
  return value;
}

bool Settings::is_true(const char* name) const {
  return signing::lower_case(variable(name).value_or("")) == "true";
}

Expected<std::optional<SharedProfile>, std::string> Settings::read_profile(
    std::string_view name) const {
  std::optional<SharedProfile> profile;
  const std::pair<const std::string&, bool> files[] = {{config_path_, true},
                                                       {credentials_path_, false}};
  for (const auto& [path, is_config] : files) {
    ASSIGN_OR_RETURN(const Sections sections, read_sections(path));
    for (const signing::IniSection& section : sections) {
      if (profile_of(section, is_config) != name) continue;
      if (!profile) profile.emplace();
      profile->add(section);
    }
  }
  return profile;
}

}  // namespace isotherm::credentials
