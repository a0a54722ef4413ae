#pragma once

// The rows of the benchmark, and what they share.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "placement/node.h"
#include "placement/testing/many_nodes.h"
#include "rounds.h"

namespace placement_bench {

struct Settings {
  Rounds rounds;
  /// ",P1,P7,": only these; empty: all.
  std::string rows;
  std::uint64_t balance_keys = 10'000'000;

  bool wants(const std::string& row) const {
    return rows.empty() || rows.find("," + row + ",") != std::string::npos;
  }
};

inline constexpr std::array<std::size_t, 4> node_counts{16, 100, 1000, 10000};
inline constexpr std::size_t hot_hashes = 16'384;

/// Keys that stay, with their bytes, in a second-level cache of 512 KB.
inline constexpr std::size_t hot_keys = 8'192;

/// Hashes that stay in the cache.
inline std::vector<std::uint64_t> hot() {
  return isotherm::placement::testing::many_hashes(hot_hashes, 5);
}

/// Work that looks every hash up, alone.
template <class Hashes, class Find>
Work throughput(const Hashes& hashes, Find find) {
  return [&hashes, find] {
    std::uint64_t sum = 0;
    for (const auto hash : hashes) sum += find(hash);
    keep(sum);
    return static_cast<std::uint64_t>(hashes.size());
  };
}

/// Work in which each look-up waits for the one before.
template <class Hashes, class Find>
Work latency(const Hashes& hashes, Find find) {
  return [&hashes, find] {
    std::uint64_t last = 0;
    std::uint64_t zero = 0;
    asm volatile("" : "+r"(zero));
    for (const auto hash : hashes)
      last = find(static_cast<std::decay_t<decltype(hash)>>(hash ^ (last & zero)));
    keep(last);
    return static_cast<std::uint64_t>(hashes.size());
  };
}

void ring_rows(const Settings& settings);
void jump_rows(const Settings& settings);
void maglev_rows(const Settings& settings);
void rendezvous_rows(const Settings& settings);
void bounded_rows(const Settings& settings);
void exact_rows(const Settings& settings);
void quality_rows(const Settings& settings);

}  // namespace placement_bench
