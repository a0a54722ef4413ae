// Indexes hold what they must, in order, and nothing else.

#include <gtest/gtest.h>

#include "model/error_detail.h"
#include "store/engine/scratch.h"

namespace isotherm::engine {
namespace {

class SparseIndex : public testing::Test {
 protected:
  SparseIndex() {
    CreateTableRequest request = table_request("t", false);
    define(request, {{"g", KeyType::S}, {"h", KeyType::N}});
    request.global_indexes = {index_request("gi", "g", "h")};
    run(scratch->create_table(request)).value();
  }
  std::int64_t scanned() { return scan_all(scratch, "t", "gi").count; }
  std::int64_t queried() { return query_all(scratch, "t", "gi", "g", "x").count; }

  Scratch scratch;
};

TEST_F(SparseIndex, HoldsOnlyItemsWithBothKeys) {
  ASSERT_TRUE(put(scratch, "t", {{"pk", "both"}, {"g", "x"}, {"h", Number(1)}}).ok());
  ASSERT_TRUE(put(scratch, "t", {{"pk", "hash only"}, {"g", "x"}}).ok());
  ASSERT_TRUE(put(scratch, "t", {{"pk", "range only"}, {"h", Number(1)}}).ok());
  ASSERT_TRUE(put(scratch, "t", {{"pk", "none"}}).ok());
  EXPECT_EQ(scanned(), 1);
  EXPECT_EQ(queried(), 1);

  ASSERT_TRUE(update(scratch, "t", {{"pk", "hash only"}}, "SET h = :h", {{":h", Number(2)}}).ok());
  EXPECT_EQ(scanned(), 2);
  ASSERT_TRUE(update(scratch, "t", {{"pk", "both"}}, "REMOVE h").ok());
  EXPECT_EQ(scanned(), 1);
  EXPECT_EQ(queried(), 1);
  ASSERT_TRUE(erase(scratch, "t", {{"pk", "hash only"}}).ok());
  EXPECT_EQ(scanned(), 0);
}

TEST_F(SparseIndex, RefusesAnIndexKeyOfTheWrongType) {
  const auto wrong = put(scratch, "t", {{"pk", "a"}, {"g", "x"}, {"h", "text"}});
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.error().message(),
            "One or more parameter values were invalid: Type mismatch for Index Key h Expected: N "
            "Actual: S IndexName: gi");
  ASSERT_TRUE(put(scratch, "t", {{"pk", "a"}, {"g", "x"}}).ok());
  const auto literal = update(scratch, "t", {{"pk", "a"}}, "SET h = :h", {{":h", "text"}});
  ASSERT_FALSE(literal.ok());
  EXPECT_EQ(literal.error().message(), wrong.error().message());
  const auto copied = update(scratch, "t", {{"pk", "a"}}, "SET h = g");
  ASSERT_FALSE(copied.ok());
  EXPECT_EQ(copied.error().message(),
            "The update expression attempted to update the secondary index key to unsupported "
            "type");
  const auto empty = put(scratch, "t", {{"pk", "a"}, {"g", ""}, {"h", Number(1)}});
  ASSERT_FALSE(empty.ok());
  EXPECT_EQ(empty.error().message(),
            "One or more parameter values are not valid. A value specified for a secondary index "
            "key is not supported. The AttributeValue for a key attribute cannot contain an empty "
            "string value. IndexName: gi, IndexKey: g");
}

TEST_F(SparseIndex, OrdersTiesByTheTableKey) {
  for (const char* pk : {"c", "a", "bb", "b", "ba"}) {
    ASSERT_TRUE(put(scratch, "t", {{"pk", pk}, {"g", "x"}, {"h", Number(7)}}).ok());
  }
  std::vector<std::string> order;
  for (const Item& item : query_all(scratch, "t", "gi", "g", "x").items) {
    order.push_back(*item.at("pk").get_if<std::string>());
  }
  EXPECT_EQ(order, (std::vector<std::string>{"a", "b", "ba", "bb", "c"}));
}

TEST(IndexReads, ProjectWhatTheIndexKeeps) {
  Scratch scratch;
  CreateTableRequest request = table_request("t", false);
  define(request, {{"g", KeyType::S}});
  request.global_indexes = {index_request("gi", "g")};
  (*request.global_indexes)[0].projection =
      ProjectionRequest{ProjectionType::include, std::vector<std::string>{"x"}};
  run(scratch->create_table(request)).value();
  ASSERT_TRUE(put(scratch, "t", {{"pk", "a"}, {"g", "1"}, {"x", "2"}, {"y", "3"}}).ok());
  EXPECT_EQ(scan_all(scratch, "t", "gi").items[0], (Item{{"g", "1"}, {"pk", "a"}, {"x", "2"}}));

  ScanRequest scan;
  scan.table_name = "t";
  scan.index_name = "gi";
  scan.projection_expression = "x, y";
  EXPECT_EQ(run(scratch->scan(scan)).error().message(),
            "One or more parameter values were invalid: Global secondary index gi does not project "
            "[y]");
  scan.projection_expression.reset();
  scan.select = Select::all_attributes;
  EXPECT_EQ(run(scratch->scan(scan)).error().message(),
            "One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not "
            "supported for global secondary index gi because its projection type is not ALL");
  scan.select.reset();
  scan.consistent_read = true;
  EXPECT_EQ(run(scratch->scan(scan)).error().message(),
            "Consistent reads are not supported on global secondary indexes");
  scan.index_name = "none";
  EXPECT_EQ(run(scratch->scan(scan)).error().message(),
            "The table does not have the specified index: none");
}

TEST(IndexReads, AHotIndexRejectsTheBaseWriteByItsName) {
  EngineOptions options;
  options.throughput.mode = throughput::Mode::enforce;
  Scratch scratch(options);
  CreateTableRequest request = table_request("t", false);
  define(request, {{"g", KeyType::S}});
  request.global_indexes = {index_request("gi", "g")};
  run(scratch->create_table(request)).value();
  Result<WriteItemResponse> result = WriteItemResponse();
  int accepted = 0;
  for (int i = 0; i < 3000 && result.ok(); ++i) {
    result = put(scratch, "t", {{"pk", std::to_string(i)}, {"g", "one"}});
    accepted += result.ok() ? 1 : 0;
  }
  ASSERT_FALSE(result.ok());
  EXPECT_NEAR(accepted, 1000, 5);
  EXPECT_EQ(result.error().code(), ErrorCode::throttling);
  ASSERT_EQ(result.error().detail().throttling_reasons.size(), 1);
  EXPECT_EQ(result.error().detail().throttling_reasons[0],
            (ThrottlingReason{"IndexWriteKeyRangeThroughputExceeded",
                              "arn:aws:dynamodb:us-east-1:000000000000:table/t/index/gi"}));
  // What was refused was not stored, neither here nor there.
  EXPECT_EQ(scan_all(scratch, "t").count, accepted);
  EXPECT_EQ(scan_all(scratch, "t", "gi").count, accepted);
}

}  // namespace
}  // namespace isotherm::engine
