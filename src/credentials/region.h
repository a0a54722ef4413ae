#pragma once

// Which region is meant: AWS_REGION, AWS_DEFAULT_REGION, the profile's `region`, and where the
// instance is.

#include <boost/asio/awaitable.hpp>
#include <string>

#include "credentials/settings.h"

namespace isotherm::credentials {

/// What was set; empty: nothing was. Asks nobody.
std::string configured_region(const Settings& settings);

/// What was set, or else what the instance's metadata says; empty: nobody knows.
boost::asio::awaitable<std::string> find_region(const Settings& settings);

}  // namespace isotherm::credentials
