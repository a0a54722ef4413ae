#pragma once

// The connections to one endpoint. Every I/O context has its own, so that a call never changes its
// thread; together they stay below the endpoint's limit.
//
//   borrow ──one is idle──> lent ──good──> idle ──used too long ago, or too old──> closed
//      ├──fewer than the limit──> opened ──> lent ──bad──> closed
//      └──else──> waits in turn ──too long, or too many wait──> refused

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "store/remote/connection.h"

namespace isotherm::remote {

struct PoolOptions {
  /// Connections of one I/O context.
  std::size_t connections_max = 32;
  /// Calls of one I/O context that wait for a connection; more are refused at once.
  std::size_t waiting_max = 1'024;
  std::chrono::milliseconds wait_max{2'000};
  /// An idle connection is closed then: before endpoints and what stands between do it.
  std::chrono::milliseconds idle_max{20'000};
  /// A connection is closed then, so that a changed address is found.
  std::chrono::milliseconds age_max{300'000};
};

/// Opens a connection. Tests hand in their own.
using Opener = std::function<boost::asio::awaitable<Called<std::unique_ptr<Connection>>>()>;

/// The connections of one I/O context, which is the only one that uses it.
class Pool {
 public:
  Pool(boost::asio::any_io_executor executor, PoolOptions options, Opener open);
  ~Pool();

  /// A connection for one call. An error: none could be opened, or the wait was too long.
  boost::asio::awaitable<Called<std::unique_ptr<Connection>>> borrow();
  /// Ends what `borrow` began; a connection that is no good is closed. nullptr: it was lost.
  void give_back(std::unique_ptr<Connection> connection);

  std::size_t open() const { return lent_ + idle_.size(); }
  std::size_t waiting() const { return waiting_.size(); }

 private:
  struct Waiter;
  struct Idle {
    std::unique_ptr<Connection> connection;
    Connection::Clock::time_point since;
  };

  std::unique_ptr<Connection> take_idle();
  void close_old();
  /// Waits for another's place, and the connection that comes with it: nullptr when it was no good.
  boost::asio::awaitable<Called<std::unique_ptr<Connection>>> wait_in_turn();

  boost::asio::any_io_executor executor_;
  PoolOptions options_;
  Opener open_;
  /// The one used last is at the back, and is used next.
  std::vector<Idle> idle_;
  std::size_t lent_ = 0;
  std::deque<std::shared_ptr<Waiter>> waiting_;
};

}  // namespace isotherm::remote
