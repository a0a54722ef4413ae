#include <gmock/gmock.h>

#include "store/engine/scratch.h"

namespace isotherm::engine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

UpdateTimeToLiveRequest ttl(bool enabled, std::string attribute = "expires") {
  UpdateTimeToLiveRequest request;
  request.table_name = "T";
  request.enabled = enabled;
  request.attribute_name = std::move(attribute);
  return request;
}

std::int64_t now_seconds(Scratch& scratch) { return scratch.clock().unix_time().count() / 1000; }

/// Puts an item that expires at a second.
void put_expiring(Scratch& scratch, std::string pk, AttributeValue expires) {
  ASSERT_TRUE(put(scratch, "T", {{"pk", std::move(pk)}, {"expires", std::move(expires)}}).ok());
}

std::vector<std::string> keys(Scratch& scratch) {
  std::vector<std::string> all;
  for (const Item& item : scan_all(scratch, "T").items) {
    all.push_back(*find(item, "pk")->get_if<std::string>());
  }
  std::sort(all.begin(), all.end());
  return all;
}

/// Lets time pass until a walk over the table has come by.
void let_pass(Scratch& scratch, Duration time) {
  scratch.clock().advance(time);
  scratch.maintain();
}

class TimeToLive : public testing::Test {
 protected:
  TimeToLive() {
    CreateTableRequest request = table_request("T", false);
    request.stream = StreamSpecification{true, StreamViewType::new_and_old_images};
    arn_ = run(scratch_->create_table(request)).value().arn;
  }
  Scratch scratch_;
  std::string arn_;
};

