#pragma once

// Known answers of hashes, for tests. Sources: MurmurHash3_x86_32 from Guava's Murmur3Hash32Test,
// MongoDB's MurmurHash3 test and the list of public answers with seed 0x9747b28c; XXH64 from
// xxHash's own sanity check and Vitess's xxhash tests (their eight bytes read little-endian).

#include <cstdint>
#include <string>
#include <vector>

namespace isotherm {

struct HashVector {
  std::string bytes;
  std::uint64_t seed;
  std::uint64_t hash;
};

inline std::vector<HashVector> murmur3_vectors() {
  return {
      {std::string("", 0), 0U, 0x00000000},
      {std::string("", 0), 1U, 0x514e28b7},
      {std::string("", 0), 4294967295U, 0x81f16f39},
      {std::string("aaaa", 4), 2538058380U, 0x5a97808a},
      {std::string("aaa", 3), 2538058380U, 0x283e0130},
      {std::string("aa", 2), 2538058380U, 0x5d211726},
      {std::string("a", 1), 2538058380U, 0x7fa09ea6},
      {std::string("abcd", 4), 2538058380U, 0xf0478627},
      {std::string("abc", 3), 2538058380U, 0xc84a62dd},
      {std::string("ab", 2), 2538058380U, 0x74875592},
      {std::string("Hello, world!", 13), 2538058380U, 0x24884cba},
      {std::string("\317\200\317\200\317\200\317\200\317\200\317\200\317\200\317\200", 16),
       2538058380U, 0xd58063c1},
      {std::string("abc", 3), 0U, 0xb3dd93fa},
      {std::string("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56), 0U, 0xee925b90},
      {std::string("The quick brown fox jumps over the lazy dog", 43), 2538058380U, 0x2fa826cd},
      {std::string("k", 1), 0U, 0xcfbda5d1},
      {std::string("hell", 4), 0U, 0xa167dbf3},
      {std::string("hello", 5), 0U, 0x248bfa47},
      {std::string("http://www.google.com/", 22), 0U, 0x3d41b97c},
      {std::string("The quick brown fox jumps over the lazy dog", 43), 0U, 0x2e4ff723},
      {std::string("ABCDefGHI\336\231", 11), 0U, 0xb5a4be05},
      {std::string("\346\257\216\346\234\210\357\274\221\346\227\245,"
                   "\346\257\216\351\200\261\346\234\210\346\233\234\346\227\245",
                   28),
       0U, 0xfc5ba834},
      {std::string("surrogate pair: \360\237\222\260", 20), 0U, 0x8a5c3699},
      {std::string("a", 1), 0U, 0x3c2569b2},
      {std::string("test", 4), 0U, 0xba6bd213},
      {std::string("Hello, world!", 13), 0U, 0xc0363e43},
      {std::string("1", 1), 0U, 0x9416ac93},
      {std::string("42", 2), 0U, 0xbc58a436},
      {std::string("\305\276lu\305\245ou\304\215k\303\275 k\305\257\305\210", 19), 0U, 0x5f784569},
      {std::string("\342\202\254\360\240\263\217b\342\234\227a", 12), 0U, 0xda7915bd},
      {std::string(256, 'a'), 2538058380U, 0x37405bdc},
      {std::string("\377\377\377\377", 4), 0U, 0x76293b50},
      {std::string("!Ce\207", 4), 0U, 0xf55b516b},
      {std::string("!Ce\207", 4), 1350757870U, 0x2362f9de},
      {std::string("!Ce", 3), 0U, 0x7e4a8634},
      {std::string("!C", 2), 0U, 0xa0f7b07a},
      {std::string("!", 1), 0U, 0x72661cf4},
      {std::string("\000\000\000\000", 4), 0U, 0x2362f9de},
      {std::string("\000\000\000", 3), 0U, 0x85f0b427},
      {std::string("\000\000", 2), 0U, 0x30f4c306},
      {std::string("\000", 1), 0U, 0x514e28b7},
      {std::string("\275", 1), 0U, 0x5ff4c2da},
      {std::string("U\216\214\311", 4), 0U, 0xa7b55574},
  };
}

/// The bytes that xxHash's check hashes: the first `bytes` of its generator.
inline std::string xxhash_check_bytes(std::size_t bytes) {
  std::string out;
  std::uint64_t state = 2654435761U;
  for (; out.size() < bytes; state *= 11400714785074694797U) out += static_cast<char>(state >> 56);
  return out;
}

inline std::vector<HashVector> xxh64_vectors() {
  return {
      {xxhash_check_bytes(0), 0U, 0xef46db3751d8e999U},
      {xxhash_check_bytes(0), 2654435761U, 0xac75fda2929b17efU},
      {xxhash_check_bytes(1), 0U, 0xe934a84adb052768U},
      {xxhash_check_bytes(1), 2654435761U, 0x5014607643a9b4c3U},
      {xxhash_check_bytes(4), 0U, 0x9136a0dca57457eeU},
      {xxhash_check_bytes(14), 0U, 0x8282dcc4994e35c8U},
      {xxhash_check_bytes(14), 2654435761U, 0xc3bd6bf63deb6df0U},
      {xxhash_check_bytes(222), 0U, 0xb641ae8cb691c174U},
      {xxhash_check_bytes(222), 2654435761U, 0x20cb8ab7ae10c14aU},
      {"", 0, 0xef46db3751d8e999U},
      {"1", 0, 0xb7b41276360564d4U},
      {"2", 0, 0x6021b5621680598bU},
      {"-1", 0, 0x3d62c7c8a7a6e2d8U},
      {"test1", 0, 0x0b8f97d6e4b71ad0U},
      {"test2", 0, 0x890e0a4c7111eb87U},
      {"testaverylongvaluetomakesurethisworks", 0, 0x6a0e850d8ec3d881U},
      {"9223372036854775807", 0, 0xd8afff7b1fb07eb3U},
      {"18446744073709551615", 0, 0x8d1f8f6d8dfa7c47U},
      {"-9223372036854775808", 0, 0x9e606ab2dd272c10U},
  };
}

}  // namespace isotherm
