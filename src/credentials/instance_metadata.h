#pragma once

// The metadata service of an instance, version 2: a session token first, then everything with it.
// Version 1 is not spoken: it gives credentials to whoever makes this machine ask.
//
//   AWS_EC2_METADATA_DISABLED=true              never asked
//   AWS_EC2_METADATA_SERVICE_ENDPOINT           another address
//   AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE      IPv4, IPv6
//   AWS_METADATA_SERVICE_TIMEOUT, _NUM_ATTEMPTS seconds for each step (1), tries (1)

#include <boost/asio/awaitable.hpp>

#include "credentials/provider.h"
#include "credentials/settings.h"

namespace isotherm::credentials {

/// The credentials of the instance's role.
boost::asio::awaitable<Outcome> from_instance_metadata(const Settings& settings, UnixMillis now);

/// The region that the instance is in; empty: nobody answers, or it is not to be asked.
boost::asio::awaitable<std::string> region_of_instance(const Settings& settings);

}  // namespace isotherm::credentials
