#include "store/engine/log_syncer.h"

#include <utility>

namespace isotherm::engine {

LogSyncer::LogSyncer(std::function<bool()> sync)
    : sync_(std::move(sync)), thread_([this] { run(); }) {}

LogSyncer::~LogSyncer() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

Task<bool> LogSyncer::wait() {
  const auto initiate = [this](auto handler) {
    const auto executor = boost::asio::get_associated_executor(handler);
    auto work = boost::asio::make_work_guard(executor);
    auto shared = std::make_shared<decltype(handler)>(std::move(handler));
    enqueue([executor, work = std::move(work), shared = std::move(shared)](bool synced) {
      boost::asio::post(executor, [shared, work, synced] { std::move (*shared)(synced); });
    });
  };
  co_return co_await boost::asio::async_initiate<const boost::asio::use_awaitable_t<>&, void(bool)>(
      initiate, boost::asio::use_awaitable);
}

void LogSyncer::enqueue(Waiter waiter) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(waiter));
  }
  wake_.notify_one();
}

void LogSyncer::run() {
  std::vector<Waiter> batch;
  while (true) {
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      batch.swap(waiting_);
    }
    const bool synced = sync_();
    sync_count_.fetch_add(1, std::memory_order_relaxed);
    for (const Waiter& resume : batch) resume(synced);
    batch.clear();
  }
}

}  // namespace isotherm::engine
