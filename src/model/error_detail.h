#pragma once

// The members that only some exceptions have beside their message.

#include <optional>
#include <string>
#include <vector>

#include "model/attribute_value.h"
#include "model/error.h"

namespace isotherm {

/// Why one action of a cancelled transaction failed, in the order of the request.
struct CancellationReason {
  std::string code = "None";
  std::optional<std::string> message;
  std::optional<Item> item;
};

struct ErrorDetail {
  /// Of the two throttling exceptions.
  std::vector<ThrottlingReason> throttling_reasons;
  /// Of ConditionalCheckFailedException, when ReturnValuesOnConditionCheckFailure is ALL_OLD.
  std::optional<Item> item;
  /// Of TransactionCanceledException.
  std::vector<CancellationReason> cancellation_reasons;
};

}  // namespace isotherm
