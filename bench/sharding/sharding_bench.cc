// Hashes and shard keys beside the plain way of computing them: rows H1, H2, W1 to W3.

#include <xxhash.h>

#include <cstring>
#include <random>

#include "base/hash.h"
#include "base/murmur3.h"
#include "plain.h"
#include "rounds/rounds.h"
#include "sharding/hash_strategy.h"
#include "sharding/shard_format.h"

namespace isotherm::bench {
namespace {

using sharding::HashStrategy;
using sharding::ShardFormat;

// So many that all their bytes stay in a second-level cache of 512 KB.
constexpr std::size_t hot_hash_keys = 8192;
constexpr std::size_t hot_shard_keys = 2048;
constexpr std::size_t cold_keys = 1'000'000;

/// Keys in one block of memory, of some length or of 8 to 32 bytes.
struct Keys {
  Keys(std::size_t count, std::size_t length) {
    std::mt19937_64 random(count + length);
    std::vector<std::pair<std::size_t, std::size_t>> places;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t bytes = length != 0 ? length : 8 + random() % 25;
      places.emplace_back(block.size(), bytes);
      for (std::size_t k = 0; k < bytes; ++k)
        block += "abcdefghijklmnopqrstuvwxyz0123456789-_"[random() % 38];
    }
    for (const auto& [at, bytes] : places) views.emplace_back(block.data() + at, bytes);
    for (const std::string_view view : views) strings.emplace_back(view);
  }
  std::string block;
  std::vector<std::string_view> views;
  std::vector<std::string> strings;
};

template <class Each>
Contender over(std::string name, const Keys& keys, std::size_t repeats, Each each) {
  return {std::move(name), [&keys, repeats, each] {
            std::uint64_t sum = 0;
            for (std::size_t r = 0; r < repeats; ++r)
              for (std::size_t i = 0; i < keys.views.size(); ++i) sum += each(i);
            keep(sum);
            return repeats * keys.views.size();
          }};
}

void hash_rows() {
  struct Size {
    const char* name;
    std::size_t length;
    double murmur_goal;
  };
  for (const Size& size : {Size{"8-32 bytes", 0, 1.9},
                           {"16 bytes", 16, 2.0},
                           {"32 bytes", 32, 1.5},
                           {"36 bytes", 36, 1.45}}) {
    const Keys keys(hot_hash_keys, size.length);
    const auto view = [&keys](std::size_t i) { return keys.views[i]; };
    run({"H1 murmur3_x86_32 hot, " + std::string(size.name),
         {over("isotherm", keys, 40,
               [&](std::size_t i) {
                 return murmur3_x86_32_inline(view(i).data(), view(i).size(), 0);
               }),
          over("libmurmurhash", keys, 40, [&](std::size_t i) { return library_murmur3(view(i)); })},
         {size.murmur_goal}});
    run({"H2 xxh3_64 hot, " + std::string(size.name),
         {over("isotherm", keys, 40, [&](std::size_t i) { return xxh3_64(view(i)); }),
          over("libxxhash", keys, 40,
               [&](std::size_t i) { return XXH3_64bits(view(i).data(), view(i).size()); })},
         {0.95}});
  }
  const Keys cold(cold_keys, 0);
  run({"H1 murmur3_x86_32 cold, 8-32 bytes",
       {over("isotherm", cold, 1,
             [&](std::size_t i) {
               return murmur3_x86_32_inline(cold.views[i].data(), cold.views[i].size(), 0);
             }),
        over("libmurmurhash", cold, 1,
             [&](std::size_t i) { return library_murmur3(cold.views[i]); })},
       {1.6}});
}

void write_row(const std::string& name, std::size_t count, std::uint32_t shards, bool is_hot) {
  const Keys bases(count, 0);
  const Keys inputs(count + 1, 0);
  const HashStrategy strategy(shards);
  const ShardFormat format(shards);
  std::array<char, 64> room{};
  std::string buffer;
  const std::size_t repeats = is_hot ? 80 : 1;
  run({"W1 key into a buffer, " + name,
       {over("isotherm", bases, repeats,
             [&](std::size_t i) {
               return format.write_key(bases.strings[i], strategy.shard_of_text(inputs.strings[i]),
                                       room.data());
             }),
        over("std::string kept", bases, repeats,
             [&](std::size_t i) {
               reused_key(bases.strings[i], inputs.strings[i], shards, buffer);
               return buffer.size();
             }),
        over("std::string added up", bases, repeats,
             [&](std::size_t i) {
               return naive_key(bases.strings[i], inputs.strings[i], shards).size();
             })},
       is_hot ? std::vector{4.5, 6.5} : std::vector{2.8, 4.0},
       is_hot ? 15.0 : 25.0});
  run({"W2 key as a new string, " + name,
       {over("isotherm", bases, repeats,
             [&](std::size_t i) {
               const std::size_t bytes = format.write_key(
                   bases.strings[i], strategy.shard_of_text(inputs.strings[i]), room.data());
               return std::string(room.data(), bytes).size();
             }),
        over("std::string reserved", bases, repeats,
             [&](std::size_t i) {
               return fresh_key(bases.strings[i], inputs.strings[i], shards).size();
             })},
       {2.0}});
}

/// Operations are keys, not bases.
void fan_out_row(std::uint32_t shards) {
  const Keys bases(1024, 0);
  const ShardFormat format(shards);
  constexpr std::size_t stride = 48;
  std::vector<char> room(shards * stride);
  const auto times = [shards](Contender contender) {
    return Contender{contender.name, [contender, shards] { return contender.pass() * shards; }};
  };
  run({"W3 every key of a base, " + std::to_string(shards) + " shards",
       {times(over("isotherm", bases, 4,
                   [&](std::size_t i) {
                     return format.write_all_keys(bases.strings[i], room.data(), stride) ? 1U : 0U;
                   })),
        times(over("std::string added up", bases, 4,
                   [&](std::size_t i) {
                     std::size_t bytes = 0;
                     for (std::uint32_t shard = 0; shard < shards; ++shard)
                       bytes += (bases.strings[i] + "-" + hex_of(shard)).size();
                     return bytes;
                   }))},
       {8.0},
       4.0});
}

}  // namespace
}  // namespace isotherm::bench

int main() {
  using namespace isotherm::bench;
  std::printf("Medians of 11 interleaved rounds; a ratio is the median of the rounds' ratios.\n");
  hash_rows();
  for (const std::uint32_t shards : {10U, 200U}) {
    write_row(std::to_string(shards) + " shards, hot", hot_shard_keys, shards, true);
    write_row(std::to_string(shards) + " shards, cold", cold_keys, shards, false);
    fan_out_row(shards);
  }
}
