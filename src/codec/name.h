#pragma once

// Names of tables and indexes, and the ARNs that requests may give in place of a table's name.

#include <string_view>

namespace isotherm::codec {

inline constexpr std::string_view name_constraint =
    "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+";

/// Whether the text is one or more of a-z A-Z 0-9 _ . -
constexpr bool is_name(std::string_view text) {
  for (const char c : text) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool other = (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
    if (!letter && !other) return false;
  }
  return !text.empty();
}

/// The table's name out of `arn:<partition>:dynamodb:<region>:<account>:table/<name>`, whatever
/// the region and the account; any other text is returned as it is.
constexpr std::string_view table_name_of(std::string_view name_or_arn) {
  if (!name_or_arn.starts_with("arn:")) return name_or_arn;
  std::string_view rest = name_or_arn;
  for (int field = 0; field < 5; ++field) {
    const std::size_t colon = rest.find(':');
    if (colon == std::string_view::npos) return name_or_arn;
    if (field == 2 && rest.substr(0, colon) != "dynamodb") return name_or_arn;
    rest.remove_prefix(colon + 1);
  }
  if (!rest.starts_with("table/")) return name_or_arn;
  rest.remove_prefix(6);
  return is_name(rest) ? rest : name_or_arn;
}

}  // namespace isotherm::codec
