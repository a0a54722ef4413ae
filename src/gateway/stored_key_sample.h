#pragma once

// Whether a table's items lie where the rule of its key puts them: as stored_keys.h, of the table
// itself. With other `shards` or `inputs` an item would not be found again.

#include "gateway/key_layout.h"
#include "store/store.h"

namespace isotherm::gateway {

/// What is wrong with a sample of the items, in words; nothing: each lies where the rule puts it.
Task<Result<std::optional<std::string>>> find_foreign_items(Store& below, const KeyLayout& layout);

}  // namespace isotherm::gateway
