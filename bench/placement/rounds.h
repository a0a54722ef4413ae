#pragma once

// Contenders measured in turn, round after round, so that what else the machine does meets all
// alike. Times move with the machine; ratios of the medians hold.

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace placement_bench {

/// Does its work once and tells how many keys that were.
using Work = std::function<std::uint64_t()>;

struct Contender {
  std::string name;
  Work work;
};

/// How often contenders take turns, and what counts: the median of the rounds, or the least, which
/// is what a machine that does other things too has to tell. Rounds are shorter then.
struct Rounds {
  int count = 9;
  bool takes_least = false;
};

/// Nanoseconds a key, in the order of the contenders.
std::vector<double> measure(const std::vector<Contender>& contenders, Rounds rounds);

/// One row of the report: ours against a baseline.
struct Row {
  std::string id;
  std::string what;
  std::size_t nodes = 0;
  std::string baseline;
  double ours_ns = 0;
  double baseline_ns = 0;
  /// How many times faster it should be; 0: no goal.
  double goal = 0;
};

void print_header();
void print(const Row& row);

/// Keeps a value that nobody reads.
inline void keep(std::uint64_t value) { asm volatile("" : : "r"(value) : "memory"); }

/// The time of one call, in milliseconds: the least of some.
double least_ms(int times, const std::function<void()>& work);

}  // namespace placement_bench
