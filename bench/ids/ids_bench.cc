// Snowflakes beside a generator with a mutex: rows S1 to S4.

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>

#include "base/clock.h"
#include "base/tick_millis.h"
#include "ids/snowflake.h"
#include "mutex_snowflake.h"
#include "rounds/rounds.h"

namespace isotherm::bench {
namespace {

using ids::Snowflake;

/// Bursts within one millisecond each: the wait for the next one is not timed.
constexpr std::uint32_t burst_ids = 2048;
constexpr std::uint32_t bursts = 60;

UnixMillis system_millis() { return SystemClock().unix_time(); }

/// Waits until a millisecond begins.
void await_millisecond() {
  const UnixMillis now = system_millis();
  while (system_millis() == now) {
  }
}

/// Nanoseconds an id of bursts that never fill their millisecond.
template <class Next>
double burst_ns(Next next) {
  std::chrono::duration<double, std::nano> took{0};
  for (std::uint32_t burst = 0; burst < bursts; ++burst) {
    await_millisecond();
    std::uint64_t sum = 0;
    const auto begin = std::chrono::steady_clock::now();
    for (std::uint32_t i = 0; i < burst_ids; ++i) sum += next();
    took += std::chrono::steady_clock::now() - begin;
    keep(sum);
  }
  return took.count() / (bursts * burst_ids);
}

struct Figures {
  std::vector<double> mutex;
  std::vector<double> clock;
  std::vector<double> ticks;
};

void tell(const char* name, const std::vector<double>& ours, const std::vector<double>& peer,
          double goal) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < ours.size(); ++i) ratios.push_back(peer[i] / ours[i]);
  const double ratio = median(ratios);
  std::printf("%-34s %8.2f ns; with a mutex %.2f ns, %5.2fx   goal >= %.2fx %s\n", name,
              median(ours), median(peer), ratio, goal, ratio >= goal ? "ok" : "MISSED");
}

/// A thread that waits: without a second thread a mutex of the C library takes no lock.
class SecondThread {
 public:
  SecondThread() : thread_([this] { end_.wait(false); }) {}
  ~SecondThread() {
    end_ = true;
    end_.notify_one();
    thread_.join();
  }

 private:
  std::atomic<bool> end_ = false;
  std::thread thread_;
};

void single_rows() {
  const SecondThread second;
  const auto layout = *ids::SnowflakeLayout::find("isotherm");
  Snowflake by_clock(layout, 1);
  Snowflake by_ticks(layout, 2);
  MutexSnowflake by_mutex(3);
  TickMillis ticks;
  const auto wait = [](UnixMillis) {};
  Figures figures;
  for (int round = 0; round < 11; ++round) {
    figures.mutex.push_back(burst_ns([&] { return by_mutex.next(); }));
    figures.clock.push_back(
        burst_ns([&] { return by_clock.next(system_millis, wait, UnixMillis(10)).first; }));
    figures.ticks.push_back(burst_ns(
        [&] { return by_ticks.next([&] { return ticks.now(); }, wait, UnixMillis(10)).first; }));
  }
  tell("S1 snowflake, clock for each id", figures.clock, figures.mutex, 1.15);
  tell("S2 snowflake, counted millisecond", figures.ticks, figures.mutex, 1.6);
}

/// The share of 4,096 ids a millisecond that threads reach together, and whether two ids were
/// equal.
void sustained_row(unsigned threads) {
  const auto layout = *ids::SnowflakeLayout::find("isotherm");
  std::vector<double> rates;
  bool repeated = false;
  for (int round = 0; round < 9; ++round) {
    Snowflake generator(layout, 1);
    std::vector<std::vector<std::uint64_t>> seen(threads);
    constexpr std::size_t each = 400'000;
    for (auto& mine : seen) mine.reserve(each);
    const auto begin = std::chrono::steady_clock::now();
    std::vector<std::thread> running;
    for (auto& mine : seen)
      running.emplace_back([&] {
        TickMillis ticks;
        const auto clock = [&] { return ticks.now(); };
        const auto wait = [](UnixMillis) { __builtin_ia32_pause(); };
        while (mine.size() < each)
          mine.push_back(generator.next(clock, wait, UnixMillis(100)).first);
      });
    for (std::thread& thread : running) thread.join();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    rates.push_back(static_cast<double>(each) * threads / took.count() / 4'096'000);
    std::vector<std::uint64_t> all;
    for (const auto& mine : seen) all.insert(all.end(), mine.begin(), mine.end());
    std::sort(all.begin(), all.end());
    repeated = repeated || std::adjacent_find(all.begin(), all.end()) != all.end();
  }
  const double rate = median(rates);
  std::printf("S3 sustained, %u thread%s            %.3f of 4.096 M/s%s   goal >= 0.97 %s\n",
              threads, threads == 1 ? " " : "s", rate,
              repeated ? ", IDS REPEATED" : ", no id twice", rate >= 0.97 ? "ok" : "MISSED");
}

void batch_row() {
  const auto layout = *ids::SnowflakeLayout::find("isotherm");
  Snowflake generator(layout, 1);
  TickMillis ticks;
  std::array<std::uint64_t, 64> ids{};
  std::vector<double> times;
  for (int round = 0; round < 11; ++round) {
    std::chrono::duration<double, std::nano> took{0};
    std::uint64_t issued = 0;
    for (int burst = 0; burst < 200; ++burst) {
      await_millisecond();
      const auto begin = std::chrono::steady_clock::now();
      for (int batch = 0; batch < 32; ++batch) {
        const ids::Issue issue = generator.issue_batch(ticks.now(), ids.size());
        for (std::uint32_t i = 0; i < issue.count; ++i) ids[i] = issue.first + i;
        keep(ids[issue.count / 2]);
        issued += issue.count;
      }
      took += std::chrono::steady_clock::now() - begin;
    }
    times.push_back(took.count() / static_cast<double>(issued));
  }
  const double ns = median(times);
  std::printf("%-34s %8.2f ns an id   goal <= 1.5 ns %s\n", "S4 batches of 64", ns,
              ns <= 1.5 ? "ok" : "MISSED");
}

}  // namespace
}  // namespace isotherm::bench

int main() {
  using namespace isotherm::bench;
  std::printf("Medians of 9 to 11 rounds, contenders in turn.\n");
  single_rows();
  sustained_row(1);
  sustained_row(2);
  batch_row();
}
