#pragma once

// What the requests of batches have, and their answers give back when it was not done.

#include <map>
#include <string>
#include <string_view>

#include "base/json_writer.h"
#include "store/batch_operations.h"

namespace isotherm::codec {

/// An object with something of each table; `append_one` writes that of one.
template <class T, class AppendOne>
void append_by_table(std::string_view name, const std::map<std::string, T>& by_table,
                     JsonWriter& json, AppendOne append_one) {
  json.key(name).begin_object();
  for (const auto& [table, one] : by_table) {
    json.client_key(table);
    append_one(one);
  }
  json.end_object();
}

/// RequestItems, UnprocessedKeys.
void append_keys_by_table(std::string_view name,
                          const std::map<std::string, KeysAndAttributes>& by_table,
                          JsonWriter& json);
/// RequestItems, UnprocessedItems.
void append_writes_by_table(std::string_view name,
                            const std::map<std::string, std::vector<WriteRequest>>& by_table,
                            JsonWriter& json);

}  // namespace isotherm::codec
