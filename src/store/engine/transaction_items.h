#pragma once

// What the two transactions share about the items they name.

#include <optional>
#include <string_view>
#include <vector>

#include "model/error_detail.h"
#include "store/engine/core.h"

namespace isotherm::engine {

/// The outcome of each action of a transaction, in the order of the request.
class Outcomes {
 public:
  explicit Outcomes(std::size_t actions) : reasons_(actions) {}

  /// The action cannot be done. An `internal` error is no outcome of an action: it must be
  /// returned.
  void fail(std::size_t action, Error error);
  bool cancelled() const { return cancelled_; }
  bool failed(std::size_t action) const { return reasons_[action].code != "None"; }
  /// TransactionCanceledException with all of them.
  Error error() &&;

 private:
  std::vector<CancellationReason> reasons_;
  bool cancelled_ = false;
};

/// No two of the records are the same.
Result<void> check_distinct(std::vector<std::string_view> records);

}  // namespace isotherm::engine
