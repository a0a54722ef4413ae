#pragma once

// Latencies, counted in bins of equal ratio: any percentile is right to one percent, whatever the
// number of records, in a fixed amount of memory. The largest is kept exactly.

#include <cstdint>
#include <memory>

#include "base/clock.h"

namespace isotherm::load {

class LatencyHistogram {
 public:
  LatencyHistogram();
  LatencyHistogram(const LatencyHistogram& other);
  LatencyHistogram& operator=(const LatencyHistogram& other);
  LatencyHistogram(LatencyHistogram&&) noexcept;
  LatencyHistogram& operator=(LatencyHistogram&&) noexcept;
  ~LatencyHistogram();

  void record(Duration latency);
  /// Adds the other's records.
  void merge(const LatencyHistogram& other);

  std::uint64_t count() const { return count_; }
  Duration max() const { return max_; }
  /// Zero without records.
  Duration mean() const;
  /// The latency that a share of the records (0.99: 99 %) did not exceed; zero without records.
  Duration percentile(double share) const;

 private:
  struct Bins;
  std::unique_ptr<Bins> bins_;
  std::uint64_t count_ = 0;
  double sum_ns_ = 0;
  Duration min_ = Duration::max();
  Duration max_{0};
};

}  // namespace isotherm::load
