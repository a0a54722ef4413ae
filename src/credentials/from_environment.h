#pragma once

// AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN.

#include "credentials/provider.h"
#include "credentials/settings.h"

namespace isotherm::credentials {

Outcome from_environment(const Settings& settings);

}  // namespace isotherm::credentials
