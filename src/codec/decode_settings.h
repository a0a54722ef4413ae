#pragma once

// What operations on tables and their settings share: names of tables and resources, tags,
// policies.

#include <string>
#include <string_view>
#include <vector>

#include "codec/member.h"
#include "store/table_settings_operations.h"

namespace isotherm::codec {

inline constexpr std::size_t table_name_bytes_min = 3;
inline constexpr std::size_t table_name_bytes_max = 255;

/// TableName of an operation on tables: a name, or an ARN.
void read_name_of_table(Reader& reader, const Place& place, const Json& json, std::string& out);

/// After the members: operations on tables say in other words that there is no name.
inline constexpr auto require_table_name = [](Reader& reader, const auto& request) {
  if (request.table_name.empty()) reader.no_table_name();
};

/// Tags; their rules are the store's.
void read_tags(Reader& reader, const Place& place, const Json& json, std::vector<Tag>& out);

/// A policy document: JSON in a string. To be asked when the request's own JSON is read: the
/// parser keeps one document.
void check_policy(Reader& reader, std::string_view policy);

}  // namespace isotherm::codec
