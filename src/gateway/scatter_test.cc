// Scatter reads: whether they may be, what of them is told, and second reads of slow shards.

#include <gmock/gmock.h>

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "gateway/testing/between.h"
#include "gateway/testing/twins.h"

namespace isotherm::gateway {
namespace {

using namespace testing;  // NOLINT: the twins
using ::testing::HasSubstr;

std::shared_ptr<const schema::Schema> schema_with(const Shape& shape, schema::Scatter scatter) {
  schema::TableRule rule = rule_of(shape);
  rule.indexes[0].scatter = scatter;
  schema::Schema schema;
  schema.tables.emplace(table_name, rule);
  return std::make_shared<const schema::Schema>(std::move(schema));
}

struct Scattered {
  explicit Scattered(schema::Scatter scatter, const Shape& shape = {}) : engine(open_engine()) {
    GatewayOptions options;
    options.on_scatter = [this](std::string_view table, std::string_view index) {
      told.push_back(std::string(table) + "/" + std::string(index));
    };
    gateway = std::make_unique<Gateway>(*engine, schema_with(shape, scatter), options);
    expects(run(gateway->create_table(create_request(shape))).ok(), "the table is made");
  }
  std::string outcome(QueryRequest query, ScatterHint hint = ScatterHint::none) {
    query.scatter = hint;
    const auto answer = run(gateway->query(query));
    return answer.ok() ? "ok" : answer.error().message();
  }

  std::vector<std::string> told;
  std::unique_ptr<engine::Engine> engine;
  std::unique_ptr<Gateway> gateway;
};

QueryRequest one_shard() {
  QueryRequest query = query_of("A");
  query.key_condition_expression = "p = :p AND s = :s";
  query.placeholders.values->emplace(":s", "x");
  return query;
}

TEST(ScatterPolicy, ForbidRefusesWithTheReasonAndTheCure) {
  Scattered scattered(schema::Scatter::forbid);
  EXPECT_EQ(scattered.outcome(query_of("A")),
            "Isotherm: this query of index 'by-p' would ask all of its 4 shards, which its rule "
            "(scatter: forbid) forbids; give 's' by equality in the key condition");
  EXPECT_EQ(scattered.outcome(one_shard()), "ok");
  EXPECT_EQ(scattered.outcome(query_of("A"), ScatterHint::allow), "ok");
}

TEST(ScatterPolicy, ForbidSaysWhenNoConditionCanNameTheInputs) {
  Scattered scattered(schema::Scatter::forbid, Shape{.inputs = {"id", "note"}});
  EXPECT_THAT(scattered.outcome(query_of("A")),
              HasSubstr("its shard follows from 'id', 'note', which a key condition cannot give"));
}

TEST(ScatterPolicy, WarnTellsOfEachScatterAndOfNothingElse) {
  Scattered scattered(schema::Scatter::warn);
  EXPECT_EQ(scattered.outcome(one_shard()), "ok");
  EXPECT_EQ(scattered.outcome(query_of("A"), ScatterHint::allow), "ok");
  EXPECT_TRUE(scattered.told.empty());
  EXPECT_EQ(scattered.outcome(query_of("A")), "ok");
  EXPECT_EQ(scattered.told, std::vector<std::string>{"Things/by-p"});
}

TEST(ScatterPolicy, TheRequestCanForbidWhereTheRuleAllows) {
  Scattered scattered(schema::Scatter::allow);
  EXPECT_THAT(scattered.outcome(query_of("A"), ScatterHint::forbid),
              HasSubstr("the request (x-isotherm-scatter) forbids"));
  EXPECT_EQ(scattered.outcome(one_shard(), ScatterHint::forbid), "ok");
  EXPECT_EQ(scattered.outcome(query_of("A")), "ok");
}

TEST(ScatterPolicy, OneShardIsNoScatter) {
  Scattered scattered(schema::Scatter::forbid, Shape{.shards = 1});
  EXPECT_EQ(scattered.outcome(query_of("A")), "ok");
}

/// Answers the first query only when another one came.
class SlowOnce final : public ForwardingStore {
 public:
  using ForwardingStore::ForwardingStore;
  int queries = 0;
  bool is_slow = true;

