#include "credentials/chain.h"

#include <gmock/gmock.h>

#include <condition_variable>

#include "credentials/fake_endpoint.h"

namespace isotherm::credentials {
namespace {

using signing::CredentialsPtr;
using ::testing::HasSubstr;

/// A container's endpoint: its credentials have a number, and end so long after it was asked.
class ChainTest : public Home {
 protected:
  void SetUp() override {
    Home::SetUp();
    endpoint.emplace([this](const Asked&) -> std::optional<Told> {
      std::unique_lock lock(mutex);
      gate.wait(lock, [this] { return is_open; });
      if (fails) return Told{500, ""};
      const auto ends = clock.unix_time() + lifetime;
      const std::time_t seconds = std::chrono::duration_cast<std::chrono::seconds>(ends).count();
      char text[40];
      std::tm parts{};
      std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&seconds, &parts));
      return Told{200, R"({"AccessKeyId":"KEY)" + std::to_string(++given) +
                           R"(","SecretAccessKey":"s","Token":"t","Expiration":")" + text + "\"}"};
    });
    variables["AWS_CONTAINER_CREDENTIALS_FULL_URI"] = endpoint->url();
  }

  ChainOptions options() { return {.environment = environment(), .clock = &clock}; }

  /// The key that is answered, or the error.
  static std::string ask(CredentialChain& chain) {
    const auto answer = wait_for(chain.credentials());
    return answer.ok() ? (*answer)->access_key_id : answer.error();
  }
  /// Asks until it is this one.
  static void ask_until(CredentialChain& chain, const std::string& key) {
    while (ask(chain) != key) std::this_thread::yield();
  }
  void set_fails(bool value) {
    const std::lock_guard lock(mutex);
    fails = value;
  }
  void open_gate(bool value) {
    const std::lock_guard lock(mutex);
    is_open = value;
    gate.notify_all();
  }
  std::size_t asked() const { return endpoint->asked().size(); }

  ManualClock clock;
  std::chrono::minutes lifetime{60};
  std::mutex mutex;
  std::condition_variable gate;
  bool is_open = true;
  bool fails = false;
  int given = 0;
  std::optional<FakeEndpoint> endpoint;
};

TEST_F(ChainTest, AreKeptWhileTheyAreGood) {
  CredentialChain chain(options());
  EXPECT_EQ(ask(chain), "KEY1");
  clock.advance(std::chrono::minutes(54));
  EXPECT_EQ(ask(chain), "KEY1");
  EXPECT_EQ(asked(), 1U);
}

TEST_F(ChainTest, AreRenewedBeforeTheyEndWhileTheOldOnesAreUsed) {
  CredentialChain chain(options());
  EXPECT_EQ(ask(chain), "KEY1");
  clock.advance(std::chrono::minutes(56));
  open_gate(false);
  // The renewal cannot end, and nobody waits for it.
  for (int i = 0; i < 10; ++i) EXPECT_EQ(ask(chain), "KEY1");
  open_gate(true);
  ask_until(chain, "KEY2");
  EXPECT_EQ(asked(), 2U);
}

TEST_F(ChainTest, AFailedRenewalChangesNothingUntilTheyEnd) {
  CredentialChain chain(options());
  EXPECT_EQ(ask(chain), "KEY1");
  set_fails(true);
  clock.advance(std::chrono::minutes(56));
  EXPECT_EQ(ask(chain), "KEY1");
  while (asked() < 2) std::this_thread::yield();
  EXPECT_EQ(ask(chain), "KEY1");
  clock.advance(std::chrono::minutes(5));
  EXPECT_THAT(ask(chain), HasSubstr("answered 500"));
  set_fails(false);
  clock.advance(std::chrono::minutes(1));
  EXPECT_EQ(ask(chain), "KEY2");
}

TEST_F(ChainTest, WhoAsksAtTheSameTimeWaitsForOneSearch) {
  CredentialChain chain(options());
  open_gate(false);
  std::vector<std::string> answers(16);
  std::vector<std::thread> threads;
  for (std::string& answer : answers)
    threads.emplace_back([&chain, &answer] { answer = ask(chain); });
  open_gate(true);
  for (std::thread& thread : threads) thread.join();
  for (const std::string& answer : answers) EXPECT_EQ(answer, "KEY1");
  EXPECT_EQ(asked(), 1U);
}

TEST_F(ChainTest, ThoseThatAnEndpointRefusedAreLookedForAgain) {
  CredentialChain chain(options());
  const auto first = wait_for(chain.credentials());
  ASSERT_TRUE(first.ok());
  clock.advance(std::chrono::minutes(1));
  chain.reject(*first);
  EXPECT_EQ(ask(chain), "KEY2");
  // Of old ones, and again at once, nothing happens.
  chain.reject(*first);
  EXPECT_EQ(ask(chain), "KEY2");
  chain.reject(*wait_for(chain.credentials()));
  EXPECT_EQ(ask(chain), "KEY2");
  EXPECT_EQ(asked(), 2U);
}

TEST_F(ChainTest, AFailureIsNotLookedForByEverybody) {
  CredentialChain chain(options());
  set_fails(true);
  EXPECT_THAT(ask(chain), HasSubstr("answered 500"));
  EXPECT_THAT(ask(chain), HasSubstr("answered 500"));
  EXPECT_EQ(asked(), 1U);
  clock.advance(std::chrono::seconds(2));
  set_fails(false);
  EXPECT_EQ(ask(chain), "KEY1");
}

TEST_F(ChainTest, TheEndOfTheChainAnswersWhoWaits) {
  std::optional<CredentialChain> chain(options());
  open_gate(false);
  boost::asio::io_context context;
  std::string said;
  boost::asio::co_spawn(
      context,
      [](CredentialChain& from, std::string& to) -> boost::asio::awaitable<void> {
        const auto answer = co_await from.credentials();
        to = answer.ok() ? "found" : answer.error();
      }(*chain, said),
      [](std::exception_ptr) {});
  context.poll();
  chain.reset();
  context.run();
  EXPECT_THAT(said, HasSubstr("ended"));
  open_gate(true);
}

TEST_F(ChainTest, NeverEndingOnesAreNotLookedForAgain) {
  variables["AWS_ACCESS_KEY_ID"] = "ENV";
  variables["AWS_SECRET_ACCESS_KEY"] = "s";
  CredentialChain chain(options());
  EXPECT_EQ(ask(chain), "ENV");
  clock.advance(std::chrono::hours(10'000));
  EXPECT_EQ(ask(chain), "ENV");
  EXPECT_EQ(asked(), 0U);
}

}  // namespace
}  // namespace isotherm::credentials
