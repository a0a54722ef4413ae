#include "load/latency_histogram.h"

#include <algorithm>
#include <boost/histogram.hpp>
#include <cmath>
#include <vector>

namespace isotherm::load {
namespace {

namespace bh = boost::histogram;

// One microsecond to a thousand seconds, each bin 1 % wider than the one before: nine decades of
// 231.4 bins each.
constexpr double shortest_ns = 1e3;
constexpr double longest_ns = 1e12;
constexpr unsigned bin_count = 2083;

using Axis = bh::axis::regular<double, bh::axis::transform::log>;
using Storage = bh::dense_storage<std::uint64_t>;
using Histogram = bh::histogram<std::tuple<Axis>, Storage>;

}  // namespace

struct LatencyHistogram::Bins {
  Histogram histogram =
      bh::make_histogram_with(Storage(), Axis(bin_count, shortest_ns, longest_ns, "ns"));
};

LatencyHistogram::LatencyHistogram() : bins_(std::make_unique<Bins>()) {}
LatencyHistogram::LatencyHistogram(const LatencyHistogram& other)
    : bins_(std::make_unique<Bins>(*other.bins_)),
      count_(other.count_),
      sum_ns_(other.sum_ns_),
      min_(other.min_),
      max_(other.max_) {}
LatencyHistogram& LatencyHistogram::operator=(const LatencyHistogram& other) {
  if (this != &other) *this = LatencyHistogram(other);
  return *this;
}
LatencyHistogram::LatencyHistogram(LatencyHistogram&&) noexcept = default;
LatencyHistogram& LatencyHistogram::operator=(LatencyHistogram&&) noexcept = default;
LatencyHistogram::~LatencyHistogram() = default;

void LatencyHistogram::record(Duration latency) {
  const auto ns = static_cast<double>(latency.count());
  bins_->histogram(ns);
  ++count_;
  sum_ns_ += ns;
  min_ = std::min(min_, latency);
  max_ = std::max(max_, latency);
}

void LatencyHistogram::merge(const LatencyHistogram& other) {
  bins_->histogram += other.bins_->histogram;
  count_ += other.count_;
  sum_ns_ += other.sum_ns_;
  min_ = std::min(min_, other.min_);
  max_ = std::max(max_, other.max_);
}

Duration LatencyHistogram::mean() const {
  return count_ == 0 ? Duration{0} : Duration(std::llround(sum_ns_ / static_cast<double>(count_)));
}

Duration LatencyHistogram::percentile(double share) const {
  if (count_ == 0) return Duration{0};
  const auto wanted = static_cast<std::uint64_t>(
      std::max(1.0, std::ceil(std::clamp(share, 0.0, 1.0) * static_cast<double>(count_))));
  if (wanted >= count_) return max_;
  // Bins -1 and `bin_count` hold what is outside of the axis.
  std::uint64_t seen = 0;
  for (int bin = -1; bin <= static_cast<int>(bin_count); ++bin) {
    seen += bins_->histogram.at(bin);
    if (seen < wanted) continue;
    if (bin < 0) return std::clamp(Duration(std::llround(shortest_ns)), min_, max_);
    if (bin == static_cast<int>(bin_count)) return max_;
    const auto edges = bins_->histogram.axis().bin(bin);
    return std::clamp(Duration(std::llround(std::sqrt(edges.lower() * edges.upper()))), min_, max_);
  }
  return max_;
}

}  // namespace isotherm::load
