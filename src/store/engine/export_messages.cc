#include "store/engine/export_messages.h"

#include <algorithm>

namespace isotherm::engine {

Result<void> check_prefix(const std::optional<std::string>& prefix) {
  if (!prefix) return {};
  const std::string_view text = *prefix;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t slash = std::min(text.find('/', at), text.size());
    const std::string_view part = text.substr(at, slash - at);
    const bool empty_inside = part.empty() && slash < text.size();
    if (empty_inside || part == "." || part == "..") return messages::bad_prefix(text);
    at = slash + 1;
  }
  if (text.find('\0') != std::string_view::npos) return messages::bad_prefix(text);
  return {};
}

namespace messages {

Error no_bucket_root() {
  return Error::validation(
      "Isotherm exports to and imports from folders: start it with --bucket-root DIR, in which "
      "each "
      "folder is a bucket");
}
Error bad_prefix(std::string_view prefix) {
  return Error::validation("The prefix is not one of keys inside the bucket: " +
                           std::string(prefix));
}
Error too_many_jobs() {
  return Error::limit_exceeded(
      "Subscriber limit exceeded: too many backups, restores, exports and imports at the same "
      "time");
}
Error export_not_found(std::string_view arn) {
  return {ErrorCode::export_not_found, "Export not found: " + std::string(arn)};
}
Error export_token_reused() {
  return {ErrorCode::export_conflict,
          "An export with the same ClientToken was requested with other parameters"};
}
Error bad_export_time() {
  return {ErrorCode::invalid_export_time,
          "The time is not between EarliestRestorableDateTime and LatestRestorableDateTime"};
}
Error span_of_full_export() {
  return Error::validation(
      "IncrementalExportSpecification can only be specified when ExportType is INCREMENTAL_EXPORT");
}
Error time_of_incremental_export() {
  return Error::validation("ExportTime cannot be specified when ExportType is INCREMENTAL_EXPORT");
}
Error no_span() {
  return Error::validation(
      "IncrementalExportSpecification with ExportFromTime must be specified when ExportType is "
      "INCREMENTAL_EXPORT");
}
Error span_backwards() {
  return Error::validation("ExportFromTime must be earlier than ExportToTime");
}
Error bad_span() {
  return Error::validation(
      "The difference between ExportFromTime and ExportToTime must be between 15 minutes and 24 "
      "hours");
}
Error import_not_found(std::string_view arn) {
  return {ErrorCode::import_not_found, "Import not found: " + std::string(arn)};
}
Error import_token_reused() {
  return {ErrorCode::import_conflict,
          "An import with the same ClientToken was requested with other parameters"};
}
Error csv_options_without_csv() {
  return Error::validation("InputFormatOptions can only be specified when InputFormat is CSV");
}

}  // namespace messages
}  // namespace isotherm::engine
