// Redis slots and Vitess's key ranges (P19, P20, P23).

#include "baselines.h"
#include "placement/crc16.h"
#include "placement/redis_slot.h"
#include "placement/vitess.h"
#include "rows.h"

namespace placement_bench {
namespace {

using namespace isotherm::placement;

struct Length {
  std::size_t least;
  std::size_t most;
  double goal;
  double goal_portable;
};
constexpr Length lengths[] = {
    {8, 32, 3.0, 1.6}, {16, 16, 4.0, 2.8}, {32, 32, 8.0, 3.0}, {36, 36, 7.5, 3.0}};

// Keys one after the other in one block.
struct Keys {
  Keys(const Length& length, std::size_t count) {
    std::vector<std::size_t> ends;
    for (std::uint64_t i = 0; i < count; ++i) {
      auto key = "k" + std::to_string(mix64(i));
      key.resize(length.least + mix64(i + 7) % (length.most - length.least + 1), 'x');
      block += key;
      ends.push_back(block.size());
    }
    std::size_t begin = 0;
    for (const auto end : ends) {
      views.push_back(std::string_view(block).substr(begin, end - begin));
      begin = end;
    }
  }
  std::string block;
  std::vector<std::string_view> views;
};

std::uint64_t sum_of(std::span<const std::string_view> keys, unsigned (*slot)(std::string_view)) {
  std::uint64_t sum = 0;
  for (const auto key : keys) sum += slot(key);
  return sum;
}

unsigned ours(std::string_view key) { return redis_slot(key); }
unsigned tables(std::string_view key) { return crc16_by_tables(redis_tag(key)) % redis_slots; }
unsigned loop(std::string_view key) {
  return redis_loop_slot(key.data(), static_cast<int>(key.size()));
}

void redis(const Settings& settings, const Length& length, bool is_hot) {
  const Keys keys(length, is_hot ? hot_keys : 4'000'000);
  constexpr std::size_t at_once = hot_keys;
  const auto through = [&](unsigned (*slot)(std::string_view)) {
    return [&keys, slot, at = std::size_t{0}]() mutable {
      at = at + 2 * at_once > keys.views.size() ? 0 : at + at_once;
      keep(sum_of(std::span(keys.views).subspan(at, at_once), slot));
      return std::uint64_t{at_once};
    };
  };
  const auto times =
      measure({{"ours", through(ours)}, {"tables", through(tables)}, {"loop", through(loop)}},
              settings.rounds);
  const auto what = "redis slot, " + std::to_string(length.least) + "-" +
                    std::to_string(length.most) + " bytes, " + (is_hot ? "hot" : "cold");
  const double cold_goal = length.least == 8 ? 2.5 : length.least == 16 ? 3.2 : 4.5;
  print({"P19", what, 0, "Redis's loop", times[0], times[2], is_hot ? length.goal : cold_goal});
  if (is_hot)
    print(
        {"P19", what + ", portable", 0, "Redis's loop", times[1], times[2], length.goal_portable});
}

void vitess(const Settings& settings, std::size_t shards, double goal) {
  std::vector<std::string> names;
  const auto all = *generate_vitess_shards(shards, 4);
  std::shared_ptr<const Vindex> numeric = std::move(*make_vindex("numeric", {}));
  const auto placement = *Vitess::make(numeric, all);
  const LinearShards linear(shards);
  std::vector<std::string> ids;
  for (const auto hash : hot()) {
    std::string id;
    for (int shift = 56; shift >= 0; shift -= 8) id.push_back(static_cast<char>(hash >> shift));
    ids.push_back(std::move(id));
  }
  const auto hashes = hot();
  const auto times = measure(
      {{"number", throughput(hashes, [&](std::uint64_t id) { return placement.shard_of(id); })},
       {"bytes",
        [&] {
          std::uint64_t sum = 0;
          for (const auto& id : ids) sum += placement.shard_of(std::string_view(id));
          keep(sum);
          return std::uint64_t{ids.size()};
        }},
       {"linear",
        [&] {
          std::uint64_t sum = 0;
          for (const auto& id : ids) sum += linear.owner(id);
          keep(sum);
          return std::uint64_t{ids.size()};
        }}},
      settings.rounds);
  print({"P23", "vitess id of 8 bytes to shard", shards, "linear scan", times[0], times[2], goal});
  print(
      {"P23", "vitess id of any bytes to shard", shards, "linear scan", times[1], times[2], goal});
}

}  // namespace

void exact_rows(const Settings& settings) {
  if (settings.wants("P19"))
    for (const auto& length : lengths)
      for (const bool is_hot : {true, false}) redis(settings, length, is_hot);
  if (!settings.wants("P23")) return;
  vitess(settings, 16, 1.5);
  vitess(settings, 100, 2.5);
  vitess(settings, 1000, 7.0);
}

}  // namespace placement_bench
