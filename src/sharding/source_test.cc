#include "sharding/source.h"

#include <gtest/gtest.h>

#include <random>

#include "sharding/plain_text.h"

namespace isotherm::sharding {
namespace {

constexpr std::array functions = {HashFunction::murmur3_x86_32, HashFunction::xxh64,
                                  HashFunction::xxh3_64, HashFunction::fnv1a_64};

AttributeValue random_value(std::mt19937& random) {
  std::string text;
  const std::size_t bytes = random() % 20 == 0 ? random() % 1500 : random() % 40;
  for (std::size_t i = 0; i < bytes; ++i) text += random() % 9 == 0 ? ":\\"[random() % 2] : 'k';
  switch (random() % 5) {
    case 0: return Binary{std::move(text)};
    case 1: return Number(static_cast<std::int64_t>(random()) - 2'000'000'000);
    case 2: return Null{};
    default: return AttributeValue(std::move(text));
  }
}

TEST(Source, IsHashedInputByInputAsItIsWritten) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (int round = 0; round < 3000; ++round) {
    std::vector<AttributeValue> values;
    for (auto n = random() % 5; n > 0; --n) values.push_back(random_value(random));
    std::vector<const AttributeValue*> inputs;
    for (const AttributeValue& value : values)
      inputs.push_back(random() % 10 == 0 ? nullptr : &value);
    std::string source;
    append_source(inputs, source);
    for (const HashFunction function : functions) {
      SourceHash hash(function);
      for (const AttributeValue* input : inputs) hash.add(KeyPart::of(input));
      ASSERT_EQ(hash.finish(), hash_of(function, source)) << source;
    }
  }
}

TEST(Source, IsPlainWhereNothingIsEscaped) {
  for (std::size_t bytes = 0; bytes <= 70; ++bytes) {
    std::string text(bytes, 'k');
    EXPECT_TRUE(is_plain(text));
    for (std::size_t at = 0; at < bytes; ++at) {
      for (const char special : {':', '\\'}) {
        text[at] = special;
        EXPECT_FALSE(is_plain(text)) << at << " of " << bytes;
      }
      // Neighbours of the two, and bytes that only a borrow could take for them.
      for (const char other : {'9', ';', '[', ']', '\xba', '\xdc', '\0'}) {
        text[at] = other;
        EXPECT_TRUE(is_plain(text)) << at << " of " << bytes;
      }
      text[at] = 'k';
    }
  }
}

}  // namespace
}  // namespace isotherm::sharding
