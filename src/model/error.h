#pragma once

// DynamoDB's exceptions, one to one, plus `internal`. Errors are values: Result<T>.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace isotherm {

/// Which exception an Error is. `exception_name` gives its name on the wire.
enum class ErrorCode {
  validation,
  serialization,
  unknown_operation,
  resource_not_found,
  resource_in_use,
  conditional_check_failed,
  duplicate_item,
  provisioned_throughput_exceeded,
  throttling,
  request_limit_exceeded,
  item_collection_size_limit_exceeded,
  limit_exceeded,
  global_table_not_found,
  transaction_canceled,
  transaction_conflict,
  transaction_in_progress,
  expired_iterator,
  trimmed_data_access,
  policy_not_found,
  idempotent_parameter_mismatch,
  access_denied,
  missing_authentication_token,
  incomplete_signature,
  invalid_signature,
  unrecognized_client,
  backup_in_use,
  backup_not_found,
  export_conflict,
  export_not_found,
  import_conflict,
  import_not_found,
  invalid_export_time,
  invalid_restore_time,
  point_in_time_recovery_unavailable,
  table_already_exists,
  table_in_use,
  table_not_found,
  internal,
  service_unavailable,
};

/// One entry of ThrottlingReasons: which limit rejected the request, and whose.
/// [botocore 1.43: members are lower-case plain strings]
struct ThrottlingReason {
  /// `<Table|Index><Read|Write><ProvisionedThroughputExceeded|KeyRangeThroughputExceeded|
  /// MaxOnDemandThroughputExceeded|AccountLimitExceeded>`
  std::string reason;
  /// ARN of the table or index whose limit it was.
  std::string resource;
  friend bool operator==(const ThrottlingReason&, const ThrottlingReason&) = default;
};

struct ErrorDetail;

/// An error of the API: whose fault (by code), a text for a person, and what some codes carry.
class Error {
 public:
  Error(ErrorCode code, std::string message);
  Error(const Error& other);
  Error& operator=(const Error& other);
  Error(Error&&) noexcept;
  Error& operator=(Error&&) noexcept;
  ~Error();

  ErrorCode code() const { return code_; }
  const std::string& message() const { return message_; }

  /// What only some exceptions carry; created on first write.
  const ErrorDetail& detail() const;
  ErrorDetail& mutable_detail();

  static Error validation(std::string message);
  static Error serialization(std::string message);
  static Error unknown_operation();
  /// "Requested resource not found", or with `what` the text that names it.
  static Error resource_not_found(std::string message = "Requested resource not found");
  static Error resource_in_use(std::string message);
  static Error conditional_check_failed();
  static Error limit_exceeded(std::string message);
  static Error internal(std::string message);

 private:
  ErrorCode code_;
  std::string message_;
  std::unique_ptr<ErrorDetail> detail_;
};

/// The name after '#' in `__type`: "ValidationException".
std::string_view exception_name(ErrorCode code);

template <class T>
using Result = Expected<T, Error>;

}  // namespace isotherm
