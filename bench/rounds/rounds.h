#pragma once

// Benchmarks in pairs: contenders take turns, round by round, so that what the machine does hits
// all of them; the figures are medians, and a ratio is the median of the rounds' own ratios.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

namespace isotherm::bench {

/// Keeps a value from being optimized away.
inline void keep(std::uint64_t value) { asm volatile("" : : "r"(value) : "memory"); }

struct Contender {
  std::string name;
  /// One pass; returns how many operations it made.
  std::function<std::uint64_t()> pass;
};

/// The first contender is ours; each other one has a goal: how many times its time ours should be.
struct Row {
  std::string name;
  std::vector<Contender> contenders;
  std::vector<double> goals;
  /// Nanoseconds that ours should not exceed; 0: no such goal.
  double most_ns = 0;
};

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// Nanoseconds for each operation of a pass.
inline double time_of(const Contender& contender) {
  const auto begin = std::chrono::steady_clock::now();
  const std::uint64_t operations = contender.pass();
  const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
  return took.count() / static_cast<double>(operations);
}

/// Runs a row and prints its figures.
inline void run(const Row& row, int rounds = 11) {
  std::vector<std::vector<double>> times(row.contenders.size());
  for (const Contender& contender : row.contenders) time_of(contender);
  for (int round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < row.contenders.size(); ++i) {
      const std::size_t turn = (i + static_cast<std::size_t>(round)) % row.contenders.size();
      times[turn].push_back(time_of(row.contenders[turn]));
    }
  const double ours = median(times[0]);
  std::printf("%-34s %-26s %8.2f ns", row.name.c_str(), row.contenders[0].name.c_str(), ours);
  if (row.most_ns > 0)
    std::printf("            goal <= %.1f ns %s", row.most_ns,
                ours <= row.most_ns ? "ok" : "MISSED");
  std::printf("\n");
  for (std::size_t i = 1; i < row.contenders.size(); ++i) {
    std::vector<double> ratios;
    for (std::size_t round = 0; round < times[i].size(); ++round)
      ratios.push_back(times[i][round] / times[0][round]);
    const double ratio = median(ratios);
    const double goal = row.goals[i - 1];
    std::printf("%-34s %-26s %8.2f ns  %6.2fx", "", row.contenders[i].name.c_str(),
                median(times[i]), ratio);
    if (goal > 0) std::printf("   goal >= %.2fx %s", goal, ratio >= goal ? "ok" : "MISSED");
    std::printf("\n");
  }
  std::fflush(stdout);
}

}  // namespace isotherm::bench