TEST_F(TimeToLive, RemovesWhatHasExpiredAndNothingElse) {
  ASSERT_TRUE(run(scratch_->update_time_to_live(ttl(true))).ok());
  const std::int64_t now = now_seconds(scratch_);
  const auto number = [](std::int64_t n) { return AttributeValue(Number(n)); };
  put_expiring(scratch_, "soon", number(now + 10));
  put_expiring(scratch_, "later", number(now + 100'000));
  put_expiring(scratch_, "milliseconds", number(now * 1000));
  put_expiring(scratch_, "text", AttributeValue(std::to_string(now)));
  put_expiring(scratch_, "six-years-ago", number(now - 6ll * 365 * 24 * 3600));
  put_expiring(scratch_, "past", number(now - 3600));
  ASSERT_TRUE(put(scratch_, "T", {{"pk", "never"}}).ok());
  let_pass(scratch_, std::chrono::seconds(5));
  EXPECT_THAT(keys(scratch_),
              ElementsAre("later", "milliseconds", "never", "six-years-ago", "soon", "text"));
  let_pass(scratch_, std::chrono::seconds(65));
  EXPECT_THAT(keys(scratch_),
              ElementsAre("later", "milliseconds", "never", "six-years-ago", "text"));
}

TEST_F(TimeToLive, AnItemThatHasExpiredCanBeReadAndSavedUntilItIsRemoved) {
  ASSERT_TRUE(run(scratch_->update_time_to_live(ttl(true))).ok());
  put_expiring(scratch_, "a", AttributeValue(Number(now_seconds(scratch_) + 1)));
  scratch_.clock().advance(std::chrono::seconds(100));
  EXPECT_TRUE(get(scratch_, "T", {{"pk", "a"}}).has_value());
  ASSERT_TRUE(update(scratch_, "T", {{"pk", "a"}}, "SET expires = :e",
                     {{":e", AttributeValue(Number(now_seconds(scratch_) + 1000))}})
                  .ok());
  scratch_.maintain();
  EXPECT_THAT(keys(scratch_), ElementsAre("a"));
}

TEST_F(TimeToLive, IsMarkedInTheStreamAsTheServicesWork) {
  ASSERT_TRUE(run(scratch_->update_time_to_live(ttl(true))).ok());
  put_expiring(scratch_, "a", AttributeValue(Number(now_seconds(scratch_) - 1)));
  scratch_.maintain();
  ASSERT_TRUE(put(scratch_, "T", {{"pk", "b"}}).ok());
  ASSERT_TRUE(erase(scratch_, "T", {{"pk", "b"}}).ok());
  DescribeTableRequest table;
  table.table_name = "T";
  DescribeStreamRequest stream;
  stream.stream_arn = stream_arn(arn_, run(scratch_->describe_table(table)).value().stream_label);
  std::map<std::string, bool> removals;
  const auto described = run(scratch_->describe_stream(stream)).value();
  for (const StreamShard& shard : described.shards) {
    GetShardIteratorRequest from;
    from.stream_arn = stream.stream_arn;
    from.shard_id = shard.id;
    GetRecordsRequest read;
    read.shard_iterator = run(scratch_->get_shard_iterator(from)).value().shard_iterator;
    const auto page = run(scratch_->get_records(read)).value();
    for (const StreamRecord& record : page.records) {
      if (record.event != StreamEvent::remove) continue;
      removals[*find(record.keys, "pk")->get_if<std::string>()] = record.is_expiry;
    }
  }
  EXPECT_EQ(removals, (std::map<std::string, bool>{{"a", true}, {"b", false}}));
}

TEST_F(TimeToLive, RemovesIndexEntriesToo) {
  CreateTableRequest request = table_request("U", false);
  define(request, {{"g", KeyType::S}});
  request.global_indexes = std::vector{index_request("by-g", "g")};
  ASSERT_TRUE(run(scratch_->create_table(request)).ok());
  UpdateTimeToLiveRequest on = ttl(true);
  on.table_name = "U";
  ASSERT_TRUE(run(scratch_->update_time_to_live(on)).ok());
  ASSERT_TRUE(
      put(scratch_, "U", {{"pk", "a"}, {"g", "x"}, {"expires", Number(now_seconds(scratch_) - 1)}})
          .ok());
  EXPECT_EQ(scan_all(scratch_, "U", "by-g").items.size(), 1u);
  let_pass(scratch_, std::chrono::seconds(61));
  EXPECT_TRUE(scan_all(scratch_, "U", "by-g").items.empty());
}

TEST_F(TimeToLive, WalksOverALargeTableInChunks) {
  ASSERT_TRUE(run(scratch_->update_time_to_live(ttl(true))).ok());
  const std::int64_t past = now_seconds(scratch_) - 1;
  for (int i = 0; i < 2500; ++i) {
    put_expiring(scratch_, std::to_string(i), AttributeValue(Number(past)));
  }
  scratch_->maintain();
  const std::size_t left = keys(scratch_).size();
  EXPECT_EQ(left, 1500u);
  for (int chunk = 0; chunk < 2; ++chunk) let_pass(scratch_, std::chrono::seconds(1));
  EXPECT_TRUE(keys(scratch_).empty());
}

TEST_F(TimeToLive, SaysWhatIsWrong) {
  const auto message = [&](const UpdateTimeToLiveRequest& request) {
    const auto answer = run(scratch_->update_time_to_live(request));
    return answer.ok() ? std::string("ok") : answer.error().message();
  };
  EXPECT_EQ(message(ttl(false)), "TimeToLive is already disabled");
  EXPECT_EQ(message(ttl(true)), "ok");
  EXPECT_EQ(message(ttl(true)), "TimeToLive is already enabled");
  EXPECT_EQ(message(ttl(true, "other")),
            "TimeToLive is active on a different AttributeName: current AttributeName is expires");
  EXPECT_EQ(message(ttl(false)),
            "Time to live has been modified multiple times within a fixed interval");
  scratch_.clock().advance(std::chrono::hours(1));
  EXPECT_EQ(message(ttl(false)), "ok");
  UpdateTimeToLiveRequest elsewhere = ttl(true);
  elsewhere.table_name = "nowhere";
  EXPECT_EQ(run(scratch_->update_time_to_live(elsewhere)).error().code(),
            ErrorCode::resource_not_found);
}

TEST(Settings, SurviveARestartAndGoWithTheTable) {
  const ScratchFolder folder;
  EngineOptions options;
  options.data_dir = folder.path();
  Scratch scratch(options);
  CreateTableRequest create = table_request("T", false);
  create.tags = std::vector<Tag>{{"team", "blue"}};
  create.resource_policy = R"({"Version":"2012-10-17"})";
  const std::string arn = run(scratch->create_table(create)).value().arn;
  ASSERT_TRUE(run(scratch->update_time_to_live(ttl(true))).ok());
  scratch.close();
  scratch.open();
  const auto tags = [&] { return run(scratch->list_tags_of_resource({arn, {}})); };
  EXPECT_EQ(tags().value().tags.at(0).value, "blue");
  EXPECT_EQ(run(scratch->describe_time_to_live({"T"})).value().attribute_name, "expires");
  EXPECT_EQ(run(scratch->get_resource_policy({arn})).value().policy, *create.resource_policy);

  DeleteTableRequest drop;
  drop.table_name = "T";
  ASSERT_TRUE(run(scratch->delete_table(drop)).ok());
  scratch.maintain();
  EXPECT_FALSE(tags().ok());
  ASSERT_TRUE(run(scratch->create_table(table_request("T", false))).ok());
  EXPECT_TRUE(tags().value().tags.empty());
  EXPECT_FALSE(run(scratch->describe_time_to_live({"T"})).value().attribute_name.has_value());
  EXPECT_EQ(run(scratch->get_resource_policy({arn})).error().code(), ErrorCode::policy_not_found);
}

class Tagged : public testing::Test {
 protected:
  Tagged() { arn_ = run(scratch_->create_table(table_request("T", false))).value().arn; }

  std::string tag(std::vector<Tag> tags) {
    const auto answer = run(scratch_->tag_resource({arn_, std::move(tags)}));
    return answer.ok() ? "ok" : answer.error().message();
  }
  Scratch scratch_;
  std::string arn_;
};

TEST_F(Tagged, TagsAreAddedReplacedAndRemoved) {
  EXPECT_EQ(tag({{"a", "1"}, {"b", ""}}), "ok");
  EXPECT_EQ(tag({{"a", "2"}}), "ok");
  ASSERT_TRUE(run(scratch_->untag_resource({arn_, {"b", "unknown"}})).ok());
  const auto left = run(scratch_->list_tags_of_resource({arn_, {}})).value().tags;
  ASSERT_EQ(left.size(), 1u);
  EXPECT_EQ(left[0].value, "2");
}

TEST_F(Tagged, FiftyTagsAndNoMore) {
  std::vector<Tag> fifty;
  for (int i = 0; i < 50; ++i) fifty.push_back({"k" + std::to_string(i), "v"});
  EXPECT_EQ(tag(fifty), "ok");
  EXPECT_EQ(tag({{"k0", "again"}}), "ok");
  EXPECT_EQ(tag({{"k50", "v"}}),
            "Number of Tags exceed the current limit for the provided ResourceArn");
}

TEST_F(Tagged, RulesOfTags) {
  EXPECT_EQ(tag({}), "Atleast one Tag needs to be provided as Input.");
  EXPECT_EQ(tag({{std::string(128, 'k'), std::string(256, 'v')}}), "ok");
  EXPECT_THAT(tag({{std::string(129, 'k'), "v"}}), HasSubstr("The Tag Key provided is invalid"));
  EXPECT_THAT(tag({{"k", std::string(257, 'v')}}), HasSubstr("The Tag Value provided is invalid"));
  EXPECT_EQ(tag({{"", "v"}}), "The Tag Key provided is invalid, Key: ");
  EXPECT_EQ(tag({{"k", std::nullopt}}), "The Tag Value provided is invalid, Value: null");
  EXPECT_EQ(tag({{"aws:k", "v"}}), "Tag Key cannot be prefixed with aws:, Key: aws:k");
  EXPECT_EQ(tag({{"k", "1"}, {"k", "2"}}),
            "Duplicate Tag Keys provided as input: Duplicate Tag Key found k");
  EXPECT_EQ(run(scratch_->untag_resource({arn_, {}})).error().message(),
            "Atleast one Tag Key needs to be provided as Input.");
}

TEST_F(Tagged, ResourcesAreNamedByArn) {
  const auto message = [&](std::string arn) {
    return run(scratch_->tag_resource({std::move(arn), {{"a", "b"}}})).error().message();
  };
  EXPECT_THAT(message("T"), HasSubstr("ARNs must start with 'arn:'"));
  EXPECT_THAT(message("arn:aws:s3:us-east-1:000000000000:table/T"),
              HasSubstr("Provided Arn is not a DynamoDB resource arn"));
  EXPECT_THAT(message(arn_ + "/index/i"), HasSubstr("only table or stream is accepted"));
  EXPECT_EQ(run(scratch_->tag_resource({arn_ + "2", {{"a", "b"}}})).error().code(),
            ErrorCode::resource_not_found);
}

class Policies : public testing::Test {
 protected:
  Policies() { arn_ = run(scratch_->create_table(table_request("T", false))).value().arn; }

  Result<ResourcePolicyRevision> put_it(std::string policy,
                                        std::optional<std::string> expected = std::nullopt) {
    return run(scratch_->put_resource_policy({arn_, std::move(policy), std::move(expected)}));
  }
  Scratch scratch_;
  std::string arn_;
};

TEST_F(Policies, AreKeptWithARevision) {
  const std::string first = *put_it(R"({"a":1})").value().revision_id;
  EXPECT_EQ(put_it(R"({"a":1})").value().revision_id, first);
  const std::string second = *put_it(R"({"a":2})").value().revision_id;
  EXPECT_NE(second, first);
  const auto kept = run(scratch_->get_resource_policy({arn_})).value();
  EXPECT_EQ(kept.policy, R"({"a":2})");
  EXPECT_EQ(kept.revision_id, second);
  EXPECT_EQ(run(scratch_->delete_resource_policy({arn_, {}})).value().revision_id, second);
  EXPECT_FALSE(run(scratch_->delete_resource_policy({arn_, {}})).value().revision_id.has_value());
  EXPECT_EQ(run(scratch_->get_resource_policy({arn_})).error().code(), ErrorCode::policy_not_found);
}

TEST_F(Policies, AreReplacedOnlyAtTheExpectedRevision) {
  EXPECT_EQ(put_it("{}", "1").error().code(), ErrorCode::policy_not_found);
  const std::string first = *put_it("{}", "NO_POLICY").value().revision_id;
  EXPECT_EQ(put_it(R"({"a":2})", "NO_POLICY").error().code(), ErrorCode::policy_not_found);
  EXPECT_TRUE(put_it(R"({"a":2})", first).ok());
  EXPECT_EQ(run(scratch_->delete_resource_policy({arn_, first})).error().code(),
            ErrorCode::policy_not_found);
}

TEST_F(Policies, HaveTwentyKilobytesAndNoMore) {
  EXPECT_TRUE(put_it(std::string(20 * 1024, ' ')).ok());
  EXPECT_EQ(put_it(std::string(20 * 1024 + 1, ' ')).error().message(),
            "One or more parameter values were invalid: Maximum policy size of 20480 bytes "
            "exceeded");
}

}  // namespace
}  // namespace isotherm::engine
