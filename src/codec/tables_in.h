#pragma once

// Which tables a request is about, without decoding it: for those who only pass it on.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace isotherm::codec {

/// Where a request names its tables.
enum class TablesPlace {
  table_name,      ///< TableName
  request_items,   ///< the names of RequestItems' members
  transact_items,  ///< TableName in each action of TransactItems
};

/// The tables, by names or ARNs as they were written, in order. Nothing: the body is not of that
/// form, or names none.
std::optional<std::vector<std::string>> tables_in(std::string_view body, TablesPlace place);

}  // namespace isotherm::codec
