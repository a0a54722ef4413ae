#pragma once

// One search through the places of the chain, from the first to the one that has credentials.

#include <boost/asio/awaitable.hpp>

#include "credentials/provider.h"
#include "credentials/settings.h"

namespace isotherm::credentials {

/// What was found and where; or an error that lists every place that was tried, and why it gave
/// nothing.
struct SearchResult {
  std::optional<Found> found;
  /// "environment", "instance metadata"; of an error, the error.
  std::string text;
};

boost::asio::awaitable<SearchResult> search(const Settings& settings, bool profile_first,
                                            std::string region, UnixMillis now);

}  // namespace isotherm::credentials
