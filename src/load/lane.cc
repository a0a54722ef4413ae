#include "load/lane.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace isotherm::load {
namespace {

namespace asio = boost::asio;

// How often replies that are overdue are looked for.
constexpr auto watch_interval = std::chrono::milliseconds(20);
// Before a connection that failed tries again: an endpoint that is down must not be hammered.
constexpr auto reconnect_delay = std::chrono::milliseconds(20);
// Arrivals in a row that were due already, before the connections get a turn.
constexpr int due_arrivals_max = 256;

TimePoint now() { return std::chrono::steady_clock::now(); }

Task<void> wait(asio::steady_timer& timer) {
  boost::system::error_code ignored;
  co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
}

// The share of `total` that falls to lane `index` of `lanes`.
std::uint64_t share_of(std::uint64_t total, unsigned index, unsigned lanes) {
  return total / lanes + (index < total % lanes ? 1 : 0);
}

}  // namespace

Lane::Lane(const GeneratorOptions& options, const std::vector<asio::ip::tcp::endpoint>& addresses,
           unsigned index, unsigned lanes, std::unique_ptr<Source> source)
    : options_(options),
      index_(index),
      lanes_(lanes),
      outstanding_max_(std::max<std::size_t>(share_of(options.outstanding_max, index, lanes), 1)),
      source_(std::move(source)),
      recent_{Tally(source_->kinds().size()), Tally(source_->kinds().size())} {
  if (options.operations) operations_left_ = share_of(*options.operations, index, lanes);
  const auto count = std::max<std::uint64_t>(share_of(options.connections, index, lanes), 1);
  for (std::uint64_t i = 0; i < count; ++i)
    connections_.push_back(std::make_unique<Connection>(context_, options.endpoint, addresses));
  wake_.expires_at(asio::steady_timer::time_point::max());
}

void Lane::run(TimePoint start) {
  begin_ = start;
  counted_from_ = start + options_.warm_up;
  end_ = options_.duration ? counted_from_ + *options_.duration : TimePoint::max();
  last_end_ = counted_from_;
  working_ = connections_.size();
  for (auto& connection : connections_) asio::co_spawn(context_, work(*connection), asio::detached);
  if (options_.rate) asio::co_spawn(context_, arrive(), asio::detached);
  asio::co_spawn(context_, watch(), asio::detached);
  context_.run();
}

Recent Lane::take_recent() {
  const auto kinds = source_->kinds().size();
  Recent empty{Tally(kinds), Tally(kinds)};
  const std::lock_guard lock(mutex_);
  std::swap(empty, recent_);
  return empty;
}

Tally& Lane::tally_for(TimePoint start) {
  return is_counted(start) ? recent_.counted : recent_.warming_up;
}

Task<void> Lane::arrive() {
  Arrivals arrivals(begin_, *options_.rate, options_.spacing, index_, lanes_,
                    options_.seed * 31 + index_);
  int due = 0;
  while (!closing_) {
    const auto start = arrivals.next();
    if (start >= end_) break;
    while (now() < start && !closing_) {
      due = 0;
      arrival_.expires_at(start);
      co_await wait(arrival_);
    }
    if (++due % due_arrivals_max == 0) co_await asio::post(context_, asio::use_awaitable);
    if (closing_ || !take_operation()) break;
    if (waiting_.size() + under_way_ >= outstanding_max_) {
      count_overflow(start);
      continue;
    }
    waiting_.push_back(start);
    wake_.cancel_one();
  }
  close();
}

// The start of the connection's next action; false when there is none any more.
Task<bool> Lane::next_start(TimePoint& start) {
  if (!options_.rate) {
    start = now();
    co_return !closing_ && start < end_ && take_operation();
  }
  while (waiting_.empty()) {
    if (closing_) co_return false;
    co_await wait(wake_);
  }
  start = waiting_.front();
  waiting_.pop_front();
  co_return true;
}

Task<void> Lane::work(Connection& connection) {
  Action action;
  asio::steady_timer pause(context_);
  TimePoint start;
  if (now() < begin_) {
    pause.expires_at(begin_);
    co_await wait(pause);
  }
  for (;;) {
    const bool more = co_await next_start(start);
    if (!more || given_up_) break;
    ++under_way_;
    co_await act(connection, action, start);
    --under_way_;
  }
  if (--working_ == 0) close();
}

Task<void> Lane::act(Connection& connection, Action& action, TimePoint start) {
  action.then.reset();
  source_->next(action);
  Reply reply;
  co_await connection.exchange(action.first, reply);
  if (reply.ok() && action.then) co_await connection.exchange(*action.then, reply);
  count(action, reply, start);
  if (reply.status != 0) co_return;
  asio::steady_timer pause(context_);
  pause.expires_after(reconnect_delay);
  co_await wait(pause);
}

void Lane::count(const Action& action, const Reply& reply, TimePoint start) {
  const auto wrong = source_->finished(action, reply);
  const auto end = now();
  if (given_up_) {
    const std::lock_guard lock(mutex_);
    ++tally_for(start).unfinished;
    return;
  }
  if (is_counted(start)) last_end_ = std::max(last_end_, end);
  if (!reply.ok()) {
    const auto failure = read_failure(reply);
    const std::lock_guard lock(mutex_);
    tally_for(start).kinds[action.kind].reject(end - start, failure);
    return;
  }
  const auto& last = action.then ? *action.then : action.first;
  const auto left_undone = count_unprocessed(last.operation, reply.body);
  const std::lock_guard lock(mutex_);
  auto& kind = tally_for(start).kinds[action.kind];
  wrong.empty() ? kind.accept(end - start, left_undone) : kind.reject_answer(end - start, wrong);
}

void Lane::count_overflow(TimePoint start) {
  const std::lock_guard lock(mutex_);
  ++tally_for(start).overflowed;
}

bool Lane::take_operation() {
  if (!operations_left_) return true;
  if (*operations_left_ == 0) return false;
  --*operations_left_;
  return true;
}

// No further action starts, but those that wait or are under way go on.
void Lane::close() {
  closing_ = true;
  wake_.cancel();
  arrival_.cancel();
  if (working_ == 0) tick_.cancel();
}

// What still waits will not be sent, what is under way is not waited for.
void Lane::give_up() {
  given_up_ = true;
  {
    const std::lock_guard lock(mutex_);
    for (const auto start : waiting_) ++tally_for(start).unfinished;
  }
  waiting_.clear();
  for (auto& connection : connections_) connection->abort("the run was over");
  close();
}

Task<void> Lane::watch() {
  TimePoint closed_at = TimePoint::max();
  while (working_ > 0) {
    tick_.expires_after(watch_interval);
    co_await wait(tick_);
    const auto time = now();
    if (options_.stop.stop_requested() || time >= end_) close();
    if (closing_ && closed_at == TimePoint::max()) closed_at = time;
    const bool too_late = closing_ && time - closed_at > options_.reply_time_max;
    if (too_late && !given_up_) give_up();
    for (auto& connection : connections_)
      if (connection->busy_since() < time - options_.reply_time_max)
        connection->abort("no reply in time");
  }
}

}  // namespace isotherm::load
