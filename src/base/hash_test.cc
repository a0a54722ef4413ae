#include "base/hash.h"

#include <gtest/gtest.h>

#include <string>

namespace isotherm {
namespace {

// Known answers: SMHasher's and Wikipedia's published values for MurmurHash3_x86_32.
TEST(Murmur3, AgreesWithPublishedAnswers) {
  EXPECT_EQ(murmur3_x86_32("", 0), 0U);
  EXPECT_EQ(murmur3_x86_32("", 1), 0x514e28b7U);
  EXPECT_EQ(murmur3_x86_32("", 0xffffffffU), 0x81f16f39U);
  EXPECT_EQ(murmur3_x86_32("aaaa", 0x9747b28cU), 0x5a97808aU);
  EXPECT_EQ(murmur3_x86_32("Hello, world!", 0x9747b28cU), 0x24884cbaU);
  EXPECT_EQ(murmur3_x86_32("user-1", 0), 0xf8a28763U);
}

TEST(Murmur3, TreatsTailBytesAsUnsigned) {
  EXPECT_EQ(murmur3_x86_32("\xff", 0), murmur3_x86_32(std::string(1, '\xff'), 0));
  EXPECT_EQ(murmur3_x86_32("\xff", 0), 0xfd6cf10dU);
}

// XXH64's reference values.
TEST(Xxh64, AgreesWithPublishedAnswers) {
  EXPECT_EQ(xxh64("", 0), 0xef46db3751d8e999ULL);
  EXPECT_EQ(xxh64("", 2654435761U), 0xac75fda2929b17efULL);
}

TEST(Crc32, IsZlibs) { EXPECT_EQ(crc32("123456789"), 0xcbf43926U); }

}  // namespace
}  // namespace isotherm
