#pragma once

// Resource policies: their rules.

#include <string>

#include "model/error.h"
#include "store/engine/table_settings.h"

namespace isotherm::engine {

/// Puts the policy of the table (`resource` is empty) or of one of its streams (the label). Its
/// revision; another policy has a higher one.
Result<std::string> put_policy(TableSettings& settings, const std::string& resource,
                               const std::string& document, UnixMillis now);

}  // namespace isotherm::engine
