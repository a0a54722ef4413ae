#pragma once

// Tags of a resource: their rules.

#include <vector>

#include "model/error.h"
#include "store/engine/table_settings.h"
#include "store/table_settings_operations.h"

namespace isotherm::engine {

/// Adds tags, or gives those that are there other values; an error when one breaks the rules.
Result<void> add_tags(TableSettings& settings, const std::vector<Tag>& tags);

}  // namespace isotherm::engine
