// A schema that says other shards or inputs than the entries were written with is noticed.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gateway/testing/twins.h"

namespace isotherm::gateway {
namespace {

using namespace testing;  // NOLINT: the twins
using ::testing::HasSubstr;

/// A table written with one shape, and a gateway in front of it whose schema says another.
struct Changed {
  Changed(const Shape& before, const Shape& after, int partitions = 1, int items = 60)
      : below(open_engine()), gateway(*below, schema_of(after)) {
    Gateway writer(*below, schema_of(before));
    expects(run(writer.create_table(create_request(before))).ok(), "a table is created");
    for (int i = 0; i < items; ++i)
      expects(run(writer.put_item(put_of({{"id", std::to_string(i)},
                                          {"p", "A" + std::to_string(i % partitions)},
                                          {"s", "user-" + std::to_string(i)},
                                          {"note", "n" + std::to_string(i)}})))
                  .ok(),
              "an item is put");
  }
  std::string problem() {
    const auto found = run(gateway.check_schema());
    expects(found.ok(), "the schema is checked");
    return found->empty() ? "" : found->front().what + "; " + found->front().cure;
  }
  std::unique_ptr<engine::Engine> below;
  Gateway gateway;
};

TEST(StoredKeys, AnUnchangedRuleFits) {
  for (const ProjectionType type : {ProjectionType::all, ProjectionType::keys_only}) {
    const Shape shape{.shards = 16, .inputs = {"s", "note"}, .projection = {type, {}}};
    Changed table(shape, shape, 3);
    EXPECT_EQ(table.problem(), "");
    EXPECT_EQ(run(table.gateway.query(query_of("A0")))->count, 20);
  }
}

TEST(StoredKeys, OtherNumbersOfShardsAreNoticed) {
  for (const auto& [before, after] : std::vector<std::pair<sharding::Shard, sharding::Shard>>{
           {16, 8}, {8, 16}, {16, 1}, {1, 2}, {1024, 512}}) {
    Changed table(Shape{.shards = before}, Shape{.shards = after});
    EXPECT_THAT(table.problem(), HasSubstr("index 'by-p-sharded' was written with another rule"));
  }
}

TEST(StoredKeys, OtherInputsAreNoticedAlsoWhenTheyAreNotProjected) {
  for (const ProjectionType type : {ProjectionType::all, ProjectionType::keys_only}) {
    Changed table(Shape{.inputs = {"s"}, .projection = {type, {}}},
                  Shape{.inputs = {"note"}, .projection = {type, {}}});
    EXPECT_THAT(table.problem(), HasSubstr("where inputs [note] and 4 shards give 'A0-"));
  }
}

TEST(StoredKeys, OnePartitionOfManyEntriesDoesNotHideTheRest) {
  // The first shard key has more entries than the sample.
  Changed table(Shape{.shards = 2}, Shape{.shards = 4}, 1, 600);
  EXPECT_THAT(table.problem(), HasSubstr("restore the old 'inputs' and 'shards'"));
}

TEST(StoredKeys, NothingIsReadOrWrittenThroughAnotherRule) {
  Changed table(Shape{.shards = 16}, Shape{.shards = 8});
  const auto expect_refused = [](const auto& answer) {
    ASSERT_FALSE(answer.ok());
    EXPECT_THAT(answer.error().message(), HasSubstr("the sharding schema does not fit the table"));
    EXPECT_THAT(answer.error().message(), HasSubstr("was written with another rule"));
  };
  expect_refused(run(table.gateway.query(query_of("A0"))));
  ScanRequest scan;
  scan.table_name = table_name;
  scan.index_name = index_name;
  expect_refused(run(table.gateway.scan(scan)));
  expect_refused(run(table.gateway.put_item(put_of({{"id", "x"}, {"p", "A0"}, {"s", "t"}}))));
  expect_refused(run(table.gateway.update_item(update_of({{"id", "1"}}, "REMOVE s"))));
  BatchWriteItemRequest batch;
  batch.request_items[table_name] = {PutRequest{{{"id", "x"}}}};
  expect_refused(run(table.gateway.batch_write_item(batch)));
  // The table itself, and what takes entries away, is as it was.
  EXPECT_TRUE(run(table.gateway.get_item(get_of({{"id", "1"}})))->item);
  DeleteItemRequest remove;
  remove.table_name = table_name;
  remove.key = {{"id", "1"}};
  EXPECT_TRUE(run(table.gateway.delete_item(remove)).ok());
}

TEST(StoredKeys, TheOldRuleRestoredGoesOn) {
  const Shape before{.shards = 16};
  Changed table(before, Shape{.shards = 8});
  EXPECT_NE(table.problem(), "");
  table.gateway.use_schema(schema_of(before));
  EXPECT_EQ(table.problem(), "");
  EXPECT_EQ(run(table.gateway.query(query_of("A0")))->count, 60);
}

TEST(StoredKeys, AnIndexWithoutEntriesTakesAnyRule) {
  Changed table(Shape{.shards = 16}, Shape{.shards = 8}, 1, 0);
  EXPECT_EQ(table.problem(), "");
}

}  // namespace
}  // namespace isotherm::gateway
