#include <gmock/gmock.h>

#include "store/engine/shard_iterator.h"
#include "store/engine/streamed.h"

namespace isotherm::engine {
namespace {

using testing::ElementsAre;

TEST(Streams, TellInsertsChangesAndRemovals) {
  Streamed t;
  t.put("a", "x");
  t.put("a", "y");
  t.erase("a");
  const auto records = t.all();
  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(records[0].event, StreamEvent::insert);
  EXPECT_EQ(records[1].event, StreamEvent::modify);
  EXPECT_EQ(records[2].event, StreamEvent::remove);
  EXPECT_EQ(value_of(records[0].old_image) + value_of(records[0].new_image), "-x");
  EXPECT_EQ(value_of(records[1].old_image) + value_of(records[1].new_image), "xy");
  EXPECT_EQ(value_of(records[2].old_image) + value_of(records[2].new_image), "y-");
  EXPECT_EQ(records[0].keys, (Item{{"pk", "a"}, {"sk", "1"}}));
  EXPECT_EQ(records[0].sequence_number.size(), 21u);
  EXPECT_LT(records[0].sequence_number, records[1].sequence_number);
  EXPECT_FALSE(records[0].is_expiry);
  // Keys: pk a sk 1 = 6; the image: 6 and v x = 8.
  EXPECT_EQ(records[0].size_bytes, 6 + 8);
  EXPECT_EQ(records[1].size_bytes, 6 + 8 + 8);
  EXPECT_EQ(records[0].event_id.size(), 32u);
  EXPECT_NE(records[0].event_id, records[1].event_id);
}

TEST(Streams, ShowTheImagesOfTheirView) {
  const std::pair<StreamViewType, std::string> cases[] = {
      {StreamViewType::keys_only, "--"},
      {StreamViewType::new_image, "-y"},
      {StreamViewType::old_image, "x-"},
      {StreamViewType::new_and_old_images, "xy"},
  };
  for (const auto& [view, shown] : cases) {
    Streamed t(view);
    t.put("a", "x");
    t.put("a", "y");
    const auto records = t.all();
    ASSERT_EQ(records.size(), 2u);
    EXPECT_EQ(value_of(records[1].old_image) + value_of(records[1].new_image), shown);
    EXPECT_EQ(records[1].view, view);
  }
}

TEST(Streams, BatchesAreLoggedWriteByWrite) {
  Streamed t;
  BatchWriteItemRequest request;
  for (const char* pk : {"a", "b", "c"}) {
    request.request_items["T"].push_back(PutRequest{{{"pk", pk}, {"sk", "1"}, {"v", pk}}});
  }
  ASSERT_TRUE(run(t.scratch->batch_write_item(request)).ok());
  std::set<std::string> seen;
  for (const StreamRecord& record : t.all()) seen.insert(value_of(record.new_image));
  EXPECT_THAT(seen, ElementsAre("a", "b", "c"));
}

TEST(Streams, TransactionsAreLoggedWhenTheyAreDone) {
  Streamed t;
  t.put("a", "x");
  const auto transact = [&](const char* condition) {
    TransactWriteItemsRequest request;
    for (const char* pk : {"b", "c"}) {
      PutItemRequest put;
      put.table_name = "T";
      put.item = {{"pk", pk}, {"sk", "1"}, {"v", pk}};
      request.actions.emplace_back(std::move(put));
    }
    DeleteItemRequest remove;
    remove.table_name = "T";
    remove.key = {{"pk", "a"}, {"sk", "1"}};
    remove.condition_expression = condition;
    request.actions.emplace_back(std::move(remove));
    return run(t.scratch->transact_write_items(std::move(request)));
  };
  EXPECT_FALSE(transact("attribute_not_exists(pk)").ok());
  EXPECT_EQ(t.all().size(), 1u);
  EXPECT_TRUE(transact("attribute_exists(pk)").ok());
  std::map<std::string, int> events;
  for (const StreamRecord& record : t.all()) {
    ++events[*find(record.keys, "pk")->get_if<std::string>() +
             (record.event == StreamEvent::remove ? " removed" : " made")];
  }
  EXPECT_EQ(events, (std::map<std::string, int>{
                        {"a made", 1}, {"a removed", 1}, {"b made", 1}, {"c made", 1}}));
}

TEST(Streams, AreReadFromEachKindOfPlace) {
  Streamed t;
  t.put("a", "1");
  const std::string shard = t.shard_of_the_record();
  t.put("a", "2");
  const auto latest = t.iterator(shard, ShardIteratorType::latest).value().shard_iterator;
  t.put("a", "3");
  const auto values = [&](const Result<GetShardIteratorResponse>& from) {
    std::string text;
    const auto page = t.records(from.value().shard_iterator).value();
    for (const StreamRecord& record : page.records) text += value_of(record.new_image);
    return text;
  };
  const auto all = t.all();
  EXPECT_EQ(values(t.iterator(shard, ShardIteratorType::trim_horizon)), "123");
  EXPECT_EQ(
      values(t.iterator(shard, ShardIteratorType::at_sequence_number, all[1].sequence_number)),
      "23");
  EXPECT_EQ(
      values(t.iterator(shard, ShardIteratorType::after_sequence_number, all[1].sequence_number)),
      "3");
  EXPECT_EQ(values(GetShardIteratorResponse{latest}), "3");
  EXPECT_EQ(t.iterator(shard, ShardIteratorType::at_sequence_number).error().code(),
            ErrorCode::validation);
  EXPECT_EQ(t.iterator(shard, ShardIteratorType::at_sequence_number, "199999999999999999999x")
                .error()
                .code(),
            ErrorCode::validation);
}

TEST(Streams, PagesHaveALimitAndGoOn) {
  Streamed t;
  for (int i = 0; i < 5; ++i) t.put("a", std::to_string(i));
  const std::string shard = t.shard_of_the_record();
  std::string next = t.iterator(shard, ShardIteratorType::trim_horizon).value().shard_iterator;
  std::vector<std::size_t> sizes;
  for (int page = 0; page < 4; ++page) {
    GetRecordsResponse answer = t.records(next, 2).value();
    sizes.push_back(answer.records.size());
    next = *answer.next_shard_iterator;
  }
  EXPECT_THAT(sizes, ElementsAre(2u, 2u, 1u, 0u));
  t.put("a", "later");
  EXPECT_EQ(value_of(t.records(next).value().records.at(0).new_image), "later");
}

TEST(Streams, PagesEndAtAMegabyte) {
  Streamed t;
  for (int i = 0; i < 4; ++i) {
    t.put("a", std::to_string(i) + std::string(300 * 1024, 'x'));
    t.erase("a");
  }
  const std::string shard = t.shard_of_the_record();
  const auto page =
      t.records(t.iterator(shard, ShardIteratorType::trim_horizon).value().shard_iterator).value();
  // Each record has one image of 300 KB: three fit.
  EXPECT_EQ(page.records.size(), 3u);
}

TEST(Streams, IteratorsExpireAfterAQuarterOfAnHour) {
  Streamed t;
  t.put("a", "x");
  const std::string shard = t.shard_of_the_record();
  const auto iterator = t.iterator(shard, ShardIteratorType::trim_horizon).value().shard_iterator;
  t.scratch.clock().advance(std::chrono::minutes(15));
  const auto page = t.records(iterator).value();
  EXPECT_EQ(page.records.size(), 1u);
  t.scratch.clock().advance(std::chrono::seconds(1));
  EXPECT_EQ(t.records(iterator).error().code(), ErrorCode::expired_iterator);
  EXPECT_TRUE(t.records(*page.next_shard_iterator).ok());
}

TEST(Streams, AnIteratorReadsTheStreamThatItNames) {
  Streamed t;
  t.put("a", "1");
  CreateTableRequest other = table_request("Other", true);
  other.stream = StreamSpecification{true, StreamViewType::keys_only};
  const auto created = run(t.scratch->create_table(other)).value();
  auto made = *ShardIterator::parse(
      t.iterator(t.shard_of_the_record(), ShardIteratorType::trim_horizon).value().shard_iterator);
  // Of one table by its name, of another by its number.
  made.stream_arn = stream_arn(created.arn, created.stream_label);
  EXPECT_EQ(t.records(made.text()).error().code(), ErrorCode::validation);
  made.stream_arn = "nonsense";
  EXPECT_EQ(t.records(made.text()).error().code(), ErrorCode::validation);
}

TEST(Streams, IteratorsThatWereNotGivenAreRefused) {
  Streamed t;
  t.put("a", "x");
  const std::string good =
      t.iterator(t.shard_of_the_record(), ShardIteratorType::latest).value().shard_iterator;
  std::string changed = good;
  changed.back() = changed.back() == '0' ? '1' : '0';
  for (const std::string& bad : {std::string("x"), std::string("|1|"), changed, good + "0",
                                 good.substr(0, good.size() - 1), "x" + good}) {
    EXPECT_EQ(t.records(bad).error().code(), ErrorCode::validation) << bad;
  }
  ASSERT_TRUE(ShardIterator::parse(good).has_value());
  EXPECT_EQ(ShardIterator::parse(good)->text(), good);
}

TEST(Streams, ForgetWhatIsOlderThanADay) {
  Streamed t;
  t.put("a", "old");
  const std::string shard = t.shard_of_the_record();
  const std::string old = t.all().at(0).sequence_number;
  t.scratch.clock().advance(std::chrono::hours(24) + std::chrono::seconds(1));
  t.put("a", "new");
  for (const bool maintained : {false, true}) {
    if (maintained) t.scratch.maintain();
    const auto all = t.all();
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(value_of(all[0].new_image), "new");
    EXPECT_EQ(t.iterator(shard, ShardIteratorType::at_sequence_number, old).error().code(),
              ErrorCode::trimmed_data_access);
  }
}

}  // namespace
}  // namespace isotherm::engine
