#pragma once

// AWS_WEB_IDENTITY_TOKEN_FILE and AWS_ROLE_ARN: a role by the token of an identity provider, as
// Kubernetes hands it to a service account.

#include "credentials/provider.h"
#include "credentials/settings.h"

namespace isotherm::credentials {

boost::asio::awaitable<Outcome> from_web_identity(const Settings& settings, std::string region,
                                                  UnixMillis now);

}  // namespace isotherm::credentials
