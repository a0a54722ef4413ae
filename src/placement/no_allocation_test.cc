// The hot paths allocate nothing: counted by an operator new of our own.

#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "placement/bounded_load.h"
#include "placement/cassandra.h"
#include "placement/directory.h"
#include "placement/jump.h"
#include "placement/ketama.h"
#include "placement/maglev.h"
#include "placement/modulo.h"
#include "placement/mongo.h"
#include "placement/range.h"
#include "placement/redis_cluster.h"
#include "placement/rendezvous.h"
#include "placement/testing/many_nodes.h"
#include "placement/vitess.h"

namespace {

thread_local std::size_t allocations = 0;

void* counted(std::size_t size, std::size_t alignment) {
  ++allocations;
  const auto rounded = (size + alignment - 1) / alignment * alignment;
  if (void* memory = std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded))
    return memory;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) { return counted(size, 16); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return counted(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace isotherm::placement {
namespace {

using testing::many_hashes;
using testing::many_nodes;

template <class Work>
std::size_t allocations_of(const Work& work) {
  const auto before = allocations;
  work();
  return allocations - before;
}

TEST(Allocations, AreCounted) {
  EXPECT_GE(allocations_of([] { const std::vector<int> some(10); }), 1U);
}

void expect_none(const Placement& placement, const std::vector<KeyPart>& key) {
  std::size_t refused = 0;
  EXPECT_EQ(allocations_of([&] {
              for (int i = 0; i < 100; ++i) refused += placement.owner(key).ok() ? 0 : 1;
            }),
            0U)
      << placement.scheme();
  EXPECT_EQ(refused, 0U) << placement.scheme();
}

TEST(Owner, AllocatesNothingInAnyScheme) {
  auto nodes = many_nodes(40);
  const std::vector<KeyPart> text{KeyPart::of_text("a key that is longer than a short string")};
  const std::vector<KeyPart> pair{KeyPart::of_text("tenant"), KeyPart::of_integer(20240131)};
  const std::vector<KeyPart> number{KeyPart::of_integer(-77)};
  for (const auto* key : {&text, &pair, &number}) {
    expect_none(*Ring::make(nodes), *key);
    expect_none(*Ring::make(nodes, {160, RingLayout::compact}), *key);
    expect_none(*Jump::make(nodes), *key);
    expect_none(*Rendezvous::make(nodes), *key);
    expect_none(*Maglev::make(nodes), *key);
    expect_none(*Modulo::make(nodes), *key);
    const std::vector<RangeBound> bounds{{{}, 0}, {pair, 1}};
    expect_none(*Range::make(nodes, bounds), *key);
  }
  nodes[3].weight = 2;
  expect_none(*Rendezvous::make(nodes), text);
  expect_none(*Ketama::make(nodes), text);
  expect_none(*RedisCluster::even(many_nodes(3)), text);
  const std::vector<CassandraToken> tokens{{5, 0}, {-5, 1}};
  expect_none(*Cassandra::make(many_nodes(2), tokens), pair);
  expect_none(*Mongo::presplit(many_nodes(2), "_id"), text);
  for (const auto* type : {"hash", "numeric", "reverse_bits"}) {
    std::shared_ptr<const Vindex> vindex = std::move(*make_vindex(type, {}));
    expect_none(*Vitess::make(vindex, {"-80", "80-"}), {KeyPart::of_integer(5)});
  }
  for (const auto* type :
       {"xxhash", "binary", "binary_md5", "unicode_loose_md5", "unicode_loose_xxhash", "null"}) {
    std::shared_ptr<const Vindex> vindex = std::move(*make_vindex(type, {}));
    const auto vitess = *Vitess::make(vindex, {"-80", "80-"});
    // The table of collation weights is made once, for the first text.
    ASSERT_TRUE(vitess.owner(text).ok()) << type;
    expect_none(vitess, text);
  }
  const std::vector<KeyPart> numbers{KeyPart::of_integer(7), KeyPart::of_integer(8)};
  const auto expect_vindex = [](const char* type, const VindexParams& params, const Key key) {
    std::shared_ptr<const Vindex> vindex = std::move(*make_vindex(type, params));
    expect_none(*Vitess::make(vindex, {"-80", "80-"}), {key.begin(), key.end()});
  };
  expect_vindex("multicol", {{"column_count", "2"}}, numbers);
  expect_vindex("region_experimental", {{"region_bytes", "1"}}, numbers);
  expect_vindex("numeric_static_map", {{"json", R"({"7": 1})"}}, Key(numbers).first(1));
  expect_vindex("cfc", {{"hash", "md5"}, {"offsets", "[2,4]"}}, text);
  const std::vector<DirectoryEntry> entries{{pair, 1}};
  expect_none(*Directory::make(many_nodes(2), entries, 0), text);
  expect_none(*Directory::make(many_nodes(2), entries, 0), pair);
}

TEST(OwnersOf, AllocatesNothingForTexts) {
  const std::vector<std::string> store(300, "a key that is longer than a short string");
  const std::vector<std::string_view> texts(store.begin(), store.end());
  std::vector<NodeIndex> out(texts.size());
  const auto expect = [&](const Placement& placement) {
    EXPECT_EQ(allocations_of([&] { EXPECT_TRUE(placement.owners_of(texts, out).ok()); }), 0U)
        << placement.scheme();
  };
  expect(*Ring::make(many_nodes(40)));
  expect(*Jump::make(many_nodes(40)));
  expect(*Rendezvous::make(many_nodes(40)));
  expect(*Maglev::make(many_nodes(40)));
  expect(*Modulo::make(many_nodes(40)));
  expect(*Ketama::make(many_nodes(40)));
  expect(*RedisCluster::even(many_nodes(3)));
}

TEST(NodesOf, AllocatesNothingByAnyPath) {
  const auto hashes = many_hashes(500);
  std::vector<NodeIndex> out(hashes.size());
  const auto ring = *Ring::make(many_nodes(40));
  const auto jump = *Jump::make(many_nodes(40));
  const auto rendezvous = *Rendezvous::make(many_nodes(40));
  const auto maglev = *Maglev::make(many_nodes(40));
  std::vector<NodeIndex> replicas(3);
  EXPECT_EQ(allocations_of([&] {
              for (const auto path : cpu_paths()) {
                ring.nodes_by_path(hashes, out, path);
                jump.nodes_by_path(hashes, out, path);
                rendezvous.nodes_by_path(hashes, out, path);
                maglev.nodes_by_path(hashes, out, path);
              }
              for (const auto hash : hashes) {
                (void)ring.replicas_of(hash, replicas).ok();
                (void)rendezvous.replicas_of(hash, replicas).ok();
                (void)maglev.replicas_of(hash, replicas).ok();
              }
            }),
            0U);
}

TEST(BoundedLoad, AllocatesNothingWhenNodesAreFull) {
  auto load = *BoundedLoad::make(std::make_shared<const Ring>(*Ring::make(many_nodes(16))), 1.0);
  const auto hashes = many_hashes(2000);
  EXPECT_EQ(allocations_of([&] {
              for (const auto hash : hashes) load.release(load.take(hash));
              for (const auto hash : hashes) load.take(hash);
            }),
            0U);
}

}  // namespace
}  // namespace isotherm::placement
