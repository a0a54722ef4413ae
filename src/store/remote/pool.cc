#include "store/remote/pool.h"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace isotherm::remote {

namespace asio = boost::asio;

/// Someone who waits for a turn. The timer is its alarm: it rings when the wait is too long, and is
/// cancelled when the turn comes.
struct Pool::Waiter {
  explicit Waiter(const asio::any_io_executor& executor) : alarm(executor) {}
  asio::steady_timer alarm;
  bool has_turn = false;
  /// What comes with the turn; nullptr: it is to be opened.
  std::unique_ptr<Connection> connection;
};

namespace {

CallFailure crowded(std::string what) { return {Sent::nothing, std::move(what), true}; }

}  // namespace

Pool::Pool(asio::any_io_executor executor, PoolOptions options, Opener open)
    : executor_(std::move(executor)), options_(options), open_(std::move(open)) {}
Pool::~Pool() = default;

void Pool::close_old() {
  const auto now = Connection::Clock::now();
  std::erase_if(idle_, [&](const Idle& one) {
    return now - one.since > options_.idle_max || now - one.connection->opened() > options_.age_max;
  });
}

std::unique_ptr<Connection> Pool::take_idle() {
  close_old();
  while (!idle_.empty()) {
    std::unique_ptr<Connection> connection = std::move(idle_.back().connection);
    idle_.pop_back();
    if (connection->is_good()) return connection;
  }
  return nullptr;
}

asio::awaitable<Called<std::unique_ptr<Connection>>> Pool::wait_in_turn() {
  if (waiting_.size() >= options_.waiting_max)
    co_return crowded("all " + std::to_string(options_.connections_max) +
                      " connections are in use, and " + std::to_string(waiting_.size()) +
                      " calls wait for one");
  const auto waiter = std::make_shared<Waiter>(executor_);
  waiting_.push_back(waiter);
  waiter->alarm.expires_after(options_.wait_max);
  (void)co_await waiter->alarm.async_wait(asio::as_tuple(asio::use_awaitable));
  if (waiter->has_turn) co_return std::move(waiter->connection);
  std::erase(waiting_, waiter);
  co_return crowded("no connection became free within " +
                    std::to_string(options_.wait_max.count()) + " ms");
}

asio::awaitable<Called<std::unique_ptr<Connection>>> Pool::borrow() {
  if (lent_ >= options_.connections_max || !waiting_.empty()) {
    auto turn = co_await wait_in_turn();
    if (!turn.ok() || *turn) co_return turn;
  } else {
    ++lent_;
  }
  // Also when the caller is cancelled while it opens one.
  bool is_lent = false;
  const auto give_up = [this, &is_lent](void*) {
    if (!is_lent) give_back(nullptr);
  };
  const std::unique_ptr<void, decltype(give_up)> place(this, give_up);
  Called<std::unique_ptr<Connection>> connection = take_idle();
  if (!*connection) connection = co_await open_();
  is_lent = connection.ok();
  co_return connection;
}

void Pool::give_back(std::unique_ptr<Connection> connection) {
  if (connection && !connection->is_good()) connection.reset();
  if (!waiting_.empty()) {
    // The place goes on to the next in turn, and stays lent.
    const std::shared_ptr<Waiter> next = std::move(waiting_.front());
    waiting_.pop_front();
    next->has_turn = true;
    next->connection = std::move(connection);
    next->alarm.cancel();
    return;
  }
  --lent_;
  if (connection) idle_.push_back({std::move(connection), Connection::Clock::now()});
  close_old();
}

}  // namespace isotherm::remote
