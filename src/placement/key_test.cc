#include "placement/key.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "model/number.h"
#include "placement/key_hash.h"
#include "sharding/hash_strategy.h"

namespace isotherm::placement {
namespace {

std::string canonical(std::vector<KeyPart> parts) {
  KeyBytes space;
  const auto bytes = canonical_bytes(parts, space);
  return bytes.ok() ? std::string(*bytes) : "refused: " + bytes.error().message;
}

std::string ordered(std::vector<KeyPart> parts) {
  KeyBytes bytes;
  for (const auto& part : parts) EXPECT_TRUE(append_ordered(part, bytes).ok());
  return std::string(bytes.view());
}

TEST(Key, OfOnePartIsItsOwnBytes) {
  EXPECT_EQ(canonical({KeyPart::of_text("a:b\\")}), "a:b\\");
  EXPECT_EQ(canonical({KeyPart::of_binary(std::string_view("\0\xFF", 2))}),
            std::string("\0\xFF", 2));
  EXPECT_EQ(canonical({KeyPart::of_integer(-5)}), "-5");
  EXPECT_EQ(canonical({KeyPart::of_natural(~std::uint64_t{0})}), "18446744073709551615");
  EXPECT_EQ(canonical({KeyPart::of_decimal("1.5")}), "1.5");
}

TEST(Key, OfSeveralPartsIsTheSourceOfAShardKey) {
  EXPECT_EQ(canonical({KeyPart::of_text("a:b"), KeyPart::of_text("c\\")}), "a\\:b:c\\\\");
  EXPECT_EQ(canonical({KeyPart::of_null(), KeyPart::of_binary(std::string_view("\0\xFF", 2))}),
            "\\-:\\x00ff");
  const AttributeValue text("a:1\\"), number(Number(7)), bytes(Binary{std::string("\1\2", 2)});
  const std::vector<const AttributeValue*> inputs{&text, &number, &bytes};
  std::string source;
  sharding::append_source(inputs, source);
  EXPECT_EQ(canonical({KeyPart::of_text("a:1\\"), KeyPart::of_integer(7),
                       KeyPart::of_binary(std::string_view("\1\2", 2))}),
            source);
}

TEST(Key, OfMongoTypesOnlyIsRefused) {
  EXPECT_EQ(canonical({KeyPart::of_real(1.5)}), "refused: a binary float is no key of this scheme");
  EXPECT_EQ(canonical({KeyPart::of_min_key()}), "refused: MinKey is no key of this scheme");
  EXPECT_EQ(canonical({}), "refused: a key needs at least one part");
}

TEST(Key, OfManyKilobytesIsBuiltToo) {
  const std::string far(5000, ':');
  EXPECT_EQ(canonical({KeyPart::of_text(far), KeyPart::of_text("b")}).size(), 10'002U);
}

TEST(OrderedBytes, OrderNumbersByValue) {
  const std::vector<std::string> ascending = {"-100000000000000000000",
                                              "-1000",
                                              "-101",
                                              "-100.5",
                                              "-100",
                                              "-99",
                                              "-1.01",
                                              "-1",
                                              "-0.5",
                                              "-0.05",
                                              "0",
                                              "0.0001",
                                              "0.05",
                                              "0.5",
                                              "0.51",
                                              "1",
                                              "1.01",
                                              "1.1",
                                              "9",
                                              "10",
                                              "99",
                                              "100",
                                              "100.5",
                                              "101",
                                              "1000",
                                              "123456789012345678901234567890"};
  for (std::size_t i = 1; i < ascending.size(); ++i)
    EXPECT_LT(ordered({KeyPart::of_decimal(ascending[i - 1])}),
              ordered({KeyPart::of_decimal(ascending[i])}))
        << ascending[i];
  EXPECT_EQ(ordered({KeyPart::of_integer(100)}), ordered({KeyPart::of_decimal("100")}));
}

TEST(OrderedBytes, OrderIntegersAsNumbersDo) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 2000; ++i) {
    const auto a = static_cast<std::int64_t>(random() >> (random() % 64));
    const auto b = static_cast<std::int64_t>(random() >> (random() % 64)) * (i % 2 == 0 ? 1 : -1);
    EXPECT_EQ(a < b, ordered({KeyPart::of_integer(a)}) < ordered({KeyPart::of_integer(b)}))
        << a << " " << b;
  }
}

TEST(OrderedBytes, OrderPartsOneAfterTheOther) {
  const std::string zero("a\0b", 3);
  const std::vector<std::vector<KeyPart>> ascending = {
      {KeyPart::of_null()},
      {KeyPart::of_integer(7)},
      {KeyPart::of_text("")},
      {KeyPart::of_text("a")},
      {KeyPart::of_text("a"), KeyPart::of_integer(-1)},
      {KeyPart::of_text("a"), KeyPart::of_integer(2)},
      {KeyPart::of_text("a"), KeyPart::of_text("")},
      {KeyPart::of_text(zero)},
      {KeyPart::of_text("aa"), KeyPart::of_integer(-5)},
      {KeyPart::of_text("b")},
      {KeyPart::of_text("\xC3\xA9")},
      {KeyPart::of_binary("")},
  };
  for (std::size_t i = 1; i < ascending.size(); ++i)
    EXPECT_LT(ordered(ascending[i - 1]), ordered(ascending[i])) << i;
}

TEST(OrderedRange, HasTheKeysBetweenItsEnds) {
  const KeyPart tenant = KeyPart::of_text("t");
  const KeyPart three = KeyPart::of_integer(3);
  const KeyPart five = KeyPart::of_integer(5);
  const auto holds = [&](const KeyRange& range, std::int64_t value) {
    const auto bytes = ordered_range(range);
    const auto key = ordered({tenant, KeyPart::of_integer(value), KeyPart::of_text("x")});
    return key >= bytes->first && (bytes->is_open || key < bytes->end);
  };
  const Key prefix(&tenant, 1);
  EXPECT_TRUE(holds({prefix}, -100));
  EXPECT_TRUE(holds({prefix, &three, &five}, 3));
  EXPECT_FALSE(holds({prefix, &three, &five, false}, 3));
  EXPECT_TRUE(holds({prefix, &three, &five, false}, 4));
  EXPECT_FALSE(holds({prefix, &three, &five}, 5));
  EXPECT_TRUE(holds({prefix, &three, &five, true, true}, 5));
  EXPECT_FALSE(holds({prefix, &three}, 2));
  EXPECT_TRUE(holds({prefix, &three}, 1000));
  EXPECT_FALSE(holds({prefix, nullptr, &five}, 7));
}

TEST(KeyHash, TakesTheFirstPartsOnly) {
  const std::vector<KeyPart> a{KeyPart::of_text("tenant"), KeyPart::of_integer(1)};
  const std::vector<KeyPart> b{KeyPart::of_text("tenant"), KeyPart::of_integer(2)};
  EXPECT_EQ(*hash_key({HashKind::xxh3, 1}, a), *hash_key({HashKind::xxh3, 1}, b));
  EXPECT_NE(*hash_key({}, a), *hash_key({}, b));
  EXPECT_FALSE(hash_key({HashKind::xxh3, 3}, a).ok());
  EXPECT_FALSE(hash_key({HashKind::identity}, a).ok());
}

// XXH64's and XXH3's own published answers for no bytes.
TEST(KeyHash, IsTheHashItIsNamedAfter) {
  EXPECT_EQ(hash_bytes(HashKind::xxh64, ""), 0xef46db3751d8e999U);
  EXPECT_EQ(hash_bytes(HashKind::xxh3, ""), 0x2d06800538d394c2U);
}

}  // namespace
}  // namespace isotherm::placement
