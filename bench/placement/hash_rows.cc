// Jump, Maglev, rendezvous and bounded load (P7, P11 to P15, P17).

#include <cstdio>

#include "baselines.h"
#include "placement/bounded_load.h"
#include "placement/jump.h"
#include "placement/maglev.h"
#include "placement/rendezvous.h"
#include "rows.h"

namespace placement_bench {
namespace {

using namespace isotherm::placement;
using isotherm::placement::testing::many_nodes;

// By the path that the machine has: avx2 or avx512 is what the goals of batches are for.
std::string on_path(const std::string& what) {
  return what + ", " + std::string(path_name(best_cpu_path()));
}

template <class P>
Work batch(const P& placement, const std::vector<std::uint64_t>& hashes, CpuPath path) {
  return [&placement, &hashes, path] {
    static std::vector<NodeIndex> out;
    out.resize(hashes.size());
    placement.nodes_by_path(hashes, out, path);
    keep(out[5]);
    return std::uint64_t{hashes.size()};
  };
}

}  // namespace

void jump_rows(const Settings& settings) {
  if (!settings.wants("P7")) return;
  const auto hashes = hot();
  for (const auto count : node_counts) {
    const auto jump = *Jump::make(many_nodes(count));
    const auto buckets = static_cast<std::int32_t>(count);
    const auto times = measure(
        {{"scalar", throughput(hashes, [&](std::uint64_t h) { return jump_bucket(h, buckets); })},
         {"batch", batch(jump, hashes, best_cpu_path())},
         {"paper", throughput(hashes, [&](std::uint64_t h) { return paper_jump(h, buckets); })}},
        settings.rounds);
    print({"P7", "jump, one key", count, "the paper's code", times[0], times[2], 0.95});
    print({"P7", on_path("jump, many keys"), count, "the paper's code", times[1], times[2], 3.0});
  }
}

void maglev_rows(const Settings& settings) {
  constexpr std::array goals_latency{1.5, 1.5, 2.2, 2.2};
  constexpr std::array goals_build{1.4, 1.4, 1.6, 1.6};
  const auto hashes = hot();
  for (std::size_t place = 0; place < node_counts.size(); ++place) {
    const auto count = node_counts[place];
    const auto nodes = many_nodes(count);
    const auto maglev = *Maglev::make(nodes);
    const PlainMaglev plain(count, maglev.slots());
    const auto ours = [&](std::uint64_t hash) { return maglev.node_of(hash); };
    const auto base = [&](std::uint64_t hash) { return plain.owner(hash); };
    if (settings.wants("P11")) {
      const auto times = measure({{"ours", batch(maglev, hashes, best_cpu_path())},
                                  {"plain", throughput(hashes, base)},
                                  {"ours, dependent", latency(hashes, ours)},
                                  {"plain, dependent", latency(hashes, base)}},
                                 settings.rounds);
      print({"P11", "maglev, throughput", count, "u32 table, hash % M", times[0], times[1], 1.3});
      print({"P11", "maglev, dependent", count, "u32 table, hash % M", times[2], times[3],
             goals_latency[place]});
    }
    if (settings.wants("P12")) {
      const auto times = measure({{"ours",
                                   [&] {
                                     keep(Maglev::make(nodes)->slots());
                                     return std::uint64_t{1};
                                   }},
                                  {"plain",
                                   [&] {
                                     keep(PlainMaglev(count, maglev.slots()).owner(1));
                                     return std::uint64_t{1};
                                   }}},
                                 settings.rounds);
      print({"P12", "maglev, build (ns a table)", count, "the paper's loop", times[0], times[1],
             goals_build[place]});
    }
    if (settings.wants("P13"))
      std::printf("P13  maglev of %zu nodes: %.0f byte(s) a slot (goal 2, 1 up to 255 nodes)\n",
                  count, static_cast<double>(maglev.memory_bytes()) / maglev.slots());
  }
}

void rendezvous_rows(const Settings& settings) {
  constexpr std::array goals{7.0, 12.0, 18.0, 22.0};
  constexpr std::array goals_portable{7.0, 7.0, 7.0, 7.0};
  constexpr std::array goals_weighted{1.9, 6.5, 11.0, 12.0};
  constexpr std::array goals_weighted_portable{0.0, 2.5, 5.0, 0.0};
  for (std::size_t place = 0; place < node_counts.size(); ++place) {
    const auto count = node_counts[place];
    auto hashes = hot();
    hashes.resize(count >= 1000 ? 512 : 4096);
    auto nodes = many_nodes(count);
    const auto run = [&](bool is_weighted, const std::string& id, const std::string& what,
                         double goal, double goal_portable) {
      std::vector<double> weights;
      for (std::size_t i = 0; i < count; ++i) {
        nodes[i].weight = is_weighted ? 0.5 + 1.5 * static_cast<double>(i % 7) / 6 : 1;
        weights.push_back(nodes[i].weight);
      }
      const auto placement = *Rendezvous::make(nodes);
      const MixRendezvous mix(weights);
      const auto times = measure({{"best", batch(placement, hashes, best_cpu_path())},
                                  {"portable", batch(placement, hashes, CpuPath::portable)},
                                  {"mix", throughput(hashes,
                                                     [&](std::uint64_t hash) {
                                                       return is_weighted ? mix.weighted_owner(hash)
                                                                          : mix.owner(hash);
                                                     })}},
                                 settings.rounds);
      print({id, on_path(what), count, "mcrouter's way", times[0], times[2], goal});
      print({id, what + ", portable", count, "mcrouter's way", times[1], times[2], goal_portable});
    };
    if (settings.wants("P14")) run(false, "P14", "rendezvous", goals[place], goals_portable[place]);
    if (settings.wants("P15"))
      run(true, "P15", "weighted rendezvous", goals_weighted[place],
          goals_weighted_portable[place]);
  }
}

void bounded_rows(const Settings& settings) {
  if (!settings.wants("P17")) return;
  const auto hashes = isotherm::placement::testing::many_hashes(1U << 20, 9);
  for (const auto count : node_counts) {
    // Eight keys a node at a time, as requests under way are: nodes meet their caps often.
    const std::size_t held = 8 * count;
    auto ours =
        *BoundedLoad::make(std::make_shared<const Ring>(*Ring::make(many_nodes(count))), 1.25);
    ShufflingBound base(count, count * 100 <= 65537 ? 65537 : 655373, 1.25);
    std::vector<NodeIndex> ours_held(held, no_node);
    std::vector<std::uint32_t> base_held(held, no_node);
    // A steady crowd: each key that comes takes the place of one that came long before.
    const auto steady = [&](auto& load, auto& places) {
      return [&hashes, &load, &places, held, at = std::size_t{0}]() mutable {
        for (std::size_t i = 0; i < 4096; ++i, ++at) {
          auto& place = places[at % held];
          if (place != no_node) load.release(place);
          place = load.take(hashes[at % hashes.size()]);
        }
        return std::uint64_t{4096};
      };
    };
    const auto fill_ours = steady(ours, ours_held);
    const auto fill_base = steady(base, base_held);
    const auto times = measure({{"ours", fill_ours}, {"shuffling", fill_base}}, settings.rounds);
    print({"P17", "bounded load 1.25, take and release", count, "Envoy's way on Maglev", times[0],
           times[1], 15.0});
  }
}

}  // namespace placement_bench
