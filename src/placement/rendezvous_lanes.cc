#include "placement/rendezvous_lanes.h"

#include <limits>

namespace isotherm::placement {
namespace {

template <std::size_t Lanes>
struct Register {
  typedef std::uint32_t Whole __attribute__((vector_size(Lanes * 4)));
  typedef std::int32_t Signed __attribute__((vector_size(Lanes * 4)));
  typedef float Real __attribute__((vector_size(Lanes * 4)));
  // As they lie in memory: at any address that is good for one of them.
  typedef Whole WholeInMemory __attribute__((aligned(4), may_alias));
  typedef Real RealInMemory __attribute__((aligned(4), may_alias));
};

// The loops take registers by reference only: a function that returned one would need the target of
// its caller.
template <std::size_t Lanes>
[[gnu::always_inline]] inline void draw(const std::uint32_t* seeds, std::uint32_t low,
                                        std::uint32_t high, typename Register<Lanes>::Whole& out) {
  using Whole = typename Register<Lanes>::Whole;
  Whole a = *reinterpret_cast<const typename Register<Lanes>::WholeInMemory*>(seeds) ^ low;
  a = ((a ^ (a >> 16)) * draw_first) ^ high;
  out = (a ^ (a >> 13)) * draw_second;
}

template <std::size_t Lanes>
[[gnu::always_inline]] inline std::size_t greatest_draw(std::uint64_t hash, const DrawList& list) {
  using Whole = typename Register<Lanes>::Whole;
  using Signed = typename Register<Lanes>::Signed;
  const auto low = static_cast<std::uint32_t>(hash);
  const auto high = static_cast<std::uint32_t>(hash >> 32);
  constexpr std::size_t at_once = 8 * rendezvous_block;
  std::int32_t best = std::numeric_limits<std::int32_t>::min();
  std::size_t best_block = 0;
  for (std::size_t begin = 0; begin < list.size; begin += at_once) {
    const std::size_t end = begin + at_once < list.size ? begin + at_once : list.size;
    Signed top = Signed{} + std::numeric_limits<std::int32_t>::min();
    for (std::size_t place = begin; place < end; place += Lanes) {
      Whole drawn;
      draw<Lanes>(list.seeds + place, low, high, drawn);
      const Signed value = (Signed)drawn;
      top = value > top ? value : top;
    }
    std::int32_t greatest = top[0];
    for (std::size_t lane = 1; lane < Lanes; ++lane)
      greatest = top[lane] > greatest ? top[lane] : greatest;
    if (greatest <= best && begin != 0) continue;
    best = greatest;
    best_block = begin;
  }
  for (std::size_t place = best_block; place < list.size; ++place)
    if (static_cast<std::int32_t>(draw_of(hash, list.seeds[place])) == best) return place;
  return 0;
}

// A lane is a key; Side registers of keys meet each seed, so that one works while another waits.
template <std::size_t Lanes, std::size_t Side>
[[gnu::always_inline]] inline void greatest_draws(const std::uint64_t* hashes, const DrawList& list,
                                                  std::uint32_t* places) {
  using Whole = typename Register<Lanes>::Whole;
  using Signed = typename Register<Lanes>::Signed;
  Whole low[Side];
  Whole high[Side];
  Signed best[Side];
  Signed best_place[Side];
  for (std::size_t r = 0; r < Side; ++r) {
    for (std::size_t lane = 0; lane < Lanes; ++lane) {
      low[r][lane] = static_cast<std::uint32_t>(hashes[r * Lanes + lane]);
      high[r][lane] = static_cast<std::uint32_t>(hashes[r * Lanes + lane] >> 32);
    }
    best[r] = Signed{} + std::numeric_limits<std::int32_t>::min();
    best_place[r] = Signed{};
  }
  Signed place = Signed{};
  for (std::size_t i = 0; i < list.count; ++i) {
    const Whole seed = Whole{} + list.seeds[i];
    for (std::size_t r = 0; r < Side; ++r) {
      Whole a = low[r] ^ seed;
      a = ((a ^ (a >> 16)) * draw_first) ^ high[r];
      const Signed value = (Signed)((a ^ (a >> 13)) * draw_second);
      const Signed is_greater = value > best[r];
      best[r] = is_greater ? value : best[r];
      best_place[r] = is_greater ? place : best_place[r];
    }
    place += 1;
  }
  for (std::size_t r = 0; r < Side; ++r)
    for (std::size_t lane = 0; lane < Lanes; ++lane)
      places[r * Lanes + lane] = static_cast<std::uint32_t>(best_place[r][lane]);
}

template <std::size_t Lanes, std::size_t Side>
[[gnu::always_inline]] inline void all_greatest_draws(const std::uint64_t* hashes,
                                                      const DrawList& list, std::uint32_t* places) {
  for (std::size_t begin = 0; begin < rendezvous_keys; begin += Lanes * Side)
    greatest_draws<Lanes, Side>(hashes + begin, list, places + begin);
}

template <std::size_t Lanes>
[[gnu::always_inline]] inline LeastBounds least_bounds(std::uint64_t hash, const DrawList& list) {
  using Whole = typename Register<Lanes>::Whole;
  using Signed = typename Register<Lanes>::Signed;
  using Real = typename Register<Lanes>::Real;
  const auto low = static_cast<std::uint32_t>(hash);
  const auto high = static_cast<std::uint32_t>(hash >> 32);
  const Real none = Real{} + std::numeric_limits<float>::infinity();
  Real least = none;
  Real second = none;
  Signed place = Signed{};
  Signed here;
  for (std::size_t lane = 0; lane < Lanes; ++lane) here[lane] = static_cast<std::int32_t>(lane);
  Signed step = Signed{} + static_cast<std::int32_t>(Lanes);
  for (std::size_t begin = 0; begin < list.size; begin += Lanes) {
    Whole drawn;
    draw<Lanes>(list.seeds + begin, low, high, drawn);
    // 24 bits of the draw are a float exactly, and not more than t.
    drawn = drawn >> 8;
    const Real t = __builtin_convertvector((Signed)drawn, Real);
    const Real bound = (t * (t * 0x1p-49F + 0x1p-24F)) *
                       *reinterpret_cast<const typename Register<Lanes>::RealInMemory*>(
                           list.inverse_weights + begin);
    const Signed is_less = bound < least;
    const Real greater = is_less ? least : bound;
    second = greater < second ? greater : second;
    least = is_less ? bound : least;
    place = is_less ? here : place;
    here += step;
  }
  LeastBounds out{least[0], second[0], static_cast<std::size_t>(place[0])};
  for (std::size_t lane = 1; lane < Lanes; ++lane) {
    const float value = least[lane];
    const float greater = value < out.least ? out.least : value;
    if (value < out.least) {
      out.least = value;
      out.place = static_cast<std::size_t>(place[lane]);
    }
    out.second = greater < out.second ? greater : out.second;
    out.second = second[lane] < out.second ? second[lane] : out.second;
  }
  return out;
}

}  // namespace

std::size_t greatest_draw_portable(std::uint64_t hash, const DrawList& list) {
  return greatest_draw<4>(hash, list);
}
LeastBounds least_bounds_portable(std::uint64_t hash, const DrawList& list) {
  return least_bounds<4>(hash, list);
}
void greatest_draws_portable(const std::uint64_t* hashes, const DrawList& list,
                             std::uint32_t* places) {
  all_greatest_draws<4, 2>(hashes, list, places);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) std::size_t greatest_draw_avx2(std::uint64_t hash,
                                                               const DrawList& list) {
  return greatest_draw<8>(hash, list);
}
__attribute__((target("avx2"))) LeastBounds least_bounds_avx2(std::uint64_t hash,
                                                              const DrawList& list) {
  return least_bounds<8>(hash, list);
}
__attribute__((target("avx512f,avx512dq,avx512vl,avx512bw"))) std::size_t greatest_draw_avx512(
    std::uint64_t hash, const DrawList& list) {
  return greatest_draw<16>(hash, list);
}
__attribute__((target("avx512f,avx512dq,avx512vl,avx512bw"))) LeastBounds
least_bounds_avx512(std::uint64_t hash, const DrawList& list) {
  return least_bounds<16>(hash, list);
}
__attribute__((target("avx2"))) void greatest_draws_avx2(const std::uint64_t* hashes,
                                                         const DrawList& list,
                                                         std::uint32_t* places) {
  all_greatest_draws<8, 2>(hashes, list, places);
}
__attribute__((target("avx512f,avx512dq,avx512vl,avx512bw"))) void greatest_draws_avx512(
    const std::uint64_t* hashes, const DrawList& list, std::uint32_t* places) {
  all_greatest_draws<16, 2>(hashes, list, places);
}
#endif

}  // namespace isotherm::placement
