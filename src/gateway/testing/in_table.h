#pragma once

// A gateway over an engine whose table has its index in an index table.

#include <gtest/gtest.h>

#include "gateway/index_table.h"
#include "gateway/testing/between.h"
#include "gateway/testing/twins.h"

namespace isotherm::gateway::testing {

inline const Shape in_table{.place = Place::table};

inline Item managed(const std::string& id, const std::string& p, const std::string& s) {
  return {{"id", id}, {"p", p}, {"s", s}};
}

/// A gateway over an engine, with the table.
class InTable : public ::testing::Test {
 protected:
  explicit InTable(const Shape& shape = in_table)
      : shape_(shape),
        engine_(open_engine()),
        between_(*engine_),
        gateway_(between_, schema_of(shape)) {
    const auto created = run(gateway_.create_table(create_request(shape_)));
    expects(created.ok(), created.ok() ? "" : created.error().message().c_str());
  }

  void put(Item item) { ASSERT_TRUE(run(gateway_.put_item(put_of(std::move(item)))).ok()); }
  std::vector<Item> entries() {
    ScanRequest scan;
    scan.table_name = index_table_name;
    return run(engine_->scan(scan))->items;
  }
  std::vector<std::string> ids(QueryRequest query) {
    std::vector<std::string> seen;
    for (;;) {
      const auto page = run(gateway_.query(query));
      EXPECT_TRUE(page.ok()) << page.error().message();
      if (!page.ok()) return seen;
      for (const Item& item : page->items) seen.push_back(*find(item, "id")->get_if<std::string>());
      if (!page->last_evaluated_key) return seen;
      query.exclusive_start_key = page->last_evaluated_key;
    }
  }
  std::string message(const Result<WriteItemResponse>& answer) {
    return answer.ok() ? "ok" : answer.error().message();
  }

  Shape shape_;
  std::unique_ptr<engine::Engine> engine_;
  Between between_;
  Gateway gateway_;
};

}  // namespace isotherm::gateway::testing
