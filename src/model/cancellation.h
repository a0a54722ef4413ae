#pragma once

// Why transactions are cancelled: errors of single actions become reasons, and the reasons of all
// actions one TransactionCanceledException.

#include <vector>

#include "model/error_detail.h"

namespace isotherm {

/// The reason that an action's error is.
CancellationReason cancellation_reason(Error error);

/// The reasons are of all actions, in the order of the request.
Error transaction_canceled(std::vector<CancellationReason> reasons);

/// One of many actions cancels, and no other was looked at.
Error transaction_canceled_by(std::size_t action, std::size_t actions, Error error);

/// Whether the service finds an error of one action before it begins the transaction, so that it is
/// the error of the request: the value of a key is empty.
bool precedes_transaction(const Error& error);

}  // namespace isotherm
