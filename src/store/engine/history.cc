#include "store/engine/history.h"

#include <rocksdb/db.h>

#include <algorithm>

namespace isotherm::engine {
namespace {

// At the most this many snapshots are kept, but for lags so short that a step would be too.
constexpr int snapshots_max = 64;
constexpr Duration step_min = std::chrono::milliseconds(1);

}  // namespace

std::unique_ptr<History> History::make(rocksdb::DB& rocks, const EngineOptions& options,
                                       const Clock& clock) {
  if (options.index_lag == Duration(0) && options.read_lag_max == Duration(0)) return nullptr;
  return std::unique_ptr<History>(new History(rocks, options, clock));
}

History::History(rocksdb::DB& rocks, const EngineOptions& options, const Clock& clock)
    : rocks_(rocks),
      clock_(clock),
      index_lag_(options.index_lag),
      read_lag_max_(options.read_lag_max),
      step_(std::max(step_min, (index_lag_ + read_lag_max_) / snapshots_max)),
      random_(options.throughput.seed) {}

void History::before_write() {
  const std::lock_guard lock(mutex_);
  const TimePoint now = clock_.now();
  if (pasts_.empty() || now - last_snapshot_ >= step_) take_snapshot(now);
  last_write_ = now;
}

void History::take_snapshot(TimePoint now) {
  rocksdb::DB* rocks = &rocks_;
  pasts_.push_back({last_write_, PastState(rocks->GetSnapshot(), [rocks](const auto* snapshot) {
                      rocks->ReleaseSnapshot(snapshot);
                    })});
  last_snapshot_ = now;
  const TimePoint oldest = now - index_lag_ - read_lag_max_;
  while (pasts_.size() > 1 && pasts_[1].covers <= oldest) pasts_.pop_front();
}

PastState History::for_read(bool of_global_index) {
  const std::lock_guard lock(mutex_);
  Duration lag = of_global_index ? index_lag_ : Duration(0);
  if (read_lag_max_ > Duration(0)) {
    const double part = random_.uniform();
    lag += Duration(static_cast<Duration::rep>(part * static_cast<double>(read_lag_max_.count())));
  }
  const TimePoint then = clock_.now() - lag;
  if (lag == Duration(0) || last_write_ <= then) return nullptr;
  const auto newest = std::find_if(pasts_.rbegin(), pasts_.rend(),
                                   [&](const Past& past) { return past.covers <= then; });
  return newest == pasts_.rend() ? pasts_.front().state : newest->state;
}

}  // namespace isotherm::engine
