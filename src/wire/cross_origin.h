#pragma once

// Scripts in browsers: which sites' scripts may call the endpoint, and the headers that tell their
// browsers so [Fetch standard, "HTTP extensions"; what the headers hold, as the service answers].

#include <span>
#include <string>

#include "wire/http_request.h"

namespace isotherm::wire {

/// The header lines of the reply to a request; empty when no browser asks, or the site of its
/// script is not among `origins`. OPTIONS is the browser's own question before it lets the script
/// send.
std::string cross_origin_headers(const HttpRequest& request, std::span<const std::string> origins);

}  // namespace isotherm::wire
