#include "load/failure.h"

#include <gtest/gtest.h>

namespace isotherm::load {
namespace {

TEST(Failure, ReadsTheLimitsThatThrottled) {
  // The two exceptions spell the member differently.
  for (const auto* member : {"ThrottlingReasons", "throttlingReasons"}) {
    Reply reply{.status = 400, .body = {}, .transport_error = {}};
    reply.body =
        R"({"__type":"com.amazon.coral.availability#ThrottlingException","message":"slow",")" +
        std::string(member) +
        R"(":[{"reason":"IndexWriteKeyRangeThroughputExceeded","resource":"arn:x"}]})";
    const auto failure = read_failure(reply);
    EXPECT_EQ(failure.exception, "ThrottlingException");
    EXPECT_EQ(failure.message, "slow");
    EXPECT_TRUE(failure.throttled);
    ASSERT_EQ(failure.reasons.size(), 1u);
    EXPECT_EQ(failure.reasons[0].reason, "IndexWriteKeyRangeThroughputExceeded");
    EXPECT_EQ(failure.reasons[0].resource, "arn:x");
  }
}

TEST(Failure, TellsThrottlesFromOtherErrors) {
  const auto of = [](std::string type) {
    return read_failure(
        {.status = 400, .body = R"({"__type":"a#)" + type + R"("})", .transport_error = {}});
  };
  EXPECT_TRUE(of("ProvisionedThroughputExceededException").throttled);
  EXPECT_TRUE(of("RequestLimitExceeded").throttled);
  EXPECT_FALSE(of("ValidationException").throttled);
  EXPECT_EQ(of("ValidationException").exception, "ValidationException");
}

TEST(Failure, NamesWhatIsNoErrorOfTheService) {
  EXPECT_EQ(read_failure({.status = 502, .body = "<html>", .transport_error = {}}).exception,
            "HTTP 502");
  EXPECT_EQ(read_failure({.status = 500, .body = "[1]", .transport_error = {}}).exception,
            "HTTP 500");
  EXPECT_EQ(
      read_failure({.status = 0, .body = {}, .transport_error = "Connection refused"}).exception,
      "no reply: Connection refused");
}

TEST(Failure, CountsWhatABatchLeftUndone) {
  EXPECT_EQ(count_unprocessed("BatchWriteItem", R"({"UnprocessedItems":{}})"), 0u);
  EXPECT_EQ(count_unprocessed("BatchWriteItem",
                              R"({"UnprocessedItems":{"A":[{},{}],"B":[{"PutRequest":{}}]}})"),
            3u);
  EXPECT_EQ(count_unprocessed("BatchGetItem",
                              R"({"Responses":{},"UnprocessedKeys":{"A":{"Keys":[{},{}]}}})"),
            2u);
  EXPECT_EQ(count_unprocessed("PutItem", "{}"), 0u);
  EXPECT_EQ(unprocessed_json("BatchWriteItem", R"({"UnprocessedItems": {"A":[{}]}})"),
            R"({"A":[{}]})");
  EXPECT_EQ(unprocessed_json("BatchWriteItem", R"({"UnprocessedItems":{}})"), "");
}

}  // namespace
}  // namespace isotherm::load
