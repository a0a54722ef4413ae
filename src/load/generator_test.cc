// The generator against an endpoint that is told how to misbehave.

#include "load/generator.h"

#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <functional>
#include <nlohmann/json.hpp>
#include <thread>

#include "load/bench_table.h"
#include "load/client.h"
#include "load/item_source.h"
#include "load/report.h"

namespace isotherm::load {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using namespace std::chrono_literals;

// What the fake endpoint does with a request.
struct Behaviour {
  int status = 200;
  std::string body = "{}";
  Duration delay{0};
  bool close = false;
  bool chunked = false;
  bool silent = false;
};

class FakeEndpoint {
 public:
  // `behave` gets the number of the request, from 0, and its text; on one thread.
  using Behave = std::function<Behaviour(int number, std::string_view request)>;

  explicit FakeEndpoint(Behave behave)
      : behave_(std::move(behave)), acceptor_(context_, {asio::ip::make_address("127.0.0.1"), 0}) {
    asio::co_spawn(context_, accept(), asio::detached);
    thread_ = std::thread([this] { context_.run(); });
  }
  ~FakeEndpoint() {
    context_.stop();
    thread_.join();
  }
  Endpoint endpoint() const { return {"127.0.0.1", acceptor_.local_endpoint().port()}; }
  int requests() const { return requests_; }
  int connections() const { return connections_; }

 private:
  Task<void> accept() {
    for (;;) {
      tcp::socket socket = co_await acceptor_.async_accept(asio::use_awaitable);
      ++connections_;
      asio::co_spawn(context_, serve(std::move(socket)), [](std::exception_ptr) {});
    }
  }

  Task<void> serve(tcp::socket socket) {
    std::string in;
    for (;;) {
      const auto head = co_await asio::async_read_until(socket, asio::dynamic_buffer(in),
                                                        "\r\n\r\n", asio::use_awaitable);
      const auto at = in.find("Content-Length: ");
      const auto size = head + static_cast<std::size_t>(std::stoul(in.substr(at + 16)));
      if (in.size() < size)
        co_await asio::async_read(socket, asio::dynamic_buffer(in),
                                  asio::transfer_exactly(size - in.size()), asio::use_awaitable);
      const Behaviour behaviour = behave_(requests_++, std::string_view(in).substr(0, size));
      in.erase(0, size);
      if (behaviour.silent) continue;
      if (behaviour.delay.count() > 0) {
        asio::steady_timer timer(context_, behaviour.delay);
        co_await timer.async_wait(asio::use_awaitable);
      }
      const std::string out = text_of(behaviour);
      co_await asio::async_write(socket, asio::buffer(out), asio::use_awaitable);
      if (behaviour.close) co_return;
    }
  }

  static std::string text_of(const Behaviour& behaviour) {
    auto text = "HTTP/1.1 " + std::to_string(behaviour.status) + " X\r\n";
    if (behaviour.close) text += "Connection: close\r\n";
    if (!behaviour.chunked)
      return text + "Content-Length: " + std::to_string(behaviour.body.size()) + "\r\n\r\n" +
             behaviour.body;
    return text + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n";
  }

