#include "store/remote/caller.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/remote/testing/script.h"

namespace isotherm::remote {
namespace {

using namespace testing;  // NOLINT: scripts
using ::testing::HasSubstr;

/// A caller of a scripted endpoint, and one thread's calls.
struct Scripted {
  explicit Scripted(std::shared_ptr<signing::CredentialSource> credentials = nullptr) {
    CallerOptions options;
    options.endpoint = parse_endpoint("http://127.0.0.1:8000").value();
    options.credentials = std::move(credentials);
    options.retry = {3, std::chrono::milliseconds(0), std::chrono::milliseconds(0)};
    options.open = opener_of(script);
    caller = std::make_unique<Caller>(std::move(options));
  }
  Called<HttpAnswer> call(Idempotent idempotent) {
    return run(caller->call("DynamoDB_20120810.GetItem", "{}", idempotent));
  }

  std::shared_ptr<Script> script = std::make_shared<Script>();
  std::unique_ptr<Caller> caller;
};

TEST(Caller, TriesAnythingAgainWhenNothingWasSent) {
  Scripted scripted;
  scripted.script->refused_connections = 2;
  const auto answer = scripted.call(Idempotent::no);
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(scripted.script->calls.size(), 1U);
}

TEST(Caller, EndsAfterItsAttempts) {
  Scripted scripted;
  scripted.script->refused_connections = 100;
  const auto answer = scripted.call(Idempotent::yes);
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(scripted.script->refused_connections, 97);
  EXPECT_EQ(answer.error().sent, Sent::nothing);
}

TEST(Caller, NeverSendsTwiceWhatMayHaveBeenDone) {
  Scripted scripted;
  scripted.script->steps = {fails(Sent::perhaps)};
  const auto answer = scripted.call(Idempotent::no);
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(scripted.script->calls.size(), 1U);
}

TEST(Caller, NeverRepeatsAWriteThatMetAServerFailure) {
  Scripted scripted;
  scripted.script->steps = {answers(500)};
  EXPECT_EQ(scripted.call(Idempotent::no)->status, 500);
  EXPECT_EQ(scripted.script->calls.size(), 1U);
}

TEST(Caller, RepeatsAReadThatMetAnyFailure) {
  Scripted scripted;
  scripted.script->steps = {fails(Sent::perhaps), answers(503), answers(200, R"({"a":1})")};
  const auto answer = scripted.call(Idempotent::yes);
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer->body, R"({"a":1})");
  EXPECT_EQ(scripted.script->calls.size(), 3U);
}

TEST(Caller, HandsThrottlesOn) {
  Scripted scripted;
  scripted.script->steps = {answers(400, R"({"__type":"ThrottlingException"})")};
  EXPECT_EQ(scripted.call(Idempotent::yes)->status, 400);
  EXPECT_EQ(scripted.script->calls.size(), 1U);
}

TEST(Caller, ARefusalForTheNumberOfCallsIsNotTriedAgain) {
  CallerOptions options;
  options.pool.connections_max = 1;
  options.pool.waiting_max = 0;
  const auto script = std::make_shared<Script>();
  options.open = opener_of(script);
  Caller caller(std::move(options));
  // The second call comes while the first one is under way, and has the only connection.
  std::optional<Called<HttpAnswer>> refused;
  script->steps = {[&]() -> Called<HttpAnswer> { return answer_of(200, "{}"); }};
  script->before_answer = [&]() -> Task<void> {
    refused.emplace(co_await caller.call("T", "{}", Idempotent::yes));
  };
  EXPECT_TRUE(run(caller.call("T", "{}", Idempotent::yes)).ok());
  ASSERT_TRUE(refused);
  ASSERT_FALSE(refused->ok());
  EXPECT_TRUE(refused->error().is_crowded);
  EXPECT_EQ(script->calls.size(), 1U);
}

TEST(Caller, AnAnswerWithAWrongChecksumIsNone) {
  Scripted scripted;
  const auto broken = [] {
    HttpAnswer answer = answer_of(200, "{}");
    answer.crc32 = "1";
    return Called<HttpAnswer>(answer);
  };
  scripted.script->steps = {broken, broken, broken};
  const auto answer = scripted.call(Idempotent::yes);
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(scripted.script->calls.size(), 3U);
  EXPECT_THAT(answer.error().what, HasSubstr("checksum"));
}

TEST(Caller, TheBudgetEndsRepeatedTries) {
  Scripted scripted;
  std::size_t calls = 0;
  for (int i = 0; i < 200; ++i) {
    scripted.script->steps = {answers(500), answers(500), answers(500)};
    (void)scripted.call(Idempotent::yes);
    calls = scripted.script->calls.size();
  }
  // Two repeated tries a call, until the tokens are gone; then one try a call.
  EXPECT_EQ(calls, 200U + RetryBudget::tokens_max / RetryBudget::cost);
}

/// Expired credentials first, then good ones.
class Renewed final : public signing::CredentialSource {
 public:
  boost::asio::awaitable<Expected<signing::CredentialsPtr, std::string>> credentials() override {
    co_return rejected ? fresh : old;
  }
  void reject(const signing::CredentialsPtr& refused) override {
    EXPECT_EQ(refused, old);
    rejected = true;
  }

  bool rejected = false;
  signing::CredentialsPtr old =
      std::make_shared<signing::Credentials>(signing::Credentials{"AKOLD", "secret", "token"});
  signing::CredentialsPtr fresh =
      std::make_shared<signing::Credentials>(signing::Credentials{"AKNEW", "secret", ""});
};

std::string header(const HttpCall& call, std::string_view name) {
  for (const signing::Header& one : call.headers)
    if (one.name == name) return one.value;
  return "";
}

TEST(Caller, ExpiredCredentialsAreRenewedOnceWhateverTheCall) {
  const auto credentials = std::make_shared<Renewed>();
  Scripted scripted(credentials);
  const std::string expired = R"({"__type":"com.amazon.coral.service#ExpiredTokenException"})";
  scripted.script->steps = {answers(400, expired), answers(200)};
  EXPECT_EQ(scripted.call(Idempotent::no)->status, 200);
  const auto& calls = scripted.script->calls;
  ASSERT_EQ(calls.size(), 2U);
  EXPECT_THAT(header(calls[0], "Authorization"), HasSubstr("Credential=AKOLD/"));
  EXPECT_EQ(header(calls[0], "X-Amz-Security-Token"), "token");
  EXPECT_THAT(header(calls[1], "Authorization"), HasSubstr("Credential=AKNEW/"));
  EXPECT_EQ(header(calls[1], "X-Amz-Security-Token"), "");
  scripted.script->steps = {answers(400, expired), answers(400, expired)};
  credentials->old = credentials->fresh;
  EXPECT_EQ(scripted.call(Idempotent::no)->status, 400) << "asked no more than once again";
}

TEST(Caller, KeepsItsConnectionsForTheNextCall) {
  Scripted scripted;
  run([](Caller& caller) -> Task<bool> {
    for (int i = 0; i < 5; ++i) (void)co_await caller.call("T", "{}", Idempotent::yes);
    co_return true;
  }(*scripted.caller));
  EXPECT_EQ(scripted.script->opened, 1);
  EXPECT_EQ(scripted.script->calls.size(), 5U);
}

}  // namespace
}  // namespace isotherm::remote
