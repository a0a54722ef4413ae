#include "placement/modulo.h"

#include <gtest/gtest.h>

#include <limits>

#include "placement/testing/many_nodes.h"

namespace isotherm::placement {
namespace {

using testing::many_nodes;

NodeIndex owner_of(const Modulo& modulo, std::int64_t key) {
  const auto part = KeyPart::of_integer(key);
  return *modulo.owner(Key(&part, 1));
}

TEST(Modulo, IsNeverNegative) {
  for (std::size_t n = 1; n <= 1000; n += n < 20 ? 1 : 97) {
    const auto modulo = Modulo::make(many_nodes(n), {HashKind::identity});
    for (const std::int64_t key :
         {std::int64_t{0}, std::int64_t{1}, std::int64_t{-1}, std::int64_t{-2147483648},
          std::int64_t{2147483647}, std::numeric_limits<std::int64_t>::min(),
          std::numeric_limits<std::int64_t>::max()}) {
      const auto owner = owner_of(*modulo, key);
      ASSERT_LT(owner, n);
      const auto size = static_cast<std::int64_t>(n);
      ASSERT_EQ(owner, (key % size + size) % size) << key << " % " << n;
    }
  }
}

// floor_mod(-2147483648, 3) is 1, where % gives -2 and abs of it 2: what Java's hash of
// "polygenelubricants" meets.
TEST(Modulo, IsTheFloorModOfANegativeNumber) {
  const auto modulo = Modulo::make(many_nodes(3), {HashKind::identity});
  EXPECT_EQ(owner_of(*modulo, -2147483648), 1U);
  EXPECT_EQ(owner_of(*modulo, -1), 2U);
}

TEST(Modulo, TakesOnlyWholeNumbersAsTheyAre) {
  const auto modulo = Modulo::make(many_nodes(3), {HashKind::identity});
  const auto text = KeyPart::of_text("7");
  const auto refused = modulo->owner(Key(&text, 1));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message,
            "the hash 'identity' takes one whole number of 64 bits as key");
  EXPECT_FALSE(Modulo::make({{"a", 1}, {"b", 2}}).ok());
}

TEST(Modulo, OwnsAKeyOfSeveralPartsByItsFirst) {
  const auto modulo = Modulo::make(many_nodes(7), {HashKind::xxh3, 1});
  const std::vector<KeyPart> prefix{KeyPart::of_text("tenant")};
  std::vector<KeyPart> key{prefix[0], KeyPart::of_integer(1)};
  const auto owner = *modulo->owner(key);
  EXPECT_EQ(*modulo->owners({prefix}), std::vector<NodeIndex>{owner});
  EXPECT_EQ(modulo->owners(KeyRange{})->size(), 7U);
}

}  // namespace
}  // namespace isotherm::placement
