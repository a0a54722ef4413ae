#pragma once

// The key layouts of all tables whose own keys are sharded: the schema, and what the store said of
// each table when it was last asked.

#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "gateway/key_layout.h"
#include "store/store.h"

namespace isotherm::gateway {

class KeyLayouts {
 public:
  KeyLayouts(Store& below, std::shared_ptr<const schema::Schema> schema);

  void use_schema(std::shared_ptr<const schema::Schema> schema);
  /// A schema that has the rules of the one before, and more: what is known stays.
  void extend_schema(std::shared_ptr<const schema::Schema> schema);

  /// The rule of a table whose own key is sharded (the schema lives as long as the pointer);
  /// nullptr: it is not.
  std::shared_ptr<const schema::TableRule> rule(std::string_view table) const;
  bool is_sharded(std::string_view table) const { return rule(table) != nullptr; }

  /// nullptr: the table's key is not sharded, or the store has no such table.
  Task<Result<KeyLayoutPtr>> find(std::string table);
  /// As find, but asks the store anew.
  Task<Result<KeyLayoutPtr>> find_anew(std::string table);
  /// Forgets what the store said of a table.
  void forget(std::string_view table);

 private:
  /// Holds a sample of the table's items against the rule, once for each table and schema.
  Task<Result<void>> check_items(const KeyLayout& layout, std::uint64_t generation);

  Store& below_;
  mutable std::mutex mutex_;
  std::shared_ptr<const schema::Schema> schema_;
  std::map<std::string, KeyLayoutPtr, std::less<>> known_;
  /// Goes up when something was forgotten: an answer that was asked for before is not kept.
  std::uint64_t generation_ = 0;
  /// The generation in which the schema came.
  std::uint64_t schema_generation_ = 0;
  /// Ids of the tables whose items were found to be by the rule of the current schema.
  std::set<std::string, std::less<>> by_the_rule_;
};

}  // namespace isotherm::gateway
