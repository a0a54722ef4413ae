#include "base/hash.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "base/crc32.h"
#include "base/hash_vectors.h"
#include "base/streaming_hash.h"

namespace isotherm {
namespace {

TEST(Murmur3, AgreesWithPublishedAnswers) {
  for (const HashVector& v : murmur3_vectors())
    EXPECT_EQ(murmur3_x86_32(v.bytes, static_cast<std::uint32_t>(v.seed)), v.hash) << v.bytes;
}

/// The reference, byte by byte, as slowly as it reads.
std::uint32_t plain_murmur3(std::string_view bytes, std::uint32_t seed) {
  const auto rotl = [](std::uint32_t x, int by) { return x << by | x >> (32 - by); };
  std::uint32_t h = seed;
  std::uint32_t k = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    k |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) << 8 * (i % 4);
    if (i % 4 != 3 && i + 1 != bytes.size()) continue;
    h ^= rotl(k * 0xcc9e2d51U, 15) * 0x1b873593U;
    if (i % 4 == 3) h = rotl(h, 13) * 5 + 0xe6546b64U;
    k = 0;
  }
  h ^= static_cast<std::uint32_t>(bytes.size());
  h = (h ^ h >> 16) * 0x85ebca6bU;
  h = (h ^ h >> 13) * 0xc2b2ae35U;
  return h ^ h >> 16;
}

TEST(Murmur3, OfEveryLengthAndOfHighBytesIsTheReference) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (std::size_t bytes = 0; bytes <= 80; ++bytes) {
    for (int round = 0; round < 50; ++round) {
      // A copy of exactly that size, so that a sanitizer sees a read beyond it.
      std::vector<char> text(bytes);
      for (char& c : text) c = static_cast<char>(random() | (round % 2 == 0 ? 0x80 : 0));
      const std::string_view view(text.data(), text.size());
      const auto hash_seed = static_cast<std::uint32_t>(random());
      ASSERT_EQ(murmur3_x86_32(view, hash_seed), plain_murmur3(view, hash_seed)) << bytes;
    }
  }
}

TEST(Murmur3, TreatsTailBytesAsUnsigned) {
  EXPECT_EQ(murmur3_x86_32("\xff", 0), murmur3_x86_32(std::string(1, '\xff'), 0));
  EXPECT_EQ(murmur3_x86_32("\xff", 0), 0xfd6cf10dU);
}

TEST(Xxh64, AgreesWithPublishedAnswers) {
  for (const HashVector& v : xxh64_vectors()) EXPECT_EQ(xxh64(v.bytes, v.seed), v.hash) << v.bytes;
}

// xxHash's own check of XXH3_64bits, and FNV's published answers.
TEST(Xxh3, AgreesWithPublishedAnswers) {
  EXPECT_EQ(xxh3_64(""), 0x2d06800538d394c2U);
  EXPECT_EQ(xxh3_64(xxhash_check_bytes(1)), 0xc44bdff4074eecdbU);
  EXPECT_EQ(xxh3_64(xxhash_check_bytes(6)), 0x27b56a84cd2d7325U);
  EXPECT_EQ(xxh3_64(xxhash_check_bytes(12)), 0xa713daf0dfbb77e7U);
  EXPECT_EQ(xxh3_64(xxhash_check_bytes(24)), 0xa3fe70bf9d3510ebU);
}

TEST(Fnv1a, AgreesWithPublishedAnswers) {
  EXPECT_EQ(fnv1a_64(""), 0xcbf29ce484222325U);
  EXPECT_EQ(fnv1a_64("a"), 0xaf63dc4c8601ec8cU);
  EXPECT_EQ(fnv1a_64("foobar"), 0x85944171f73967e8U);
}

TEST(HashFunction, IsFoundByItsName) {
  for (const auto function : {HashFunction::murmur3_x86_32, HashFunction::xxh64,
                              HashFunction::xxh3_64, HashFunction::fnv1a_64})
    EXPECT_EQ(find_hash(hash_name(function)), function);
  EXPECT_EQ(find_hash("md5"), std::nullopt);
  EXPECT_EQ(hash_of(HashFunction::murmur3_x86_32, "user-1"), 0xf8a28763U);
}

TEST(StreamingHash, OfPiecesIsTheHashOfTheWhole) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (int round = 0; round < 400; ++round) {
    std::string whole(random() % 1500, ' ');
    for (char& c : whole) c = static_cast<char>(random());
    for (const auto function : {HashFunction::murmur3_x86_32, HashFunction::xxh64,
                                HashFunction::xxh3_64, HashFunction::fnv1a_64}) {
      StreamingHash stream(function);
      for (std::size_t at = 0; at < whole.size();) {
        const std::size_t piece = random() % 7 == 0 ? random() % 400 : random() % 9;
        stream.update(std::string_view(whole).substr(at, piece));
        at += piece;
      }
      ASSERT_EQ(stream.finish(), hash_of(function, whole)) << hash_name(function);
    }
  }
}

TEST(Crc32, IsZlibs) { EXPECT_EQ(crc32("123456789"), 0xcbf43926U); }

}  // namespace
}  // namespace isotherm
