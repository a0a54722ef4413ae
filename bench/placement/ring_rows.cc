// Rings: look-ups, strings, building, changing, memory (P1 to P6).

#include <cstdio>

#include "baselines.h"
#include "placement/ketama.h"
#include "placement/ring.h"
#include "rows.h"

namespace placement_bench {
namespace {

using namespace isotherm::placement;
using isotherm::placement::testing::many_nodes;

constexpr std::size_t points_each = 160;
constexpr std::array goals_64{13.0, 18.0, 7.0, 6.5};
constexpr std::array goals_32{11.0, 18.0, 10.0, 9.0};
constexpr std::array goals_latency{4.5, 4.5, 3.0, 2.2};
constexpr std::array goals_string{6.0, 7.0, 3.8, 4.0};
constexpr std::array goals_build{2.5, 2.5, 2.5, 1.6};
constexpr std::array goals_change{0.0, 8.0, 8.0, 8.0};

std::vector<std::string> cold_keys() {
  std::vector<std::string> keys;
  for (std::uint64_t i = 0; i < 4'000'000; ++i) {
    auto key = "user:" + std::to_string(mix64(i));
    key.resize(8 + mix64(i + 1) % 25, 'k');
    keys.push_back(std::move(key));
  }
  return keys;
}

void lookups(const Settings& settings, std::size_t place) {
  const auto count = node_counts[place];
  const FlatRing flat(count, points_each);
  const auto ring = *Ring::make(many_nodes(count));
  const auto hashes = hot();
  std::vector<NodeIndex> out(hashes.size());
  const auto ours = [&](std::uint64_t hash) { return ring.index().owner_of(hash); };
  const auto base = [&](std::uint64_t hash) { return flat.owner(hash); };
  if (settings.wants("P1")) {
    const auto times = measure({{"ours",
                                 [&] {
                                   ring.nodes_of(hashes, out);
                                   keep(out[7]);
                                   return std::uint64_t{hashes.size()};
                                 }},
                                {"lower_bound", throughput(hashes, base)}},
                               settings.rounds);
    print({"P1", "ring, 64-bit points, throughput", count, "lower_bound", times[0], times[1],
           goals_64[place]});
  }
  if (settings.wants("P2")) {
    const auto times = measure({{"ours", latency(hashes, ours)}, {"base", latency(hashes, base)}},
                               settings.rounds);
    print({"P2", "ring, 64-bit points, dependent", count, "lower_bound", times[0], times[1],
           goals_latency[place]});
  }
}

void lookups_32(const Settings& settings, std::size_t place) {
  const auto count = node_counts[place];
  const auto ketama = *Ketama::make(many_nodes(count));
  const auto points = ketama.index().points();
  std::vector<FlatRing32::Point> pairs;
  for (std::size_t i = 0; i < points.size(); ++i)
    pairs.push_back({points.points[i], points.owners[i]});
  const FlatRing32 flat(std::move(pairs));
  std::vector<std::uint32_t> hashes;
  for (const auto hash : hot()) hashes.push_back(static_cast<std::uint32_t>(hash >> 32));
  std::vector<NodeIndex> out(hashes.size());
  const auto ours = [&](std::uint32_t hash) { return ketama.index().owner_of(hash); };
  const auto base = [&](std::uint32_t hash) { return flat.owner(hash); };
  if (settings.wants("P1")) {
    const auto times = measure({{"ours",
                                 [&] {
                                   ketama.index().owners_of(hashes, out);
                                   keep(out[7]);
                                   return std::uint64_t{hashes.size()};
                                 }},
                                {"lower_bound", throughput(hashes, base)}},
                               settings.rounds);
    print({"P1", "ring, 32-bit points (ketama), throughput", count, "lower_bound", times[0],
           times[1], goals_32[place]});
  }
  if (settings.wants("P2")) {
    const auto times = measure({{"ours", latency(hashes, ours)}, {"base", latency(hashes, base)}},
                               settings.rounds);
    print({"P2", "ring, 32-bit points (ketama), dependent", count, "lower_bound", times[0],
           times[1], goals_latency[place]});
  }
}

void strings(const Settings& settings, std::size_t place, const std::vector<std::string>& keys) {
  const auto count = node_counts[place];
  const FlatRing flat(count, points_each);
  const auto ring = *Ring::make(many_nodes(count));
  constexpr std::size_t at_once = 65'536;
  std::vector<std::string_view> views(keys.begin(), keys.end());
  std::vector<NodeIndex> out(at_once);
  std::size_t ours_at = 0;
  std::size_t base_at = 0;
  const auto next = [&](std::size_t& at) {
    at = at + 2 * at_once > views.size() ? 0 : at + at_once;
    return std::span<const std::string_view>(views).subspan(at, at_once);
  };
  const auto times = measure({{"ours",
                               [&] {
                                 (void)ring.owners_of(next(ours_at), out).ok();
                                 keep(out[3]);
                                 return std::uint64_t{at_once};
                               }},
                              {"lower_bound",
                               [&] {
                                 std::uint64_t sum = 0;
                                 for (const auto key : next(base_at))
                                   sum += flat.owner(hash_bytes(HashKind::xxh3, key));
                                 keep(sum);
                                 return std::uint64_t{at_once};
                               }}},
                             settings.rounds);
  print({"P3", "ring, string keys with XXH3, cold", count, "lower_bound + XXH3", times[0], times[1],
         goals_string[place]});
}

void building(const Settings& settings, std::size_t place) {
  const auto count = node_counts[place];
  const auto nodes = many_nodes(count);
  if (settings.wants("P4")) {
    const auto times = measure({{"ours",
                                 [&] {
                                   keep(Ring::make(nodes)->index().size());
                                   return std::uint64_t{1};
                                 }},
                                {"text",
                                 [&] {
                                   keep(build_text_ring(count, points_each));
                                   return std::uint64_t{1};
                                 }}},
                               settings.rounds);
    print({"P4", "ring, build (ns a ring)", count, "text points + sort", times[0], times[1],
           goals_build[place]});
  }
  if (!settings.wants("P5")) return;
  const auto ring = *Ring::make(nodes);
  const auto times = measure({{"with",
                               [&] {
                                 keep(ring.with({"new"})->index().size());
                                 return std::uint64_t{1};
                               }},
                              {"without",
                               [&] {
                                 keep(ring.without(nodes[count / 2].name)->index().size());
                                 return std::uint64_t{1};
                               }},
                              {"rebuild",
                               [&] {
                                 keep(build_text_ring(count + 1, points_each));
                                 return std::uint64_t{1};
                               }}},
                             settings.rounds);
  print({"P5", "ring, one node more (ns a change)", count, "full rebuild", times[0], times[2],
         goals_change[place]});
  print({"P5", "ring, one node less (ns a change)", count, "full rebuild", times[1], times[2],
         goals_change[place]});
}

void memory(std::size_t count) {
  const auto lines = *Ring::make(many_nodes(count));
  const auto compact = *Ring::make(many_nodes(count), {160, RingLayout::compact});
  const auto points = static_cast<double>(lines.index().size());
  std::printf(
      "P6   ring of %zu nodes: %.1f bytes a point as lines (goal 24), %.1f compact (goal 12); "
      "a flat array has 16\n",
      count, static_cast<double>(lines.memory_bytes()) / points,
      static_cast<double>(compact.memory_bytes()) / points);
}

}  // namespace

void ring_rows(const Settings& settings) {
  const auto keys = settings.wants("P3") ? cold_keys() : std::vector<std::string>();
  for (std::size_t place = 0; place < node_counts.size(); ++place) {
    lookups(settings, place);
    if (settings.wants("P1") || settings.wants("P2")) lookups_32(settings, place);
    if (settings.wants("P3")) strings(settings, place, keys);
    building(settings, place);
    if (settings.wants("P6")) memory(node_counts[place]);
  }
}

}  // namespace placement_bench
