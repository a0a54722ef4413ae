#pragma once

// Group commit: one thread syncs the log, and every sync answers all writes that were in the log
// before it began. So the number of syncs depends on their speed, not on the number of writes.
//
//     write to the log ──> wait() ──> [ queue ] ──> thread: take all, sync once, resume all

#include <atomic>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "store/task.h"

namespace isotherm::engine {

class LogSyncer {
 public:
  /// `sync` makes everything durable that was written before it was called; false: it failed.
  explicit LogSyncer(std::function<bool()> sync);
  /// Answers who still waits, then ends the thread.
  ~LogSyncer();
  LogSyncer(const LogSyncer&) = delete;
  LogSyncer& operator=(const LogSyncer&) = delete;

  /// Resumes, where the coroutine runs, once all that was written before the call is durable.
  Task<bool> wait();

  std::uint64_t sync_count() const { return sync_count_.load(std::memory_order_relaxed); }

 private:
  using Waiter = std::function<void(bool)>;

  void enqueue(Waiter waiter);
  void run();

  std::function<bool()> sync_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<Waiter> waiting_;
  bool stopping_ = false;
  std::atomic<std::uint64_t> sync_count_{0};
  std::thread thread_;
};

}  // namespace isotherm::engine
