#include "model/error.h"

#include "model/error_detail.h"

namespace isotherm {

Error::Error(ErrorCode code, std::string message) : code_(code), message_(std::move(message)) {}
Error::Error(const Error& other)
    : code_(other.code_),
      message_(other.message_),
      detail_(other.detail_ ? std::make_unique<ErrorDetail>(*other.detail_) : nullptr) {}
Error& Error::operator=(const Error& other) {
  if (this != &other) *this = Error(other);
  return *this;
}
Error::Error(Error&&) noexcept = default;
Error& Error::operator=(Error&&) noexcept = default;
Error::~Error() = default;

const ErrorDetail& Error::detail() const {
  static const ErrorDetail none;
  return detail_ ? *detail_ : none;
}

ErrorDetail& Error::mutable_detail() {
  if (!detail_) detail_ = std::make_unique<ErrorDetail>();
  return *detail_;
}

Error Error::validation(std::string message) { return {ErrorCode::validation, std::move(message)}; }
Error Error::serialization(std::string message) {
  return {ErrorCode::serialization, std::move(message)};
}
Error Error::unknown_operation() { return {ErrorCode::unknown_operation, ""}; }
Error Error::resource_not_found(std::string message) {
  return {ErrorCode::resource_not_found, std::move(message)};
}
Error Error::resource_in_use(std::string message) {
  return {ErrorCode::resource_in_use, std::move(message)};
}
Error Error::conditional_check_failed() {
  return {ErrorCode::conditional_check_failed, "The conditional request failed"};
}
Error Error::limit_exceeded(std::string message) {
  return {ErrorCode::limit_exceeded, std::move(message)};
}
Error Error::internal(std::string message) { return {ErrorCode::internal, std::move(message)}; }

std::string_view exception_name(ErrorCode code) {
  switch (code) {
    case ErrorCode::validation: return "ValidationException";
    case ErrorCode::serialization: return "SerializationException";
    case ErrorCode::unknown_operation: return "UnknownOperationException";
    case ErrorCode::resource_not_found: return "ResourceNotFoundException";
    case ErrorCode::resource_in_use: return "ResourceInUseException";
    case ErrorCode::conditional_check_failed: return "ConditionalCheckFailedException";
    case ErrorCode::duplicate_item: return "DuplicateItemException";
    case ErrorCode::provisioned_throughput_exceeded:
      return "ProvisionedThroughputExceededException";
    case ErrorCode::throttling: return "ThrottlingException";
    case ErrorCode::request_limit_exceeded: return "RequestLimitExceeded";
    case ErrorCode::item_collection_size_limit_exceeded:
      return "ItemCollectionSizeLimitExceededException";
    case ErrorCode::limit_exceeded: return "LimitExceededException";
    case ErrorCode::global_table_not_found: return "GlobalTableNotFoundException";
    case ErrorCode::transaction_canceled: return "TransactionCanceledException";
    case ErrorCode::transaction_conflict: return "TransactionConflictException";
    case ErrorCode::transaction_in_progress: return "TransactionInProgressException";
    case ErrorCode::expired_iterator: return "ExpiredIteratorException";
    case ErrorCode::trimmed_data_access: return "TrimmedDataAccessException";
    case ErrorCode::policy_not_found: return "PolicyNotFoundException";
    case ErrorCode::idempotent_parameter_mismatch: return "IdempotentParameterMismatchException";
    case ErrorCode::access_denied: return "AccessDeniedException";
    case ErrorCode::missing_authentication_token: return "MissingAuthenticationTokenException";
    case ErrorCode::incomplete_signature: return "IncompleteSignatureException";
    case ErrorCode::invalid_signature: return "InvalidSignatureException";
    case ErrorCode::unrecognized_client: return "UnrecognizedClientException";
    case ErrorCode::backup_in_use: return "BackupInUseException";
    case ErrorCode::backup_not_found: return "BackupNotFoundException";
    case ErrorCode::export_conflict: return "ExportConflictException";
    case ErrorCode::export_not_found: return "ExportNotFoundException";
    case ErrorCode::import_conflict: return "ImportConflictException";
    case ErrorCode::import_not_found: return "ImportNotFoundException";
    case ErrorCode::invalid_export_time: return "InvalidExportTimeException";
    case ErrorCode::invalid_restore_time: return "InvalidRestoreTimeException";
    case ErrorCode::point_in_time_recovery_unavailable:
      return "PointInTimeRecoveryUnavailableException";
    case ErrorCode::table_already_exists: return "TableAlreadyExistsException";
    case ErrorCode::table_in_use: return "TableInUseException";
    case ErrorCode::table_not_found: return "TableNotFoundException";
    case ErrorCode::internal: return "InternalServerError";
    case ErrorCode::service_unavailable: return "ServiceUnavailable";
  }
  return "InternalServerError";
}

}  // namespace isotherm
