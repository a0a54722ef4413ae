#include "placement/maglev_fill.h"

#include <algorithm>
#include <cmath>

// Two things make this quick, and change no slot:
//
// - Which slots are free is a bit each, not the table: 82 KB for 655,373 slots are nearer to the
//   processor than 1.3 MB.
// - The last slots are found the other way round. With k of M slots free a node tries M / k on the
//   average, and half of all tries are for the last sqrt(M) slots. There, each free slot is asked
//   when the node would come to it: after (slot - next) / skip steps, a division modulo M.

namespace isotherm::placement {
namespace {

// A number of steps, multiplied modulo the prime without a division [Shoup's trick]: `scaled` is
// factor * 2^32 / modulus.
struct Factor {
  std::uint32_t factor = 0;
  std::uint32_t scaled = 0;

  static Factor of(std::uint32_t factor, std::uint32_t modulus) {
    return {factor,
            static_cast<std::uint32_t>((static_cast<std::uint64_t>(factor) << 32) / modulus)};
  }
  std::uint32_t times(std::uint32_t value, std::uint32_t modulus) const {
    const auto quotient =
        static_cast<std::uint32_t>(static_cast<std::uint64_t>(value) * scaled >> 32);
    const std::uint32_t rest = value * factor - quotient * modulus;
    return rest >= modulus ? rest - modulus : rest;
  }
};

// 1 / value modulo a prime: value^(prime - 2).
std::uint32_t inverse(std::uint32_t value, std::uint32_t prime) {
  std::uint64_t power = value;
  std::uint64_t result = 1;
  for (std::uint32_t exponent = prime - 2; exponent > 0; exponent /= 2) {
    if (exponent % 2 != 0) result = result * power % prime;
    power = power * power % prime;
  }
  return static_cast<std::uint32_t>(result);
}

// A node while the table is filled: the slot that it wants next, and 1 / skip once it is needed.
struct Claim {
  std::uint32_t next;
  std::uint32_t skip;
  Factor inverse_skip;
};

class Filling {
 public:
  explicit Filling(std::uint32_t slots)
      : slots_(slots), left_(slots), free_(slots / 64 + 1, ~std::uint64_t{0}), table_(slots) {
    few_ = static_cast<std::uint32_t>(std::sqrt(static_cast<double>(slots)));
  }

  bool is_full() const { return left_ == 0; }
  std::vector<std::uint16_t> take_table() { return std::move(table_); }

  void give(Claim& claim, std::uint16_t owner) {
    const std::uint32_t slot = left_ > few_ ? next_free(claim) : nearest_free(claim);
    table_[slot] = owner;
    --left_;
    claim.next = after(slot, claim.skip);
  }

 private:
  bool is_free(std::uint32_t slot) const { return (free_[slot / 64] >> slot % 64 & 1) != 0; }
  std::uint32_t after(std::uint32_t slot, std::uint32_t skip) const {
    const std::uint32_t next = slot + skip;
    return next >= slots_ ? next - slots_ : next;
  }

  std::uint32_t next_free(const Claim& claim) {
    std::uint32_t slot = claim.next;
    while (!is_free(slot)) slot = after(slot, claim.skip);
    free_[slot / 64] &= ~(std::uint64_t{1} << slot % 64);
    return slot;
  }

  std::uint32_t nearest_free(Claim& claim) {
    if (last_.empty()) list_last();
    if (claim.inverse_skip.factor == 0)
      claim.inverse_skip = Factor::of(inverse(claim.skip, slots_), slots_);
    std::uint32_t least = slots_;
    std::size_t place = 0;
    for (std::size_t i = 0; i < last_.size(); ++i) {
      const std::uint32_t ahead =
          last_[i] >= claim.next ? last_[i] - claim.next : last_[i] + slots_ - claim.next;
      const std::uint32_t steps = claim.inverse_skip.times(ahead, slots_);
      place = steps < least ? i : place;
      least = steps < least ? steps : least;
    }
    const std::uint32_t slot = last_[place];
    last_[place] = last_.back();
    last_.pop_back();
    return slot;
  }

  void list_last() {
    last_.reserve(left_);
    for (std::uint32_t slot = 0; slot < slots_; ++slot)
      if (is_free(slot)) last_.push_back(slot);
  }

  std::uint32_t slots_;
  std::uint32_t left_;
  /// So many free slots are asked one by one.
  std::uint32_t few_;
  std::vector<std::uint64_t> free_;
  std::vector<std::uint32_t> last_;
  std::vector<std::uint16_t> table_;
};

}  // namespace

std::vector<std::uint16_t> fill_maglev(std::span<const SlotOrder> orders, std::uint32_t slots) {
  std::vector<Claim> claims;
  double greatest = 0;
  for (const auto& order : orders) {
    claims.push_back({order.offset, order.skip, {}});
    greatest = std::max(greatest, order.weight);
  }
  const bool is_equal = std::all_of(orders.begin(), orders.end(),
                                    [&](const auto& order) { return order.weight == greatest; });
  Filling filling(slots);
  for (double turn = 1; !filling.is_full(); ++turn) {
    for (std::size_t i = 0; i < claims.size() && !filling.is_full(); ++i) {
      const double share = orders[i].weight / greatest;
      if (!is_equal && std::floor(turn * share) == std::floor((turn - 1) * share)) continue;
      filling.give(claims[i], static_cast<std::uint16_t>(i));
    }
  }
  return filling.take_table();
}

}  // namespace isotherm::placement
