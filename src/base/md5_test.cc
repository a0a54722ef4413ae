#include "base/md5.h"

#include <gtest/gtest.h>

#include <string>

namespace isotherm {
namespace {

std::string hex(const Md5Digest& digest) {
  std::string text;
  for (const unsigned char byte : digest)
    for (const int shift : {4, 0}) text += "0123456789abcdef"[byte >> shift & 0xF];
  return text;
}

TEST(Md5, GivesTheAnswersOfItsRfc) {
  EXPECT_EQ(hex(md5("")), "d41d8cd98f00b204e9800998ecf8427e");
  EXPECT_EQ(hex(md5("abc")), "900150983cd24fb0d6963f7d28e17f72");
  EXPECT_EQ(hex(md5("abcdefghijklmnopqrstuvwxyz")), "c3fcd3d76192e4007dfb496cca67e13b");
  const std::string digits = "1234567890123456789012345678901234567890";
  EXPECT_EQ(hex(md5(digits + digits)), "57edf4a22be3c955ac49da2e2107b67a");
}

TEST(Md5, PadsAtEveryLengthAroundABlock) {
  EXPECT_EQ(hex(md5(std::string(55, 'a'))), "ef1772b6dff9a122358552954ad0df65");
  EXPECT_EQ(hex(md5(std::string(56, 'a'))), "3b0c8ac703f828b04c6c197006d17218");
  EXPECT_EQ(hex(md5(std::string(64, 'a'))), "014842d480b571495a4a0363793f7367");
}

TEST(Md5, IsTheSameInPartsOfAnySize) {
  for (std::size_t size = 0; size < 200; ++size) {
    const std::string text(size, 'x');
    for (const std::size_t part : {1U, 7U, 63U, 64U, 65U, 128U}) {
      Md5 in_parts;
      for (std::size_t at = 0; at < size; at += part)
        in_parts.add(std::string_view(text).substr(at, part));
      EXPECT_EQ(in_parts.finish(), md5(text)) << size << " in parts of " << part;
    }
  }
}

TEST(Md5, ReadsItsDigestAsNumbers) {
  const auto digest = md5("");
  EXPECT_EQ(digest_u32(digest, 0), 0xd98c1dd4U);
  EXPECT_EQ(digest_u64(digest, 8), 0x7e42f8ec980980e9U);
}

}  // namespace
}  // namespace isotherm
