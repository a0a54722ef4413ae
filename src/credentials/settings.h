#pragma once

// What the environment and the shared files say: the raw material of the credential chain. Both are
// handed in, so that tests have their own.

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "signing/ini_file.h"

namespace isotherm::credentials {

/// The value of an environment variable; absent when it is not set.
using Environment = std::function<std::optional<std::string>(const char* name)>;

/// The process's own.
Environment process_environment();

/// One profile: what ~/.aws/credentials and ~/.aws/config say of it; the former wins.
class SharedProfile {
 public:
  /// nullptr: no such property, or an empty one.
  const std::string* find(std::string_view property) const;
  bool has(std::string_view property) const { return find(property) != nullptr; }
  void add(const signing::IniSection& section);

 private:
  std::map<std::string, std::string, std::less<>> properties_;
};

class Settings {
 public:
  /// `profile`: chosen by hand; beats AWS_PROFILE.
  explicit Settings(Environment environment, std::optional<std::string> profile = std::nullopt);

  /// Set, and not empty.
  std::optional<std::string> variable(const char* name) const;
  /// Whether a variable is set to "true", in any case.
  bool is_true(const char* name) const;

  /// Whom to trust on TLS; empty: the machine's authorities.
  std::string authorities_file() const { return variable("AWS_CA_BUNDLE").value_or(""); }

  const std::string& profile_name() const { return profile_name_; }
  /// Somebody named the profile: then it must be there.
  bool profile_was_named() const { return profile_was_named_; }
  const std::string& credentials_path() const { return credentials_path_; }
  const std::string& config_path() const { return config_path_; }

  /// Reads a profile out of the shared files, anew. Nothing: no such profile. A file that is not
  /// there has no profiles; one that cannot be read or understood is an error.
  Expected<std::optional<SharedProfile>, std::string> read_profile(std::string_view name) const;

 private:
  Environment environment_;
  std::string profile_name_;
  bool profile_was_named_;
  std::string credentials_path_;
  std::string config_path_;
};

}  // namespace isotherm::credentials
