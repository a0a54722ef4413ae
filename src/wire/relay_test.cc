#include "wire/relay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/run.h"
#include "wire/server_on_loopback.h"

namespace isotherm::wire {
namespace {

using ::testing::HasSubstr;

/// Keeps what it was given, and answers what the test put into it.
class FakeRawStore final : public RawStore {
 public:
  Task<RawAnswer> forward(RawCall call) override {
    target = call.target;
    body = call.body;
    co_return answer;
  }

  std::string target;
  std::string body;
  RawAnswer answer{200, "{}"};
};

/// Every table but "Ruled" is plain.
struct Relayed {
  Relayed() {
    relay.store = &store;
    relay.is_plain = [](std::string_view table) { return table != "Ruled"; };
  }
  bool takes(std::string_view operation, std::string_view body) const {
    const std::string target = "DynamoDB_20120810." + std::string(operation);
    return wire::takes(relay, {.target = target, .body = body});
  }

  FakeRawStore store;
  Relay relay;
};

TEST(Relay, TakesWhatIsOnlyAboutPlainTables) {
  const Relayed relayed;
  EXPECT_TRUE(
      relayed.takes("GetItem", R"({"TableName":"Plain","Key":{"TableName":{"S":"Ruled"}}})"));
  EXPECT_TRUE(relayed.takes("DescribeTable", R"({"TableName":"Plain"})"));
  EXPECT_TRUE(relayed.takes("BatchGetItem", R"({"RequestItems":{"A":{},"B":{}}})"));
  EXPECT_TRUE(
      relayed.takes("TransactWriteItems", R"({"TransactItems":[{"Put":{"TableName":"A"}}]})"));
}

TEST(Relay, LeavesWhatTouchesOneTableThatIsNot) {
  const Relayed relayed;
  for (const char* table : {"Ruled", R"(R\u0075led)", "arn:aws:dynamodb:eu-west-1:1:table/Ruled"}) {
    const std::string name = "\"" + std::string(table) + "\"";
    EXPECT_FALSE(relayed.takes("GetItem", R"({"TableName":)" + name + "}")) << table;
    EXPECT_FALSE(relayed.takes("BatchWriteItem", R"({"RequestItems":{"A":[],)" + name + ":[]}}"));
    EXPECT_FALSE(relayed.takes(
        "TransactGetItems",
        R"({"TransactItems":[{"Get":{"TableName":"A"}},{"Get":{"TableName":)" + name + "}}]}"));
  }
}

TEST(Relay, LeavesANameThatIsThereTwice) {
  const Relayed relayed;
  EXPECT_FALSE(relayed.takes("GetItem", R"({"TableName":"Plain","TableName":"Ruled"})"));
  EXPECT_FALSE(relayed.takes("GetItem", R"({"TableName":"Ruled","TableName":"Plain"})"));
}

TEST(Relay, LeavesWhatItCannotTell) {
  const Relayed relayed;
  for (const char* body : {"", "{", "[]", "{}", R"({"TableName":7})"})
    EXPECT_FALSE(relayed.takes("GetItem", body)) << body;
  EXPECT_FALSE(relayed.takes("ListTables", "{}"));
  EXPECT_FALSE(relayed.takes("ExecuteStatement", R"({"Statement":"SELECT * FROM Plain"})"));
  EXPECT_FALSE(relayed.takes("FlyToTheMoon", R"({"TableName":"Plain"})"));
}

TEST(Relay, WithoutRulesTakesEverythingButWhatTellsAboutThisEndpoint) {
  Relayed relayed;
  relayed.relay.is_plain = nullptr;
  EXPECT_TRUE(relayed.takes("ExecuteStatement", "not json"));
  EXPECT_TRUE(relayed.takes("FlyToTheMoon", ""));
  EXPECT_FALSE(relayed.takes("DescribeEndpoints", "{}"));
  relayed.relay.store = nullptr;
  EXPECT_FALSE(relayed.takes("GetItem", R"({"TableName":"Plain"})"));
}

TEST(Relay, AnswersWithTheBytesAndTheNameThatTheStoreGave) {
  EchoStore unasked;
  Relayed relayed;
  relayed.store.answer = {400, R"({"__type":"a#ValidationException","message":"no"})", "ITS-ID"};
  ServerOptions options;
  options.relay = relayed.relay;
  std::string error;
  options.on_served = [&](const Served& served) { error = served.error; };
  const auto server = serve(unasked, options);
  RawClient client(server->port());
  const std::string body = R"({ "TableName":"Plain", "Unknown":1 })";
  const RawReply reply = client.call(post("GetItem", body));
  EXPECT_EQ(reply.status, 400);
  EXPECT_EQ(reply.body, relayed.store.answer.body);
  EXPECT_EQ(reply.headers.at("x-amzn-RequestId"), "ITS-ID");
  EXPECT_EQ(relayed.store.body, body) << "byte by byte";
  EXPECT_EQ(relayed.store.target, "DynamoDB_20120810.GetItem");
  client.close();
  server->stop();
  server->wait();
  EXPECT_EQ(error, "ValidationException");
}

TEST(Relay, WithoutAnAnswerSaysWhy) {
  Relayed relayed;
  relayed.store.answer.failure = Error{ErrorCode::service_unavailable, "gone"};
  const Reply reply = run(pass_on(relayed.relay, {.target = "DynamoDB_20120810.GetItem"}));
  EXPECT_EQ(reply.status, 503);
  EXPECT_THAT(reply.body, HasSubstr("gone"));
  EXPECT_EQ(reply.operation, "GetItem");
}

}  // namespace
}  // namespace isotherm::wire
