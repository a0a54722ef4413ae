#pragma once

// Names in answers: what the store calls a physical index, the application calls by its own name.

#include <string>
#include <string_view>

#include "gateway/layout.h"
#include "store/parameters.h"

namespace isotherm::gateway {

/// The error as the application knows it: message, throttling reasons' resources, the item of a
/// failed condition without hidden attributes.
Error logical(const Layout& layout, Error error);

/// Units by logical index names.
ConsumedCapacity logical(const Layout& layout, ConsumedCapacity consumed);

}  // namespace isotherm::gateway
