#pragma once

// What tests of backups and restores share: a table with indexes, random-looking items, and whether
// a restored table is what was backed up.

#include <gtest/gtest.h>

#include <map>

#include "store/engine/scratch.h"

namespace isotherm::engine {

using Items = std::map<std::string, Item>;

inline CreateTableRequest indexed_table(const std::string& name) {
  CreateTableRequest request = table_request(name, true);
  define(request, {{"colour", KeyType::S}});
  request.global_indexes = {{index_request("by-colour", "colour", "pk")}};
  request.local_indexes = {{index_request("local", "pk", "colour")}};
  return request;
}

inline Item item_of(const std::string& pk, int version, std::size_t bytes = 10) {
  return Item{{"pk", pk},
              {"sk", "s" + std::to_string(version % 3)},
              {"colour", "c" + std::to_string(version % 7)},
              {"version", Number(version)},
              {"filler", std::string(bytes, 'x')}};
}

inline Items items_of(Scratch& scratch, const std::string& table, const std::string& index = {}) {
  Items items;
  ScanRequest request;
  request.table_name = table;
  if (!index.empty()) request.index_name = index;
  while (true) {
    const ReadManyResponse page = run(scratch->scan(request)).value();
    for (const Item& item : page.items) {
      const std::string key = std::get<std::string>(find(item, "pk")->value) + "/" +
                              std::get<std::string>(find(item, "sk")->value);
      EXPECT_TRUE(items.emplace(key, item).second) << key << " stands twice";
    }
    if (!page.last_evaluated_key) return items;
    request.exclusive_start_key = page.last_evaluated_key;
  }
}

inline BackupDetails back_up(Scratch& scratch, const std::string& table,
                             const std::string& name = "abc") {
  return run(scratch->create_backup({table, name})).value();
}

inline Result<TableDescription> restore(Scratch& scratch, const std::string& arn,
                                        const std::string& name, RestoreOverrides overrides = {}) {
  return run(scratch->restore_table_from_backup({name, arn, std::move(overrides)}));
}

inline TableDescription describe_table(Scratch& scratch, const std::string& name) {
  return run(scratch->describe_table({name})).value();
}

inline void expect_same(Scratch& scratch, const Items& expected, const std::string& table) {
  EXPECT_EQ(items_of(scratch, table), expected);
  EXPECT_EQ(items_of(scratch, table, "by-colour"), expected);
  EXPECT_EQ(items_of(scratch, table, "local"), expected);
  const TableDescription description = describe_table(scratch, table);
  EXPECT_EQ(description.item_count, static_cast<std::int64_t>(expected.size()));
  EXPECT_EQ(description.global_indexes.at(0).item_count, description.item_count);
  std::int64_t bytes = 0;
  for (const auto& [key, item] : expected) bytes += static_cast<std::int64_t>(size_bytes(item));
  EXPECT_EQ(description.size_bytes, bytes);
}

}  // namespace isotherm::engine