  Task<Result<ReadManyResponse>> query(QueryRequest request) override {
    namespace asio = boost::asio;
    const int mine = queries++;
    if (is_slow && mine == 0) {
      asio::steady_timer other(co_await asio::this_coro::executor);
      while (queries < 2) {
        other.expires_after(std::chrono::microseconds(100));
        co_await other.async_wait(asio::use_awaitable);
      }
    }
    co_return co_await below_.query(std::move(request));
  }
};

QueryRequest of_physical() {
  QueryRequest request = query_of("A");
  request.index_name = physical_name;
  request.key_condition_expression = std::string(hidden_name) + " = :p";
  return request;
}

TEST(Hedging, ASlowShardIsAskedASecondTime) {
  Scattered scattered(schema::Scatter::allow);
  SlowOnce slow(*scattered.engine);
  Hedge hedge({std::chrono::microseconds(1), std::nullopt});
  const auto answer = run(hedge.query(slow, of_physical()));
  ASSERT_TRUE(answer.ok()) << answer.error().message();
  EXPECT_EQ(slow.queries, 2);
  EXPECT_EQ(hedge.sent(), 1U);
}

TEST(Hedging, AFastShardIsAskedOnce) {
  Scattered scattered(schema::Scatter::allow);
  SlowOnce fast(*scattered.engine);
  fast.is_slow = false;
  Hedge hedge({std::chrono::hours(1), std::nullopt});
  ASSERT_TRUE(run(hedge.query(fast, of_physical())).ok());
  EXPECT_EQ(fast.queries, 1);
}

TEST(Hedging, ErrorsAreAnsweredAndNotAskedAgain) {
  Scattered scattered(schema::Scatter::allow);
  Between between(*scattered.engine);
  between.before_query = [](const QueryRequest&) { return Error::internal("broken"); };
  Hedge hedge({std::chrono::hours(1), std::nullopt});
  const auto answer = run(hedge.query(between, of_physical()));
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().message(), "broken");
  EXPECT_EQ(between.queries.size(), 1U);
}

TEST(Hedging, SecondReadsAreCapped) {
  Scattered scattered(schema::Scatter::allow);
  // Each read is late at once, so each would be asked twice.
  class Late final : public ForwardingStore {
   public:
    using ForwardingStore::ForwardingStore;
    Task<Result<ReadManyResponse>> query(QueryRequest request) override {
      boost::asio::steady_timer pause(co_await boost::asio::this_coro::executor,
                                      std::chrono::milliseconds(2));
      co_await pause.async_wait(boost::asio::use_awaitable);
      co_return co_await below_.query(std::move(request));
    }
  } late(*scattered.engine);
  Hedge hedge({std::chrono::microseconds(1), std::nullopt});
  for (int i = 0; i < 60; ++i) ASSERT_TRUE(run(hedge.query(late, of_physical())).ok());
  // One is free, and each twentieth read earns another.
  EXPECT_LE(hedge.sent(), 4U);
  EXPECT_GE(hedge.sent(), 1U);
}

TEST(Hedging, AGatewayThatHedgesAnswersAsOneThatDoesNot) {
  Twins twins(Shape{.shards = 7, .inputs = {"id"}});
  GatewayOptions options;
  options.hedge.percentile = 50;
  Gateway hedging(*twins.below, schema_of(twins.shape), options);
  for (int i = 0; i < 50; ++i)
    ASSERT_TRUE(
        run(hedging.put_item(put_of(
                {{"id", std::to_string(i)}, {"p", "A"}, {"s", "s" + std::to_string(100 + i)}})))
            .ok());
  for (int round = 0; round < 20; ++round) {
    const auto hedged = run(hedging.query(query_of("A")));
    const auto plain = run(twins.gateway.query(query_of("A")));
    ASSERT_TRUE(hedged.ok() && plain.ok());
    EXPECT_EQ(hedged->items, plain->items);
  }
}

}  // namespace
}  // namespace isotherm::gateway
