#pragma once

// One thread's part of a run: its connections, its arrivals and its tally.

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "load/connection.h"
#include "load/generator.h"

namespace isotherm::load {

/// What ended since the last look: within the warm-up, and after it.
struct Recent {
  Tally warming_up;
  Tally counted;
};

class Lane {
 public:
  Lane(const GeneratorOptions& options,
       const std::vector<boost::asio::ip::tcp::endpoint>& addresses, unsigned index, unsigned lanes,
       std::unique_ptr<Source> source);

  /// Runs to the end on the calling thread.
  void run(TimePoint start);

  /// What ended since the last call. Any thread.
  Recent take_recent();
  /// As the lane's source names them.
  std::vector<std::string> kinds() const { return source_->kinds(); }
  /// When the last counted action ended. After `run`.
  TimePoint last_end() const { return last_end_; }

 private:
  Task<void> arrive();
  Task<void> work(Connection& connection);
  Task<void> watch();

  Task<bool> next_start(TimePoint& start);
  Task<void> act(Connection& connection, Action& action, TimePoint start);
  void count(const Action& action, const Reply& reply, TimePoint start);
  void count_overflow(TimePoint start);
  bool take_operation();
  bool is_counted(TimePoint start) const { return start >= counted_from_; }
  void close();
  void give_up();

  const GeneratorOptions& options_;
  unsigned index_;
  unsigned lanes_;
  std::size_t outstanding_max_;
  std::optional<std::uint64_t> operations_left_;
  std::unique_ptr<Source> source_;

  boost::asio::io_context context_{1};
  std::vector<std::unique_ptr<Connection>> connections_;
  /// Waited for by idle connections; cancelled to wake them.
  boost::asio::steady_timer wake_{context_};
  boost::asio::steady_timer arrival_{context_};
  boost::asio::steady_timer tick_{context_};
  std::deque<TimePoint> waiting_;
  std::size_t under_way_ = 0;
  std::size_t working_ = 0;
  bool closing_ = false;
  bool given_up_ = false;

  TimePoint begin_;
  TimePoint counted_from_;
  TimePoint end_;
  TimePoint last_end_;

  Tally& tally_for(TimePoint start);

  std::mutex mutex_;
  Recent recent_;
};

}  // namespace isotherm::load
