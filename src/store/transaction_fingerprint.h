#pragma once

// What a ClientRequestToken stands for: whether two transactions ask for the same.

#include <string>

#include "store/transaction_operations.h"

namespace isotherm {

/// 16 bytes of the actions. The order of a map's members and the way in which numbers are written
/// do not count, nor does what the request wants to be told.
std::string fingerprint(const TransactWriteItemsRequest& request);

}  // namespace isotherm
