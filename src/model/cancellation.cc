#include "model/cancellation.h"

#include <utility>

namespace isotherm {
namespace {

std::string_view reason_code(ErrorCode code) {
  switch (code) {
    case ErrorCode::conditional_check_failed: return "ConditionalCheckFailed";
    case ErrorCode::provisioned_throughput_exceeded: return "ProvisionedThroughputExceeded";
    case ErrorCode::throttling:
    case ErrorCode::request_limit_exceeded: return "ThrottlingError";
    case ErrorCode::item_collection_size_limit_exceeded: return "ItemCollectionSizeLimitExceeded";
    case ErrorCode::transaction_conflict: return "TransactionConflict";
    default: return "ValidationError";
  }
}

}  // namespace

CancellationReason cancellation_reason(Error error) {
  CancellationReason reason;
  reason.code = reason_code(error.code());
  reason.message = error.message();
  if (error.detail().item) reason.item = std::move(error.mutable_detail().item);
  return reason;
}

Error transaction_canceled(std::vector<CancellationReason> reasons) {
  std::string codes;
  for (const CancellationReason& reason : reasons) {
    if (!codes.empty()) codes.append(", ");
    codes.append(reason.code);
  }
  Error error(ErrorCode::transaction_canceled,
              "Transaction cancelled, please refer cancellation reasons for specific reasons [" +
                  codes + "]");
  error.mutable_detail().cancellation_reasons = std::move(reasons);
  return error;
}

Error transaction_canceled_by(std::size_t action, std::size_t actions, Error error) {
  std::vector<CancellationReason> reasons(actions);
  reasons[action] = cancellation_reason(std::move(error));
  return transaction_canceled(std::move(reasons));
}

bool precedes_transaction(const Error& error) {
  return error.code() == ErrorCode::validation &&
         error.message().find("key attribute cannot contain an empty ") != std::string::npos;
}

}  // namespace isotherm
