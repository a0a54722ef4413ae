#pragma once

// The Security Token Service: a role's temporary credentials, for the token of an identity provider
// (AssumeRoleWithWebIdentity) or for other credentials (AssumeRole).

#include <boost/asio/awaitable.hpp>
#include <optional>
#include <string>

#include "credentials/provider.h"
#include "credentials/settings.h"

namespace isotherm::credentials {

/// The role to take on.
struct Role {
  std::string arn;
  std::string session_name;
  /// Seconds; empty: the service's standard, one hour.
  std::string duration = {};
  std::string external_id = {};
};

/// A session name that tells who and when, for who gave none.
std::string standard_session_name(UnixMillis now);

/// By the token in a file, which is read now: whoever wrote it renews it.
boost::asio::awaitable<Outcome> assume_with_token(const Settings& settings, std::string region,
                                                  Role role, std::string token_file);

/// By credentials that may.
boost::asio::awaitable<Outcome> assume(const Settings& settings, std::string region, Role role,
                                       signing::Credentials source, UnixMillis now);

/// What its XML says: credentials, or the error's code and message. Exposed for tests.
Outcome read_sts_answer(int status, const std::string& xml);

}  // namespace isotherm::credentials
