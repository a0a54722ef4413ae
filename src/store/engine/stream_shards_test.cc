#include <gmock/gmock.h>

#include "store/engine/streamed.h"

namespace isotherm::engine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Streams, ThatWereDisabledCanBeReadForADay) {
  Streamed t;
  t.put("a", "x");
  const TableDescription disabled = t.set_stream(false).value();
  EXPECT_FALSE(disabled.stream_view.has_value());
  t.put("a", "unseen");
  EXPECT_EQ(t.describe().status, StreamStatus::disabled);
  ASSERT_EQ(t.all().size(), 1u);
  for (const StreamShard& shard : t.describe().shards) {
    EXPECT_TRUE(shard.ending_sequence_number.has_value());
    const auto at = t.iterator(shard.id, ShardIteratorType::trim_horizon).value().shard_iterator;
    EXPECT_FALSE(t.records(at).value().next_shard_iterator.has_value());
  }
  t.scratch.clock().advance(std::chrono::hours(25));
  t.scratch.maintain();
  DescribeStreamRequest request;
  request.stream_arn = t.arn;
  EXPECT_EQ(run(t.scratch->describe_stream(request)).error().code(), ErrorCode::resource_not_found);
}

TEST(Streams, OneThatIsEnabledAgainIsAnother) {
  Streamed t;
  t.put("a", "x");
  EXPECT_THAT(t.set_stream(true, StreamViewType::keys_only).error().message(),
              HasSubstr("already has an enabled stream"));
  ASSERT_TRUE(t.set_stream(false).ok());
  EXPECT_THAT(t.set_stream(false).error().message(), HasSubstr("no stream to disable"));
  const TableDescription again = t.set_stream(true, StreamViewType::keys_only).value();
  const std::string second = stream_arn(again.arn, again.stream_label);
  EXPECT_NE(second, t.arn);
  EXPECT_EQ(t.all().size(), 1u);
  t.put("a", "y");
  EXPECT_EQ(t.all().size(), 1u);
  t.arn = second;
  EXPECT_EQ(t.all().size(), 1u);
  ListStreamsRequest list;
  list.table_name = "T";
  EXPECT_EQ(run(t.scratch->list_streams(list)).value().streams.size(), 2u);
}

TEST(Streams, OfADeletedTableCanBeReadAndListed) {
  Streamed t;
  t.put("a", "x");
  DeleteTableRequest request;
  request.table_name = "T";
  ASSERT_TRUE(run(t.scratch->delete_table(request)).ok());
  t.scratch.maintain();
  EXPECT_EQ(t.all().size(), 1u);
  EXPECT_EQ(t.describe().status, StreamStatus::disabled);
}

TEST(Streams, AreListedInPages) {
  Streamed t;
  for (const char* name : {"A-table", "B-table", "C-table"}) {
    CreateTableRequest request = table_request(name, false);
    request.stream = StreamSpecification{true, StreamViewType::keys_only};
    ASSERT_TRUE(run(t.scratch->create_table(request)).ok());
  }
  std::vector<std::string> names;
  ListStreamsRequest list;
  list.limit = 3;
  while (true) {
    const auto page = run(t.scratch->list_streams(list)).value();
    for (const StreamSummary& stream : page.streams) names.push_back(stream.table_name);
    if (!page.last_evaluated_stream_arn) break;
    list.exclusive_start_stream_arn = page.last_evaluated_stream_arn;
  }
  EXPECT_THAT(names, ElementsAre("A-table", "B-table", "C-table", "T"));
}

TEST(Streams, SurviveARestart) {
  const ScratchFolder folder;
  EngineOptions options;
  options.data_dir = folder.path();
  Streamed t(StreamViewType::new_and_old_images, options);
  t.put("a", "x");
  const auto iterator =
      t.iterator(t.shard_of_the_record(), ShardIteratorType::trim_horizon).value().shard_iterator;
  t.scratch.close();
  t.scratch.open();
  t.put("a", "y");
  const auto page = t.records(iterator).value();
  ASSERT_EQ(page.records.size(), 2u);
  EXPECT_LT(page.records[0].sequence_number, page.records[1].sequence_number);
}

TEST(Streams, ShardsFollowPartitionsThatSplit) {
  Streamed t;
  const auto before = t.describe().shards;
  // More capacity than the partitions bear: they double.
  UpdateTableRequest request;
  request.table_name = "T";
  request.warm = ProvisionedThroughput{24'000, 8'000};
  ASSERT_TRUE(run(t.scratch->update_table(request)).ok());
  for (int i = 0; i < 30; ++i) t.put("k" + std::to_string(i), "before");
  t.scratch.maintain();
  for (int i = 0; i < 30; ++i) t.put("k" + std::to_string(i), "after");

  const auto after = t.describe().shards;
  ASSERT_EQ(after.size(), 3 * before.size());
  for (const StreamShard& parent : before) {
    const auto closed = std::find_if(after.begin(), after.end(),
                                     [&](const auto& one) { return one.id == parent.id; });
    ASSERT_NE(closed, after.end());
    EXPECT_TRUE(closed->ending_sequence_number.has_value());
    DescribeStreamRequest children;
    children.stream_arn = t.arn;
    children.parent_shard_id = parent.id;
    const auto found = run(t.scratch->describe_stream(children)).value().shards;
    EXPECT_EQ(found.size(), 2u);
    for (const StreamShard& child : found) {
      EXPECT_EQ(child.parent_id, parent.id);
      EXPECT_GT(child.starting_sequence_number, *closed->ending_sequence_number);
    }
  }
  std::map<std::string, std::vector<std::string>> seen;
  for (const StreamRecord& record : t.all()) {
    seen[*find(record.keys, "pk")->get_if<std::string>()].push_back(value_of(record.new_image));
  }
  EXPECT_EQ(seen.size(), 30u);
  for (const auto& [key, values] : seen) EXPECT_THAT(values, ElementsAre("before", "after")) << key;
}

TEST(Streams, AreDescribedInPages) {
  Streamed t;
  std::vector<std::string> ids;
  DescribeStreamRequest request;
  request.stream_arn = t.arn;
  request.limit = 3;
  while (true) {
    const auto page = run(t.scratch->describe_stream(request)).value();
    for (const StreamShard& shard : page.shards) ids.push_back(shard.id);
    if (!page.last_evaluated_shard_id) break;
    request.exclusive_start_shard_id = page.last_evaluated_shard_id;
  }
  EXPECT_TRUE(std::is_sorted(ids.begin(), ids.end()));
  EXPECT_EQ(ids.size(), t.describe().shards.size());
}

TEST(Streams, RefuseAViewWithoutAStream) {
  Scratch scratch;
  CreateTableRequest request = table_request("T", false);
  request.stream = StreamSpecification{true, std::nullopt};
  EXPECT_THAT(run(scratch->create_table(request)).error().message(),
              HasSubstr("with a stream enabled, UpdateViewType is required"));
  request.stream = StreamSpecification{false, StreamViewType::keys_only};
  EXPECT_THAT(run(scratch->create_table(request)).error().message(),
              HasSubstr("with a stream disabled, UpdateViewType should not be specified"));
}

}  // namespace
}  // namespace isotherm::engine
