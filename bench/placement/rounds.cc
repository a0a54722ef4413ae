#include "rounds.h"

#include <algorithm>
#include <cstdio>

namespace placement_bench {
namespace {

using Clock = std::chrono::steady_clock;

// A round of one contender lasts about as long, whatever it costs a key.
constexpr auto round_length = std::chrono::milliseconds(12);
constexpr auto short_round_length = std::chrono::milliseconds(2);

double ns_per_key(const Work& work, Clock::duration round) {
  std::uint64_t keys = 0;
  const auto begin = Clock::now();
  auto end = begin;
  do {
    keys += work();
    end = Clock::now();
  } while (end - begin < round);
  return std::chrono::duration<double, std::nano>(end - begin).count() / static_cast<double>(keys);
}

}  // namespace

std::vector<double> measure(const std::vector<Contender>& contenders, Rounds rounds) {
  std::vector<std::vector<double>> times(contenders.size());
  for (const auto& contender : contenders) contender.work();
  for (int round = 0; round < rounds.count; ++round)
    for (std::size_t i = 0; i < contenders.size(); ++i)
      times[i].push_back(
          ns_per_key(contenders[i].work, rounds.takes_least ? short_round_length : round_length));
  std::vector<double> figures;
  for (auto& each : times) {
    std::sort(each.begin(), each.end());
    figures.push_back(rounds.takes_least ? each.front() : each[each.size() / 2]);
  }
  return figures;
}

void print_header() {
  std::printf("%-4s %-42s %6s  %9s %9s  %-22s %7s %7s\n", "row", "what", "nodes", "ours ns",
              "base ns", "baseline", "ratio", "goal");
}

void print(const Row& row) {
  const double ratio = row.baseline_ns / row.ours_ns;
  std::printf("%-4s %-42s %6zu  %9.2f %9.2f  %-22s %6.2fx ", row.id.c_str(), row.what.c_str(),
              row.nodes, row.ours_ns, row.baseline_ns, row.baseline.c_str(), ratio);
  if (row.goal > 0)
    std::printf("%6.2fx %s\n", row.goal, ratio >= row.goal ? "reached" : "MISSED");
  else
    std::printf("      -\n");
  std::fflush(stdout);
}

double least_ms(int times, const std::function<void()>& work) {
  double least = 1e300;
  for (int i = 0; i < times; ++i) {
    const auto begin = Clock::now();
    work();
    least =
        std::min(least, std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
  }
  return least;
}

}  // namespace placement_bench
