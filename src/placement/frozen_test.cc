// The placement formats that docs/formats.md publishes: an answer that changes here moves people's
// data. Never adapt these values; make a new version of the scheme. They were computed by an
// independent implementation of the written rules.

#include <gtest/gtest.h>

#include "base/crc32.h"
#include "base/hash.h"
#include "placement/bounded_load.h"
#include "placement/jump.h"
#include "placement/maglev.h"
#include "placement/modulo.h"
#include "placement/rendezvous.h"
#include "placement/ring.h"
#include "placement/testing/many_nodes.h"

namespace isotherm::placement {
namespace {

const std::vector<Node> three{{"a"}, {"b"}, {"c"}};
const std::vector<Node> weighted{{"a", 1}, {"b", 2}, {"c", 4}};

// Owners of the keys user-0 … user-999 on a, b, c as one text, and its CRC-32.
std::string owners_of(const Placement& placement, int keys = 1000) {
  std::string owners;
  for (int i = 0; i < keys; ++i) {
    const auto text = "user-" + std::to_string(i);
    const auto key = KeyPart::of_text(text);
    owners += placement.nodes()[*placement.owner(Key(&key, 1))].name;
  }
  return owners;
}

struct Frozen {
  std::string first_twenty;
  std::uint32_t crc;
};

void expect_frozen(const Placement& placement, const Frozen& frozen) {
  const auto owners = owners_of(placement);
  EXPECT_EQ(owners.substr(0, 20), frozen.first_twenty) << placement.scheme();
  EXPECT_EQ(crc32(owners), frozen.crc) << placement.scheme();
}

TEST(Frozen, OwnersOfVersionOne) {
  expect_frozen(*Ring::make(three), {"acbcbabbaccbacbcaccb", 0xfaef920e});
  expect_frozen(*Ring::make(weighted), {"bcbccbcbbcccccbccccb", 0x5dcbc44b});
  expect_frozen(*Jump::make(three), {"bbccbbbbcaaccbabbbcc", 0xea69fe5c});
  expect_frozen(*Rendezvous::make(three), {"baaccababaabcbacbcca", 0xbe86c588});
  expect_frozen(*Rendezvous::make(weighted), {"accccacccccbccbaabcc", 0x74113bf7});
  expect_frozen(*Maglev::make(three), {"bcacccbbaccbbaabbccc", 0x42b14115});
  expect_frozen(*Maglev::make(weighted), {"bcacccbcaccbbabcbccc", 0xc0f09a2d});
  expect_frozen(*Modulo::make(three), {"acbbababacbbaabaaccc", 0x97584ca7});
  expect_frozen(*Ring::make(three, {160, RingLayout::lines, {HashKind::xxh64}}),
                {"cbabacbcccbccacbcbba", 0x4e857640});
}

TEST(Frozen, OwnersOfKeysOfSeveralParts) {
  std::string owners;
  const auto ring = *Ring::make(three);
  for (int i = 0; i < 40; ++i) {
    const std::vector<KeyPart> key{KeyPart::of_text("tenant:1"), KeyPart::of_integer(i),
                                   KeyPart::of_binary("\xFF")};
    owners += ring.nodes()[*ring.owner(key)].name;
  }
  EXPECT_EQ(owners, "cbaaabcbabaacaabbbbbcbbaacbabaaccaaacbcb");
}

TEST(Frozen, BoundedLoadInOrder) {
  auto load = *BoundedLoad::make(std::make_shared<const Ring>(*Ring::make(three)), 1.25);
  std::string owners;
  for (int i = 0; i < 40; ++i)
    owners += three[load.take(hash_bytes(HashKind::xxh3, "user-" + std::to_string(i)))].name;
  EXPECT_EQ(owners, "acbcbabbaccbacbcaccbcacabcabbcaccaaccbcb");
}

}  // namespace
}  // namespace isotherm::placement
