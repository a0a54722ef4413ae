#include "partiql/table.h"

#include "partiql/messages.h"

namespace isotherm::partiql {

Task<Result<TableDescription>> describe(Store& store, std::string table) {
  auto description = co_await store.describe_table({std::move(table)});
  if (description.ok() || description.error().code() != ErrorCode::resource_not_found) {
    co_return description;
  }
  co_return Error::resource_not_found();
}

Error statement_error(Error error) {
  constexpr std::string_view too_deep = "Nesting Levels have exceeded supported limits";
  if (error.code() == ErrorCode::resource_not_found) return Error::resource_not_found();
  if (error.code() == ErrorCode::validation && error.message().starts_with(too_deep)) {
    return Error::validation(std::string(too_deep));
  }
  return message::without_parameter(std::move(error));
}

}  // namespace isotherm::partiql
