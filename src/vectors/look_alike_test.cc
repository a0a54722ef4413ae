#include "vectors/look_alike.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/hash_vectors.h"
#include "vectors/foreign_hash.h"
#include "vectors/published_set.h"

namespace isotherm::vectors {
namespace {

// Spark's own documents: hash('ABC') is -757602832.
TEST(ForeignHash, SparksIsSparks) {
  EXPECT_EQ(static_cast<std::int32_t>(spark_murmur3("ABC", 42)), -757602832);
  EXPECT_EQ(spark_murmur3("abcd", 0), murmur3_x86_32("abcd", 0)) << "without a tail it is ours";
}

TEST(ForeignHash, WithoutHighBytesInTheTailASignedTailIsOurs) {
  int differ = 0;
  for (const HashVector& v : murmur3_vectors()) {
    const auto seed = static_cast<std::uint32_t>(v.seed);
    const std::size_t whole = v.bytes.size() & ~std::size_t{3};
    const bool is_high = std::any_of(v.bytes.begin() + static_cast<std::ptrdiff_t>(whole),
                                     v.bytes.end(), [](char c) { return (c & 0x80) != 0; });
    EXPECT_EQ(signed_tail_murmur3(v.bytes, seed) != v.hash, is_high) << v.bytes;
    if (is_high) ++differ;
  }
  EXPECT_GT(differ, 0);
}

// The words of MurmurHash3_x64_128("1") that guava's issue 1147 has.
TEST(ForeignHash, CassandrasIsTheFirstHalfOfTheLongMurmur) {
  EXPECT_EQ(static_cast<std::uint64_t>(cassandra_token("1")), 0x71fbbbfe8a7b7c71U);
  EXPECT_EQ(cassandra_token(""), 0);
}

// Guava's hashes of UTF-16 with seed 0, from its Murmur3Hash32Test.
TEST(ForeignHash, GuavasUtf16IsGuavas) {
  EXPECT_EQ(murmur3_x86_32(utf16_bytes("k", false), 0), 0x288418e4U);
  EXPECT_EQ(murmur3_x86_32(utf16_bytes("hello", false), 0), 0xd7c31989U);
  EXPECT_EQ(murmur3_x86_32(utf16_bytes("ABCDefGHI\xde\x99", false), 0), 0xfefa3e76U);
  EXPECT_EQ(murmur3_x86_32(utf16_bytes("surrogate pair: \xf0\x9f\x92\xb0", false), 0), 0x5a2d41c7U);
}

TEST(ForeignHash, EncodesAsOthersDo) {
  EXPECT_EQ(hex_of(utf16_bytes("\xc3\xa9\xf0\x9f\x9a\x80", true)), "00e9d83dde80");
  EXPECT_EQ(hex_of(modified_utf8(std::string("a\0\xf0\x9f\x9a\x80", 6))), "61c080eda0bdedba80");
  EXPECT_EQ(hex_of(low_bytes_of_utf16("\xe2\x82\xac\xf0\x9f\x9a\x80")), "ac3d80");
}

TEST(LookAlike, TheRecipeWithoutADifferenceIsOurs) {
  int compared = 0;
  for (const ShardCase& question : shard_cases()) {
    const auto mine = answer(question, Recipe{});
    if (!mine) continue;
    EXPECT_EQ(*mine, answer(question).key) << question.id;
    ++compared;
  }
  EXPECT_GT(compared, 70);
}

// What another implementation would answer, is told by its answers alone.
TEST(LookAlike, EachIsRecognized) {
  const std::vector<ShardCase> questions = shard_cases();
  for (const LookAlike& other : look_alikes()) {
    Answers answers;
    for (const ShardCase& question : questions) {
      const auto theirs = answer(question, other.recipe);
      answers.emplace(question.id, theirs ? *theirs : answer(question).key);
    }
    const Check found = check(answers);
    EXPECT_FALSE(found.different.empty()) << other.name;
    ASSERT_FALSE(found.suspects.empty()) << other.name;
    EXPECT_EQ(found.suspects.front().name, other.name);
    EXPECT_TRUE(found.suspects.front().is_certain()) << other.name;
    EXPECT_FALSE(found.ok());
  }
}

TEST(LookAlike, NoTwoAreTheSame) {
  std::set<std::vector<std::string>> seen;
  for (const LookAlike& other : look_alikes()) {
    std::vector<std::string> answers;
    for (const ShardCase& question : shard_cases())
      answers.push_back(answer(question, other.recipe).value_or(""));
    EXPECT_TRUE(seen.insert(answers).second) << other.name;
  }
}

TEST(Check, TellsWhatIsMissingUnknownAndWrong) {
  const Check found = check(
      {{"shard-key/001", "channel-A-3"}, {"shard-key/002", "nonsense"}, {"shard-key/9999", "x"}});
  EXPECT_EQ(found.compared, 2U);
  ASSERT_EQ(found.different.size(), 1U);
  EXPECT_EQ(found.different[0].ours, "channel-A-b");
  EXPECT_THAT(found.unknown, ::testing::ElementsAre("shard-key/9999"));
  EXPECT_GT(found.missing.size(), 100U);
  EXPECT_TRUE(found.suspects.empty());
  EXPECT_FALSE(check({}).ok());
}

TEST(Check, ReadsAnswersInThreeForms) {
  const Answers wanted = {{"a", "1"}, {"b", "2"}};
  EXPECT_EQ(read_answers(R"({"a": "1", "b": "2"})").value(), wanted);
  EXPECT_EQ(
      read_answers(R"([{"id": "a", "answer": "1"}, {"id": "b", "answer": "2", "x": 3}])").value(),
      wanted);
  EXPECT_EQ(
      read_answers("{\"id\": \"a\", \"answer\": \"1\"}\n\n{\"id\": \"b\", \"answer\": \"2\"}\n")
          .value(),
      wanted);
  EXPECT_EQ(read_answers(R"({"id": "a", "answer": "1"})").value(), (Answers{{"a", "1"}}));
  for (const char* bad : {"[1]", "3", "x", R"({"a": 1})", R"([{"id": "a", "answer": 5}])"})
    EXPECT_FALSE(read_answers(bad).ok()) << bad;
}

// The default format's first answers are those of the reference, computed by another program.
TEST(PublishedSet, BeginsWithTheReferencesAnswers) {
  const std::vector<std::string> reference = {
      "channel-A-3", "channel-A-b", "channel-A-0",
      "channel-A-f", "c-0",         "c-3",
      "c-4",         "c-e",         "\xec\xb1\x84\xeb\x84\x90-6",
      "c-5",         "c-8"};
  const auto questions = shard_cases();
  for (std::size_t i = 0; i < reference.size(); ++i)
    EXPECT_EQ(answer(questions[i]).key, reference[i]) << questions[i].id;
}

}  // namespace
}  // namespace isotherm::vectors
