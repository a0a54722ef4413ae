#pragma once

// credential_process: a program that prints credentials as JSON.
//
//   {"Version": 1, "AccessKeyId": …, "SecretAccessKey": …, "SessionToken": …, "Expiration": …}
//
// It is run by the shell, with nothing of ours open but stderr, and ended when it takes too long.

#include <boost/asio/awaitable.hpp>

#include "credentials/provider.h"

namespace isotherm::credentials {

boost::asio::awaitable<Outcome> from_process(std::string command,
                                             std::chrono::milliseconds time_max);

}  // namespace isotherm::credentials
