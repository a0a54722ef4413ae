#include "baselines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>

#include "placement/key_hash.h"

namespace placement_bench {

using isotherm::placement::hash_bytes;
using isotherm::placement::HashKind;
using isotherm::placement::mix64;

FlatRing::FlatRing(std::size_t nodes, std::size_t points_each) {
  for (std::uint32_t node = 0; node < nodes; ++node)
    for (std::size_t k = 0; k < points_each; ++k)
      points_.push_back({mix64(mix64(node + 1) + k), node});
  std::sort(points_.begin(), points_.end(),
            [](const Point& a, const Point& b) { return a.hash < b.hash; });
}

std::uint32_t FlatRing::owner(std::uint64_t hash) const {
  const auto found =
      std::lower_bound(points_.begin(), points_.end(), hash,
                       [](const Point& point, std::uint64_t value) { return point.hash < value; });
  return found == points_.end() ? points_.front().node : found->node;
}

FlatRing32::FlatRing32(std::vector<Point> points) : points_(std::move(points)) {
  std::sort(points_.begin(), points_.end(),
            [](const Point& a, const Point& b) { return a.hash < b.hash; });
}

std::uint32_t FlatRing32::owner(std::uint32_t hash) const {
  const auto found =
      std::lower_bound(points_.begin(), points_.end(), hash,
                       [](const Point& point, std::uint32_t value) { return point.hash < value; });
  return found == points_.end() ? points_.front().node : found->node;
}

std::size_t build_text_ring(std::size_t nodes, std::size_t points_each) {
  struct Point {
    std::uint64_t hash;
    std::size_t node;
  };
  std::vector<Point> points;
  points.reserve(nodes * points_each);
  for (std::size_t node = 0; node < nodes; ++node) {
    const auto name = "node-" + std::to_string(node) + "_";
    for (std::size_t k = 0; k < points_each; ++k)
      points.push_back({hash_bytes(HashKind::xxh64, name + std::to_string(k)), node});
  }
  std::sort(points.begin(), points.end(),
            [](const Point& a, const Point& b) { return a.hash < b.hash; });
  return points.size();
}

std::int32_t paper_jump(std::uint64_t key, std::int32_t buckets) {
  std::int64_t b = -1;
  std::int64_t j = 0;
  while (j < buckets) {
    b = j;
    key = key * 2862933555777941757ULL + 1;
    j = static_cast<std::int64_t>(
        static_cast<double>(b + 1) *
        (static_cast<double>(1LL << 31) / static_cast<double>((key >> 33) + 1)));
  }
  return static_cast<std::int32_t>(b);
}

MixRendezvous::MixRendezvous(std::vector<double> weights) : weights_(std::move(weights)) {
  for (std::size_t i = 0; i < weights_.size(); ++i)
    endpoints_.push_back(hash_bytes(HashKind::xxh64, "node-" + std::to_string(i)));
}

namespace {

std::uint64_t mixed(std::uint64_t upper, std::uint64_t lower) {
  constexpr std::uint64_t k = 0x9ddfea08eb382d69ULL;
  std::uint64_t a = (lower ^ upper) * k;
  a ^= a >> 47;
  std::uint64_t b = (upper ^ a) * k;
  b ^= b >> 47;
  return b * k;
}

}  // namespace

std::uint32_t MixRendezvous::owner(std::uint64_t hash) const {
  double best = std::numeric_limits<double>::lowest();
  std::uint32_t owner = 0;
  for (std::uint32_t i = 0; i < endpoints_.size(); ++i) {
    const auto score = static_cast<double>(mixed(endpoints_[i], hash));
    if (score < best) continue;
    best = score;
    owner = i;
  }
  return owner;
}

std::uint32_t MixRendezvous::weighted_owner(std::uint64_t hash) const {
  constexpr std::uint64_t mask = (1ULL << 53) - 1;
  double best = std::numeric_limits<double>::lowest();
  std::uint32_t owner = 0;
  for (std::uint32_t i = 0; i < endpoints_.size(); ++i) {
    const double u =
        static_cast<double>(mixed(endpoints_[i], hash) & mask) / static_cast<double>(mask + 1);
    const double score = weights_[i] * (1.0 / -std::log(u));
    if (score < best) continue;
    best = score;
    owner = i;
  }
  return owner;
}

PlainMaglev::PlainMaglev(std::size_t nodes, std::uint32_t slots)
    : table_(slots, std::numeric_limits<std::uint32_t>::max()) {
  std::vector<std::uint32_t> permutation(2 * nodes);
  for (std::size_t i = 0; i < nodes; ++i) {
    const auto hash = hash_bytes(HashKind::xxh64, "node-" + std::to_string(i));
    permutation[2 * i] = static_cast<std::uint32_t>(hash % slots);
    permutation[2 * i + 1] = static_cast<std::uint32_t>(mix64(hash) % (slots - 1) + 1);
  }
  std::vector<std::uint32_t> next(nodes);
  std::uint32_t filled = 0;
  while (true) {
    for (std::uint32_t i = 0; i < nodes; ++i) {
      const auto slot_of = [&](std::uint32_t turn) {
        return static_cast<std::uint32_t>(
            (permutation[2 * i] + static_cast<std::uint64_t>(turn) * permutation[2 * i + 1]) %
            slots);
      };
      auto slot = slot_of(next[i]);
      while (table_[slot] != std::numeric_limits<std::uint32_t>::max()) slot = slot_of(++next[i]);
      table_[slot] = i;
      ++next[i];
      if (++filled == slots) return;
    }
  }
}

ShufflingBound::ShufflingBound(std::size_t nodes, std::uint32_t slots, double factor)
    : maglev_(nodes, slots),
      factor_percent_(static_cast<std::uint64_t>(factor * 100)),
      share_(1.0 / static_cast<double>(nodes)),
      loads_(nodes) {}

bool ShufflingBound::is_overloaded(std::uint32_t node) const {
  const auto all = ((total_.load(std::memory_order_relaxed) + 1) * factor_percent_ + 99) / 100;
  const auto slots =
      std::max(static_cast<std::uint32_t>(std::ceil(static_cast<double>(all) * share_)), 1U);
  return static_cast<double>(loads_[node].load(std::memory_order_relaxed)) / slots > 1.0;
}

std::uint32_t ShufflingBound::take(std::uint64_t hash) {
  auto node = maglev_.owner(hash);
  if (is_overloaded(node)) {
    std::vector<std::uint32_t> others(loads_.size());
    for (std::uint32_t i = 0; i < others.size(); ++i) others[i] = i;
    std::mt19937 random(static_cast<std::uint32_t>(hash));
    for (std::uint32_t i = 0; i < others.size(); ++i) {
      const auto left = static_cast<std::uint32_t>(others.size()) - i;
      std::uint32_t step = left;
      while (step >= left) step = static_cast<std::uint32_t>(random() / ((1ULL << 32) / left));
      std::swap(others[i], others[i + step]);
      node = others[i];
      if (!is_overloaded(node)) break;
    }
  }
  loads_[node].fetch_add(1, std::memory_order_relaxed);
  total_.fetch_add(1, std::memory_order_relaxed);
  return node;
}

void ShufflingBound::release(std::uint32_t node) {
  loads_[node].fetch_sub(1, std::memory_order_relaxed);
  total_.fetch_sub(1, std::memory_order_relaxed);
}

namespace {

constexpr std::array<std::uint16_t, 256> make_crc_table() {
  std::array<std::uint16_t, 256> table{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    unsigned rest = byte << 8;
    for (int bit = 0; bit < 8; ++bit) rest = rest << 1 ^ ((rest & 0x8000) != 0 ? 0x1021U : 0U);
    table[byte] = static_cast<std::uint16_t>(rest);
  }
  return table;
}
constexpr auto crc_table = make_crc_table();

std::uint16_t loop_crc(const char* p, int size) {
  std::uint16_t crc = 0;
  for (int i = 0; i < size; ++i)
    crc = static_cast<std::uint16_t>(
        (crc << 8) ^ crc_table[((crc >> 8) ^ static_cast<unsigned char>(p[i])) & 0xFF]);
  return crc;
}

}  // namespace

unsigned redis_loop_slot(const char* key, int size) {
  int open = 0;
  while (open < size && key[open] != '{') ++open;
  if (open == size) return loop_crc(key, size) & 0x3FFFU;
  int close = open + 1;
  while (close < size && key[close] != '}') ++close;
  if (close == size || close == open + 1) return loop_crc(key, size) & 0x3FFFU;
  return loop_crc(key + open + 1, close - open - 1) & 0x3FFFU;
}

LinearShards::LinearShards(std::size_t shards) {
  std::string before;
  for (std::size_t i = 1; i <= shards; ++i) {
    const auto value = static_cast<unsigned>(i * 65536 / shards);
    std::string end{static_cast<char>(value >> 8 & 0xFF), static_cast<char>(value & 0xFF)};
    if (i == shards) end.clear();
    ranges_.push_back({before, end});
    before = end;
  }
}

std::uint32_t LinearShards::owner(std::string_view id) const {
  for (std::uint32_t i = 0; i < ranges_.size(); ++i)
    if (id >= ranges_[i].start && (ranges_[i].end.empty() || id < ranges_[i].end)) return i;
  return std::numeric_limits<std::uint32_t>::max();
}

}  // namespace placement_bench
