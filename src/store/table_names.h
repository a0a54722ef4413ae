#pragma once

// Table names as they stand in requests and in answers.

#include <string>
#include <string_view>

namespace isotherm {

/// The table's name in what a client wrote as TableName: a name, or the ARN of a table or of
/// something that belongs to one (an index, a stream, a backup).
std::string_view table_name_in(std::string_view name_or_arn);

/// `text` with each whole name `from` replaced.
std::string with_name_replaced(std::string_view text, std::string_view from, std::string_view to);

}  // namespace isotherm
