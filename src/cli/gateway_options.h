#pragma once

#include <string>

#include "base/result.h"
#include "cli/serve_options.h"
#include "gateway/gateway.h"

namespace isotherm::cli {

/// The gateway's part of what `serve` was given, or what is wrong with its file of cursor keys.
Expected<gateway::GatewayOptions, std::string> gateway_options(const ServeOptions& options);

}  // namespace isotherm::cli
