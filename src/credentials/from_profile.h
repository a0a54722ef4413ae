#pragma once

// What a profile of the shared files says, the first that it has:
//
//   role_arn, web_identity_token_file     a role by a token
//   role_arn, source_profile or           a role by other credentials: of another profile, or
//     credential_source                   Environment, EcsContainer, Ec2InstanceMetadata
//   aws_access_key_id, …                  keys
//   credential_process                    a program
//
// A login (sso_session, sso_start_url) is refused: a server has nobody to log in.

#include <boost/asio/awaitable.hpp>

#include "credentials/provider.h"
#include "credentials/settings.h"

namespace isotherm::credentials {

boost::asio::awaitable<Outcome> from_profile(const Settings& settings, std::string region,
                                             UnixMillis now);

}  // namespace isotherm::credentials
