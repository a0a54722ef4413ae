#include "store/engine/transaction_items.h"

#include <algorithm>
#include <utility>

#include "model/cancellation.h"
#include "store/engine/messages.h"

namespace isotherm::engine {

void Outcomes::fail(std::size_t action, Error error) {
  expects(error.code() != ErrorCode::internal, "a failed store is no outcome of an action");
  reasons_[action] = cancellation_reason(std::move(error));
  cancelled_ = true;
}

Error Outcomes::error() && { return transaction_canceled(std::move(reasons_)); }

Result<void> check_distinct(std::vector<std::string_view> records) {
  std::sort(records.begin(), records.end());
  if (std::adjacent_find(records.begin(), records.end()) != records.end()) {
    return messages::repeated_item();
  }
  return {};
}

}  // namespace isotherm::engine