  Behave behave_;
  asio::io_context context_{1};
  tcp::acceptor acceptor_;
  std::atomic<int> requests_ = 0;
  std::atomic<int> connections_ = 0;
  std::thread thread_;
};

class Gets final : public Source {
 public:
  std::vector<std::string> kinds() const override { return {"get"}; }
  void next(Action& action) override {
    action.kind = 0;
    action.first.operation = "GetItem";
    action.first.body = R"({"TableName":"T"})";
  }
  std::string_view finished(const Action&, const Reply& reply) override {
    return reply.body == "wrong" ? "not an item" : "";
  }
};

GeneratorOptions options_for(const FakeEndpoint& fake, std::uint64_t operations) {
  GeneratorOptions options;
  options.endpoint = fake.endpoint();
  options.connections = 1;
  options.duration.reset();
  options.operations = operations;
  return options;
}

Outcome run(const GeneratorOptions& options) {
  auto outcome = generate(options, [](unsigned, unsigned) { return std::make_unique<Gets>(); });
  EXPECT_TRUE(outcome.ok());
  return std::move(outcome).value();
}

TEST(Generator, ClosedLoopSendsSoManyOperationsOverItsConnections) {
  std::string first;
  FakeEndpoint fake([&](int number, std::string_view request) {
    if (number == 0) first = request;
    return Behaviour{};
  });
  auto options = options_for(fake, 1'001);
  options.connections = 8;
  options.threads = 2;
  const auto outcome = run(options);
  EXPECT_EQ(outcome.tally.total().accepted, 1'001u);
  EXPECT_EQ(outcome.tally.total().accepted_latency.count(), 1'001u);
  EXPECT_EQ(fake.requests(), 1'001);
  EXPECT_EQ(fake.connections(), 8);
  EXPECT_EQ(outcome.kinds, std::vector<std::string>{"get"});
  EXPECT_NE(first.find("X-Amz-Target: DynamoDB_20120810.GetItem\r\n"), std::string::npos);
  EXPECT_NE(first.find("\r\nHost: 127.0.0.1:"), std::string::npos);
  EXPECT_NE(first.find("\r\nAuthorization: AWS4-HMAC-SHA256 Credential="), std::string::npos);
  EXPECT_TRUE(first.ends_with("\r\n\r\n{\"TableName\":\"T\"}"));
}

// Arrivals are due at 0, 10, …, 190 ms; the only connection waits for its first reply until 300 ms.
// So the request that is sent last was due 110 ms before anything could be answered.
TEST(Generator, OpenLoopCountsTheTimeThatRequestsWaitForAStalledEndpoint) {
  FakeEndpoint fake([](int number, std::string_view) {
    return Behaviour{.delay = number == 0 ? Duration(300ms) : Duration(0)};
  });
  auto options = options_for(fake, 20);
  options.rate = 100;
  const auto total = run(options).tally.total();
  EXPECT_EQ(total.accepted, 20u);
  EXPECT_GE(total.accepted_latency.percentile(0.01), 100ms);
  EXPECT_GE(total.accepted_latency.percentile(0.5), 190ms);
  EXPECT_GE(total.accepted_latency.max(), 300ms);
}

TEST(Generator, OpenLoopCountsArrivalsThatItMayNotSend) {
  FakeEndpoint fake([](int number, std::string_view) {
    return Behaviour{.delay = number == 0 ? Duration(300ms) : Duration(0)};
  });
  auto options = options_for(fake, 20);
  options.rate = 100;
  options.outstanding_max = 5;
  const auto outcome = run(options);
  EXPECT_GT(outcome.tally.overflowed, 0u);
  EXPECT_EQ(outcome.tally.total().accepted + outcome.tally.overflowed, 20u);
  EXPECT_EQ(outcome.tally.total().accepted, static_cast<std::uint64_t>(fake.requests()));
}

TEST(Generator, CountsThrottlesByReasonAndResource) {
  FakeEndpoint fake([](int number, std::string_view) {
    if (number % 4 != 0) return Behaviour{};
    return Behaviour{.status = 400,
                     .body =
                         R"({"__type":"x#ProvisionedThroughputExceededException","message":"m",)"
                         R"("ThrottlingReasons":[{"reason":"R","resource":"arn:t/index/i"}]})"};
  });
  const auto total = run(options_for(fake, 100)).tally.total();
  EXPECT_EQ(total.accepted, 75u);
  EXPECT_EQ(total.throttled, 25u);
  EXPECT_EQ(total.failed, 0u);
  EXPECT_EQ(total.exceptions.at("ProvisionedThroughputExceededException"), 25u);
  EXPECT_EQ(total.throttles.at({"R", "arn:t/index/i"}), 25u);
  EXPECT_EQ(total.examples.at("ProvisionedThroughputExceededException"), "m");
  EXPECT_EQ(total.rejected_latency.count(), 25u);
}

TEST(Generator, CountsARightStatusWithAWrongAnswerAsFailed) {
  FakeEndpoint fake(
      [](int number, std::string_view) { return Behaviour{.body = number == 3 ? "wrong" : "{}"}; });
  const auto total = run(options_for(fake, 10)).tally.total();
  EXPECT_EQ(total.accepted, 9u);
  EXPECT_EQ(total.exceptions.at("wrong answer: not an item"), 1u);
}

TEST(Generator, GoesOnWhenTheEndpointClosesAConnection) {
  FakeEndpoint fake([](int number, std::string_view) { return Behaviour{.close = number == 1}; });
  EXPECT_EQ(run(options_for(fake, 5)).tally.total().accepted, 5u);
  EXPECT_EQ(fake.connections(), 2);
}

TEST(Generator, UnderstandsChunkedReplies) {
  FakeEndpoint fake([](int, std::string_view) { return Behaviour{.chunked = true}; });
  EXPECT_EQ(run(options_for(fake, 5)).tally.total().accepted, 5u);
  EXPECT_EQ(fake.connections(), 1);
}

TEST(Generator, GivesUpOnAReplyThatDoesNotCome) {
  FakeEndpoint fake([](int number, std::string_view) { return Behaviour{.silent = number == 0}; });
  auto options = options_for(fake, 3);
  options.reply_time_max = 500ms;
  const auto total = run(options).tally.total();
  EXPECT_EQ(total.accepted, 2u);
  EXPECT_EQ(total.exceptions.at("no reply: no reply in time"), 1u);
}

TEST(Generator, SaysThatNothingListens) {
  std::uint16_t port = 0;
  {
    asio::io_context context;
    tcp::acceptor acceptor(context, {asio::ip::make_address("127.0.0.1"), 0});
    port = acceptor.local_endpoint().port();
  }
  GeneratorOptions options;
  options.endpoint = {"127.0.0.1", port};
  options.connections = 1;
  options.duration.reset();
  options.operations = 2;
  const auto total = run(options).tally.total();
  EXPECT_EQ(total.failed, 2u);
  EXPECT_EQ(total.exceptions.begin()->first, "no reply: Connection refused");
}

TEST(Generator, EndsWhenItIsTold) {
  std::stop_source stop;
  FakeEndpoint fake([&](int number, std::string_view) {
    if (number == 50) stop.request_stop();
    return Behaviour{};
  });
  auto options = options_for(fake, 1'000'000'000);
  options.stop = stop.get_token();
  const auto outcome = run(options);
  EXPECT_TRUE(outcome.stopped);
  EXPECT_GE(outcome.tally.total().accepted, 50u);
}

TEST(Generator, DoesNotCountTheWarmUp) {
  FakeEndpoint fake([](int, std::string_view) { return Behaviour{}; });
  auto options = options_for(fake, 20);
  options.rate = 200;
  options.warm_up = 50ms;
  // Due at 0, 5, …, 95 ms: ten of them within the warm-up.
  EXPECT_EQ(run(options).tally.total().accepted, 10u);
  EXPECT_EQ(fake.requests(), 20);
}

TEST(FillTable, TriesAgainWhatWasThrottled) {
  std::vector<std::string> bodies;
  FakeEndpoint fake([&](int number, std::string_view request) {
    bodies.emplace_back(request.substr(request.find("\r\n\r\n") + 4));
    if (number == 0)
      return Behaviour{.body = R"({"UnprocessedItems":{"T":[{"PutRequest":{"Item":{"a":1}}}]}})"};
    if (number == 1)
      return Behaviour{.status = 400,
                       .body = R"({"__type":"x#ProvisionedThroughputExceededException"})"};
    return Behaviour{.body = R"({"UnprocessedItems":{}})"};
  });
  Workload workload;
  workload.keys.count = 50;
  std::uint64_t stored = 0;
  FillOptions options;
  options.connections = 1;
  options.on_progress = [&](std::uint64_t count) { stored = count; };
  ASSERT_TRUE(fill_table(fake.endpoint(), workload, options).ok());
  EXPECT_EQ(stored, 50u);
  ASSERT_EQ(bodies.size(), 4u);
  EXPECT_EQ(bodies[1], R"({"RequestItems":{"T":[{"PutRequest":{"Item":{"a":1}}}]}})");
  EXPECT_EQ(bodies[2], bodies[1]);
}

TEST(FillTable, StopsAtAnErrorThatStays) {
  FakeEndpoint fake([](int, std::string_view) {
    return Behaviour{.status = 400, .body = R"({"__type":"x#ValidationException","message":"no"})"};
  });
  Workload workload;
  const auto filled = fill_table(fake.endpoint(), workload, {});
  ASSERT_FALSE(filled.ok());
  EXPECT_NE(filled.error().message.find("ValidationException: no"), std::string::npos);
}

TEST(Report, IsJsonAndText) {
  FakeEndpoint fake([](int number, std::string_view) {
    return number == 0 ? Behaviour{.status = 500, .body = "\xff"} : Behaviour{};
  });
  Report report;
  report.options = options_for(fake, 10);
  report.workload.mix = {{Verb::get, 100}};
  report.outcome = run(report.options);
  report.started = time_text(UnixMillis(1'700'000'000'000));
  const auto json = nlohmann::json::parse(json_text(report));
  EXPECT_EQ(json.at("schema_version"), 1);
  EXPECT_EQ(json.at("started"), "2023-11-14T22:13:20Z");
  EXPECT_EQ(json.at("total").at("accepted"), 9);
  EXPECT_EQ(json.at("total").at("failed"), 1);
  EXPECT_EQ(json.at("operations")[0].at("exceptions")[0].at("exception"), "HTTP 500");
  EXPECT_GT(json.at("total").at("latency_seconds").at("p50"), 0.0);
  EXPECT_DOUBLE_EQ(report.failed_share(), 0.1);
  const auto text = people_text(report);
  EXPECT_NE(text.find("get=100 on isotherm-bench"), std::string::npos);
  EXPECT_NE(text.find("Failed:    1 (10.0 %)"), std::string::npos);
}

}  // namespace
}  // namespace isotherm::load
