#include "store/engine/stream_messages.h"

#include <string>

#include "store/engine/messages.h"

namespace isotherm::engine::messages {

Error new_stream_without_view() {
  return invalid_parameters(
      "Table is being created with a stream enabled, UpdateViewType is required");
}
Error new_table_without_stream_has_view() {
  return invalid_parameters(
      "Table is being created with a stream disabled, UpdateViewType should not be specified");
}
Error enabled_stream_without_view() {
  return invalid_parameters("If stream is being enabled then UpdateViewType is required");
}
Error disabled_stream_has_view() {
  return invalid_parameters(
      "If stream is being disabled, then UpdateViewType must not be specified");
}
Error stream_is_enabled(std::string_view table) {
  return Error::validation("Table already has an enabled stream: TableName: " + std::string(table));
}
Error stream_is_disabled(std::string_view table) {
  return Error::validation("Table has no stream to disable: TableName: " + std::string(table));
}

}  // namespace isotherm::engine::messages
