#include "load/generator.h"

#include <algorithm>
#include <condition_variable>
#include <thread>

#include "load/lane.h"

namespace isotherm::load {
namespace {

// Lets every thread get ready before the first arrival.
constexpr auto start_delay = std::chrono::milliseconds(20);

// The lanes' threads, and a door to wait at until all of them have ended.
class Crew {
 public:
  Crew(std::vector<std::unique_ptr<Lane>>& lanes, TimePoint start) : running_(lanes.size()) {
    threads_.reserve(lanes.size());
    for (auto& lane : lanes)
      threads_.emplace_back([this, start, each = lane.get()] {
        each->run(start);
        const std::lock_guard lock(mutex_);
        --running_;
        changed_.notify_all();
      });
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  ~Crew() {
    for (auto& thread : threads_) thread.join();
  }
  /// Waits until all have ended, or until then; true when they have.
  bool wait_until(TimePoint time) {
    std::unique_lock lock(mutex_);
    return changed_.wait_until(lock, time, [this] { return running_ == 0; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t running_;
  std::vector<std::thread> threads_;
};

Recent take_recent(std::vector<std::unique_ptr<Lane>>& lanes) {
  Recent recent;
  for (auto& lane : lanes) {
    const auto one = lane->take_recent();
    recent.warming_up.merge(one.warming_up);
    recent.counted.merge(one.counted);
  }
  return recent;
}

}  // namespace

double Outcome::accepted_rate() const {
  const auto seconds = std::chrono::duration<double>(elapsed).count();
  return seconds > 0 ? static_cast<double>(tally.total().accepted) / seconds : 0;
}

Expected<Outcome, Refusal> generate(const GeneratorOptions& options, const SourceFactory& sources) {
  ASSIGN_OR_RETURN(const auto addresses, look_up(options.endpoint));
  const unsigned count = std::max(options.threads, 1u);
  std::vector<std::unique_ptr<Lane>> lanes;
  lanes.reserve(count);
  for (unsigned i = 0; i < count; ++i)
    lanes.push_back(std::make_unique<Lane>(options, addresses, i, count, sources(i, count)));

  Outcome outcome;
  const auto start = std::chrono::steady_clock::now() + start_delay;
  const auto counted_from = start + options.warm_up;
  {
    Crew crew(lanes, start);
    auto last = start;
    for (bool ended = false; !ended;) {
      ended = crew.wait_until(last + options.progress_interval);
      const auto time = std::chrono::steady_clock::now();
      auto recent = take_recent(lanes);
      outcome.tally.merge(recent.counted);
      recent.warming_up.merge(recent.counted);
      if (options.on_progress && !ended)
        options.on_progress(
            {time - start, time - last, time < counted_from, &recent.warming_up, &outcome.tally});
      last = time;
    }
  }
  outcome.kinds = lanes.front()->kinds();
  auto end = counted_from;
  for (auto& lane : lanes) {
    outcome.tally.merge(lane->take_recent().counted);
    end = std::max(end, lane->last_end());
  }
  outcome.elapsed = end - counted_from;
  outcome.stopped = options.stop.stop_requested();
  return outcome;
}

}  // namespace isotherm::load
