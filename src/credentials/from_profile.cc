#include "credentials/from_profile.h"

#include <set>

#include "credentials/from_container.h"
#include "credentials/from_environment.h"
#include "credentials/from_process.h"
#include "credentials/instance_metadata.h"
#include "credentials/sts.h"

namespace isotherm::credentials {
namespace {

template <class T>
using Task = boost::asio::awaitable<T>;

constexpr std::chrono::seconds process_time_max{60};

std::string value_or(const SharedProfile& profile, std::string_view name,
                     const std::string& standard = {}) {
  const std::string* value = profile.find(name);
  return value != nullptr ? *value : standard;
}

Outcome keys_of(const SharedProfile& profile) {
  const std::string id = value_or(profile, "aws_access_key_id");
  const std::string secret = value_or(profile, "aws_secret_access_key");
  if (id.empty()) return Broken{"has aws_secret_access_key and no aws_access_key_id"};
  if (secret.empty()) return Broken{"has aws_access_key_id and no aws_secret_access_key"};
  return Found{{id, secret, value_or(profile, "aws_session_token")}};
}

bool has_keys(const SharedProfile& profile) {
  return profile.has("aws_access_key_id") || profile.has("aws_secret_access_key");
}

/// Follows a profile to credentials, through the profiles that it names.
class Search {
 public:
  Search(const Settings& settings, std::string region, UnixMillis now)
      : settings_(settings), region_(std::move(region)), now_(now) {}

  Task<Outcome> follow(std::string name) {
    auto read = settings_.read_profile(name);
    if (!read.ok()) co_return Broken{read.error()};
    if (!*read) {
      std::string why = "there is no profile '" + name + "' in " + settings_.config_path() +
                        " or " + settings_.credentials_path();
      if (settings_.profile_was_named() || !visited_.empty()) co_return Broken{std::move(why)};
      co_return NotSetUp{std::move(why)};
    }
    if (!visited_.insert(name).second)
      co_return Broken{"profile '" + name + "' is its own source, through others"};
    Outcome outcome = co_await of_profile(name, **read);
    if (auto* broken = std::get_if<Broken>(&outcome))
      broken->why = "profile '" + name + "' " + broken->why;
    co_return outcome;
  }

 private:
  Task<Outcome> of_profile(std::string name, SharedProfile profile) {
    if (profile.has("role_arn")) co_return co_await of_role(std::move(name), std::move(profile));
    if (has_keys(profile)) co_return keys_of(profile);
    if (profile.has("credential_process"))
      co_return co_await from_process(*profile.find("credential_process"), process_time_max);
    if (profile.has("sso_session") || profile.has("sso_start_url"))
      co_return Broken{
          "needs a login (sso): a server has nobody to log in. 'aws configure export-credentials' "
          "gives what a login got, and credential_process may call it"};
    co_return NotSetUp{"profile '" + name + "' has no credentials"};
  }

  Task<Outcome> of_role(std::string name, SharedProfile profile) {
    if (profile.has("mfa_serial"))
      co_return Broken{"wants a code of a device (mfa_serial): a server has nobody to type it"};
    const Role role{
        .arn = *profile.find("role_arn"),
        .session_name = value_or(profile, "role_session_name", standard_session_name(now_)),
        .duration = value_or(profile, "duration_seconds"),
        .external_id = value_or(profile, "external_id")};
    if (profile.has("web_identity_token_file"))
      co_return co_await assume_with_token(settings_, region_, role,
                                           *profile.find("web_identity_token_file"));
    Outcome source = co_await source_of(std::move(name), profile);
    if (const auto* missing = std::get_if<NotSetUp>(&source))
      co_return Broken{"has a source without credentials: " + missing->why};
    if (!std::holds_alternative<Found>(source)) co_return source;
    co_return co_await assume(settings_, region_, role, std::get<Found>(source).credentials, now_);
  }

  /// The credentials that may take on the role.
  Task<Outcome> source_of(std::string name, const SharedProfile& profile) {
    const std::string other = value_or(profile, "source_profile");
    const std::string place = value_or(profile, "credential_source");
    if (!other.empty() && !place.empty())
      co_return Broken{"has source_profile and credential_source: keep one of them"};
    if (other == name) co_return keys_of(profile);
    if (!other.empty()) co_return co_await follow(other);
    if (place == "Environment") co_return from_environment(settings_);
    if (place == "EcsContainer") co_return co_await from_container(settings_);
    if (place == "Ec2InstanceMetadata") co_return co_await from_instance_metadata(settings_, now_);
    if (!place.empty())
      co_return Broken{"has credential_source '" + place +
                       "': it is Environment, EcsContainer or Ec2InstanceMetadata"};
    co_return Broken{
        "has role_arn and none of source_profile, credential_source, web_identity_token_file"};
  }

  const Settings& settings_;
  std::string region_;
  UnixMillis now_;
  std::set<std::string> visited_;
};

}  // namespace

Task<Outcome> from_profile(const Settings& settings, std::string region, UnixMillis now) {
  Search search(settings, std::move(region), now);
  co_return co_await search.follow(settings.profile_name());
}

}  // namespace isotherm::credentials
