// Balance over many keys and movement when a node comes or goes.

#include <cstdio>
#include <memory>

#include "placement/balance.h"
#include "placement/jump.h"
#include "placement/maglev.h"
#include "placement/moves.h"
#include "placement/rendezvous.h"
#include "placement/ring.h"
#include "rows.h"

namespace placement_bench {
namespace {

using namespace isotherm::placement;
using isotherm::placement::testing::many_nodes;

std::unique_ptr<HashedPlacement> make(const std::string& scheme, std::size_t count) {
  auto nodes = many_nodes(count);
  if (scheme == "ring") return std::make_unique<Ring>(*Ring::make(std::move(nodes)));
  if (scheme == "jump") return std::make_unique<Jump>(*Jump::make(std::move(nodes)));
  if (scheme == "maglev") return std::make_unique<Maglev>(*Maglev::make(std::move(nodes)));
  return std::make_unique<Rendezvous>(*Rendezvous::make(std::move(nodes)));
}

BalanceTotals balance_of(const HashedPlacement& placement, std::uint64_t keys) {
  Balance balance(placement);
  constexpr std::size_t at_once = 4096;
  std::vector<std::uint64_t> hashes(at_once);
  std::vector<NodeIndex> owners(at_once);
  for (std::uint64_t begin = 0; begin < keys; begin += at_once) {
    for (std::size_t i = 0; i < at_once; ++i)
      hashes[i] = mix_position((begin + i) * 0x9e3779b97f4a7c15ULL);
    placement.nodes_of(hashes, owners);
    for (const auto owner : owners) balance.add(owner);
  }
  return balance.totals();
}

}  // namespace

void quality_rows(const Settings& settings) {
  if (!settings.wants("balance")) return;
  std::printf("\n%-11s %6s %10s %10s %10s %10s %10s %10s\n", "scheme", "nodes", "keys", "max/mean",
              "deviation", "moved", "least", "extra");
  for (const std::string scheme : {"ring", "jump", "maglev", "rendezvous"})
    for (const auto count : node_counts) {
      const auto before = make(scheme, count);
      const auto after = make(scheme, count - 1);
      const auto keys = settings.balance_keys;
      const auto totals = balance_of(*before, keys);
      const auto moved = *moves(*before, *after);
      std::printf("%-11s %6zu %10llu %10.4f %10.4f %10.6f %10.6f %10.6f\n", scheme.c_str(), count,
                  static_cast<unsigned long long>(keys), totals.max_over_mean,
                  totals.standard_deviation, moved.moved, moved.least,
                  moved.moved_between_survivors);
      std::fflush(stdout);
    }
}

}  // namespace placement_bench
