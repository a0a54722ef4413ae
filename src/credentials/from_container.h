#pragma once

// The credentials of a container: an address that the platform put into the environment (ECS tasks,
// EKS pod identities, Greengrass).
//
//   AWS_CONTAINER_CREDENTIALS_RELATIVE_URI   a path at http://169.254.170.2
//   AWS_CONTAINER_CREDENTIALS_FULL_URI       https anywhere; http only to this machine or the
//                                            platform's own addresses
//   AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE, AWS_CONTAINER_AUTHORIZATION_TOKEN   sent along

#include <boost/asio/awaitable.hpp>

#include "credentials/provider.h"
#include "credentials/settings.h"

namespace isotherm::credentials {

boost::asio::awaitable<Outcome> from_container(const Settings& settings);

/// Whether credentials may be asked for there without TLS.
bool may_be_plain(const Url& url);

}  // namespace isotherm::credentials
