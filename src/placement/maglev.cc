#include "placement/maglev.h"

#include <algorithm>
#include <cmath>

namespace isotherm::placement {
namespace {

constexpr std::uint32_t small_table = 65'537;
constexpr std::uint32_t large_table = 655'373;
constexpr std::uint32_t slots_max = 1U << 26;
constexpr std::size_t slots_per_node = 100;

bool is_prime(std::uint32_t n) {
  if (n < 2 || (n > 2 && n % 2 == 0)) return false;
  for (std::uint64_t d = 3; d * d <= n; d += 2)
    if (n % d == 0) return false;
  return true;
}

std::uint32_t prime_from(std::uint32_t n) {
  while (!is_prime(n)) ++n;
  return n;
}

std::uint32_t scaled(std::uint64_t hash, std::uint32_t to) {
  return static_cast<std::uint32_t>(upper_half(hash, to));
}

// Slots of one owner in a row are one stretch.
class SlotStretches final : public Stretches {
 public:
  explicit SlotStretches(const Maglev& maglev) : maglev_(maglev) {}

  bool next(Stretch& stretch) override {
    if (slot_ >= maglev_.slots()) return false;
    stretch = {{first_hash(slot_), {}}, maglev_.slot_owner(slot_)};
    while (slot_ < maglev_.slots() && maglev_.slot_owner(slot_) == stretch.owner) ++slot_;
    return true;
  }

 private:
  // The least hash whose product with the slots has this upper half.
  std::uint64_t first_hash(std::uint64_t slot) const {
    const auto slots = maglev_.slots();
    return static_cast<std::uint64_t>(((static_cast<Wide>(slot) << 64) + slots - 1) / slots);
  }

  const Maglev& maglev_;
  std::uint32_t slot_ = 0;
};

}  // namespace

Maglev::Maglev(std::vector<Node> all, MaglevOptions options)
    : HashedPlacement(std::move(all), options.key_hash), slots_(options.slots) {
  std::vector<SlotOrder> orders;
  std::vector<NodeIndex> claimants;
  for (const auto index : by_name(nodes())) {
    if (nodes()[index].weight == 0) continue;
    const auto hash = hash_bytes(HashKind::xxh3, nodes()[index].name);
    orders.push_back({scaled(mix64(hash), slots_),
                      1 + scaled(mix64(hash + 0x9e3779b97f4a7c15ULL), slots_ - 1),
                      nodes()[index].weight});
    claimants.push_back(index);
  }
  auto table = fill_maglev(orders, slots_);
  for (auto& owner : table) owner = static_cast<std::uint16_t>(claimants[owner]);
  if (nodes().size() <= 256)
    narrow_.assign(table.begin(), table.end());
  else
    wide_ = std::move(table);
}

Placed<Maglev> Maglev::make(std::vector<Node> nodes, MaglevOptions options) {
  TRY(check_nodes(nodes));
  if (options.slots == 0)
    options.slots = nodes.size() * slots_per_node <= small_table ? small_table : large_table;
  if (options.slots > slots_max)
    return refuse("a table of more than " + std::to_string(slots_max) + " slots");
  options.slots = prime_from(std::max(options.slots, 2U));
  if (options.slots < nodes.size())
    return refuse(std::to_string(options.slots) + " slots are fewer than the " +
                  std::to_string(nodes.size()) + " nodes");
  return Maglev(std::move(nodes), options);
}

void Maglev::nodes_by_path(std::span<const std::uint64_t> hashes, std::span<NodeIndex> out,
                           CpuPath) const {
  expects(hashes.size() == out.size(), "as many owners as hashes");
  if (narrow_.empty()) {
    for (std::size_t i = 0; i < hashes.size(); ++i) out[i] = wide_[slot_of(hashes[i])];
  } else {
    for (std::size_t i = 0; i < hashes.size(); ++i) out[i] = narrow_[slot_of(hashes[i])];
  }
}

Placed<void> Maglev::replicas_of(std::uint64_t hash, std::span<NodeIndex> out) const {
  std::size_t found = 0;
  std::size_t slot = slot_of(hash);
  for (std::size_t i = 0; i < slots_ && found < out.size(); ++i) {
    const auto owner = slot_owner(slot);
    const auto so_far = out.first(found);
    if (std::find(so_far.begin(), so_far.end(), owner) == so_far.end()) out[found++] = owner;
    slot = slot + 1 == slots_ ? 0 : slot + 1;
  }
  if (found == out.size()) return {};
  return refuse("fewer nodes than " + std::to_string(out.size()) + " have slots");
}

std::unique_ptr<Stretches> Maglev::stretches() const {
  return std::make_unique<SlotStretches>(*this);
}

void Maglev::explain_hash(std::uint64_t hash, Explanation& out) const {
  out.steps.emplace_back("slot", std::to_string(slot_of(hash)) + " of " + std::to_string(slots_));
}

}  // namespace isotherm::placement
