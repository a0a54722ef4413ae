#include "store/remote/pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include "store/gather.h"
#include "store/remote/testing/script.h"

namespace isotherm::remote {
namespace {

using namespace testing;  // NOLINT: scripts
using ::testing::HasSubstr;
using Borrowed = Called<std::unique_ptr<Connection>>;

/// Runs `body` with a pool on a context of its own.
template <class Body>
void with_pool(PoolOptions options, const std::shared_ptr<Script>& script, Body body) {
  boost::asio::io_context context(1);
  Pool pool(context.get_executor(), options, opener_of(script));
  std::exception_ptr failure;
  boost::asio::co_spawn(context, body(pool), [&](std::exception_ptr error) { failure = error; });
  context.run();
  if (failure) std::rethrow_exception(failure);
}

TEST(Pool, LendsWhatWasGivenBack) {
  const auto script = std::make_shared<Script>();
  with_pool({}, script, [&](Pool& pool) -> Task<void> {
    Borrowed first = co_await pool.borrow();
    pool.give_back(std::move(first).value());
    Borrowed second = co_await pool.borrow();
    EXPECT_EQ(script->opened, 1);
    script->stays_good = false;
    pool.give_back(std::move(second).value());
    EXPECT_EQ(pool.open(), 0U) << "a connection that is no good is closed";
  });
}

TEST(Pool, NeverHasMoreThanItsLimitAndServesInTurn) {
  const auto script = std::make_shared<Script>();
  PoolOptions options;
  options.connections_max = 2;
  with_pool(options, script, [&](Pool& pool) -> Task<void> {
    std::vector<int> order;
    std::vector<std::function<Task<bool>()>> calls;
    for (int i = 0; i < 10; ++i)
      calls.push_back([&pool, &order, i]() -> Task<bool> {
        Borrowed borrowed = co_await pool.borrow();
        EXPECT_LE(pool.open(), 2U);
        order.push_back(i);
        // Lets the others run.
        co_await boost::asio::post(co_await boost::asio::this_coro::executor,
                                   boost::asio::use_awaitable);
        pool.give_back(std::move(borrowed).value());
        co_return true;
      });
    (void)co_await gather<bool>(std::move(calls), 10);
    EXPECT_TRUE(std::ranges::is_sorted(order));
    EXPECT_EQ(order.size(), 10U);
    EXPECT_EQ(script->opened, 2);
  });
}

TEST(Pool, RefusesWhoWouldWaitTooLong) {
  const auto script = std::make_shared<Script>();
  PoolOptions options;
  options.connections_max = 1;
  options.wait_max = std::chrono::milliseconds(1);
  with_pool(options, script, [&](Pool& pool) -> Task<void> {
    Borrowed held = co_await pool.borrow();
    Borrowed refused = co_await pool.borrow();
    EXPECT_FALSE(refused.ok());
    EXPECT_THAT(refused.error().what, HasSubstr("no connection became free within 1 ms"));
    EXPECT_EQ(refused.error().sent, Sent::nothing);
    pool.give_back(std::move(held).value());
    EXPECT_EQ(pool.waiting(), 0U);
    Borrowed next = co_await pool.borrow();
    EXPECT_TRUE(next.ok());
    pool.give_back(std::move(next).value());
  });
}

TEST(Pool, RefusesAtOnceWhenTooManyWait) {
  const auto script = std::make_shared<Script>();
  PoolOptions options;
  options.connections_max = 1;
  options.waiting_max = 0;
  with_pool(options, script, [&](Pool& pool) -> Task<void> {
    Borrowed held = co_await pool.borrow();
    Borrowed refused = co_await pool.borrow();
    EXPECT_FALSE(refused.ok());
    EXPECT_THAT(refused.error().what, HasSubstr("all 1 connections are in use"));
    pool.give_back(std::move(held).value());
  });
}

TEST(Pool, AConnectionThatCannotBeOpenedLeavesItsPlace) {
  const auto script = std::make_shared<Script>();
  script->refused_connections = 1;
  PoolOptions options;
  options.connections_max = 1;
  with_pool(options, script, [&](Pool& pool) -> Task<void> {
    EXPECT_FALSE((co_await pool.borrow()).ok());
    Borrowed next = co_await pool.borrow();
    EXPECT_TRUE(next.ok());
    pool.give_back(std::move(next).value());
  });
}

/// Borrows, and gives back what it got.
Task<void> borrow_once(Pool& pool) {
  Borrowed borrowed = co_await pool.borrow();
  if (borrowed.ok()) pool.give_back(std::move(borrowed).value());
}

TEST(Pool, WhoIsCancelledLeavesNoPlaceTaken) {
  namespace asio = boost::asio;
  PoolOptions options;
  options.connections_max = 1;
  asio::io_context context(1);
  // Opening takes until it is cancelled; waiting in turn likewise.
  const Opener never = []() -> Task<Borrowed> {
    asio::steady_timer timer(co_await asio::this_coro::executor,
                             asio::steady_timer::time_point::max());
    co_await timer.async_wait(asio::use_awaitable);
    co_return CallFailure{};
  };
  Pool pool(context.get_executor(), options, never);
  asio::cancellation_signal opening;
  asio::cancellation_signal waiting;
  asio::co_spawn(context, borrow_once(pool),
                 asio::bind_cancellation_slot(opening.slot(), asio::detached));
  asio::co_spawn(context, borrow_once(pool),
                 asio::bind_cancellation_slot(waiting.slot(), asio::detached));
  context.poll();
  EXPECT_EQ(pool.open(), 1U);
  EXPECT_EQ(pool.waiting(), 1U);
  waiting.emit(asio::cancellation_type::terminal);
  context.poll();
  EXPECT_EQ(pool.waiting(), 0U);
  opening.emit(asio::cancellation_type::terminal);
  context.poll();
  EXPECT_EQ(pool.open(), 0U);
}

}  // namespace
}  // namespace isotherm::remote
