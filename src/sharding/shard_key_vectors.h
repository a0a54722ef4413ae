#pragma once

// Known answers of the frozen format, as docs/formats.md publishes them. For tests.

#include <cstdint>
#include <string>
#include <vector>

#include "sharding/strategy.h"

namespace isotherm::sharding {

struct ShardKeyVector {
  std::string base;
  std::vector<std::string> inputs;
  Shard shards;
  std::string source;
  std::uint32_t hash;
  Shard shard;
  std::string key;
};

inline std::vector<ShardKeyVector> shard_key_vectors() {
  return {
      {"channel-A", {"user-1"}, 16, "user-1", 0xf8a28763, 3, "channel-A-3"},
      {"channel-A", {"user-2"}, 16, "user-2", 0xde9747cb, 11, "channel-A-b"},
      {"channel-A", {""}, 16, "", 0x00000000, 0, "channel-A-0"},
      {"channel-A", {"abc", "123"}, 16, "abc:123", 0x72805acf, 15, "channel-A-f"},
      {"c", {"a:b"}, 16, "a\\:b", 0xc28f9ee0, 0, "c-0"},
      {"c", {"a", "b"}, 16, "a:b", 0xa2446843, 3, "c-3"},
      {"c", {"a\\:b"}, 16, "a\\\\\\:b", 0x98a76974, 4, "c-4"},
      {"c", {"a", "", "b"}, 16, "a::b", 0xf337df1e, 14, "c-e"},
      {"\354\261\204\353\204\220",
       {"\355\232\214\354\233\220-7"},
       16,
       "\355\232\214\354\233\220-7",
       0x02ecf276,
       6,
       "\354\261\204\353\204\220-6"},
      {"c", {"\360\237\232\200"}, 16, "\360\237\232\200", 0x7f675865, 5, "c-5"},
      {"c", {"e\314\201"}, 16, "e\314\201", 0x9f32a268, 8, "c-8"},
      {"c", {"1"}, 16, "1", 0x9416ac93, 3, "c-3"},
      {"c", {"0.1"}, 16, "0.1", 0xffd753fc, 12, "c-c"},
      {"c", {"100000000000000000000"}, 16, "100000000000000000000", 0x88639ff9, 9, "c-9"},
      {"CandidateA", {"USER#1"}, 10, "USER#1", 0x13dbc89a, 2, "CandidateA-2"},
      {"c", {std::string(2048, 'x')}, 16, std::string(2048, 'x'), 0xd15a15d3, 3, "c-3"},
      {"c", {"user-1"}, 65536, "user-1", 0xf8a28763, 34659, "c-8763"},
      {"c", {"user-1"}, 3, "user-1", 0xf8a28763, 1, "c-1"},
      {"a-b-c", {"user-1"}, 16, "user-1", 0xf8a28763, 3, "a-b-c-3"},
      {"c", {std::string(1, '\0')}, 16, std::string(1, '\0'), 0x514e28b7, 7, "c-7"},
  };
}

}  // namespace isotherm::sharding
