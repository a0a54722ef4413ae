#include "placement/collation.h"

#include <gtest/gtest.h>

#include "placement/placement.h"
#include "placement/testing/collation_answers.h"
#include "placement/testing/redis_vitess_answers.h"
#include "placement/vindex.h"

namespace isotherm::placement {
namespace {

std::string weights_of(std::string_view text) {
  KeyBytes bytes;
  const auto done = append_collation_weights(text, bytes);
  return done.ok() ? hex_text(bytes.view()) : "refused: " + done.error().message;
}

// vitessio/vitess go/vt/vtgate/vindexes/unicode_test.go
TEST(Collation, GivesTheWeightsOfVitesssTests) {
  for (const auto* text : {"Test", "TEST", "T\u00e9st", "Te\u0301st", "Test "})
    EXPECT_EQ(weights_of(text), "1816164c17f31816") << text;
  EXPECT_EQ(weights_of("B\u00e9st"), "1605164c17f31816");
  EXPECT_EQ(weights_of(" Test"), "01091816164c17f31816");
  EXPECT_EQ(weights_of("Test\t"), "1816164c17f318160100");
  EXPECT_EQ(weights_of("T\u00e9stLooong"), "1816164c17f318161711177117711771174f1691");
  EXPECT_EQ(weights_of(""), "");
}

TEST(Collation, GivesTheWeightsOfManyScripts) {
  std::size_t refused = 0;
  for (const auto& answer : testing::collation_answers) {
    const auto weights = weights_of(answer.text);
    if (weights.starts_with("refused: "))
      ++refused;
    else
      EXPECT_EQ(weights, answer.weights_hex) << hex_text(answer.text);
  }
  EXPECT_LE(refused, 3U);
}

TEST(Collation, TakesLettersThatContractTogether) {
  EXPECT_EQ(weights_of("\u0418\u0306"), weights_of("\u0419"));
  // A Thai vowel that is written before its consonant counts after it.
  EXPECT_EQ(weights_of("\u0e40\u0e01"), weights_of("\u0e01") + weights_of("\u0e40"));
}

TEST(Collation, RefusesWhatIsNoUtf8) {
  for (const std::string text : {"\xff", "a\xc3", "\xc0\x80", "\xed\xa0\x80", "\xf5\x80\x80\x80"})
    EXPECT_TRUE(weights_of(text).starts_with("refused: cannot normalize string")) << text;
}

TEST(Collation, RefusesMarksThatItDoesNotOrder) {
  // A Tibetan vowel (class 130) and the long one (class 129) the wrong way round.
  EXPECT_TRUE(weights_of("\u0f40\u0f72\u0f71").starts_with("refused: "));
}

TEST(Vindex, HashesLooseTextsAsVitessDoes) {
  for (const auto& [type, answers] :
       {std::pair("unicode_loose_md5",
                  std::span<const testing::VindexAnswer>(testing::unicode_loose_md5_answers)),
        std::pair("unicode_loose_xxhash",
                  std::span<const testing::VindexAnswer>(testing::unicode_loose_xxhash_answers))})
    for (const auto& answer : answers) {
      const auto part = answer.type == '0' ? KeyPart::of_null() : KeyPart::of_text(answer.value);
      KeyBytes id;
      ASSERT_TRUE((*make_vindex(type, {}))->map(Key(&part, 1), id).ok());
      EXPECT_EQ(hex_text(id.view()), answer.id_hex) << answer.value;
    }
}

}  // namespace
}  // namespace isotherm::placement
