#pragma once

// The state of a change log as a document: an item that the item codec stores.

#include <optional>

#include "store/engine/change_log_state.h"

namespace isotherm::engine {

Item change_log_document(const ChangeLogState& state);
std::optional<ChangeLogState> change_log_from_document(const Item& document);

}  // namespace isotherm::engine
