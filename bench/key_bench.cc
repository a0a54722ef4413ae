// What a key costs: a record's key in the engine, a shard key in the gateway.

#include <benchmark/benchmark.h>

#include "sharding/hash_strategy.h"
#include "sharding/shard_key.h"
#include "store/engine/key_codec.h"

namespace isotherm {
namespace {

void record_key(benchmark::State& state) {
  const KeySchema schema{{"pk", KeyType::S}, AttributeDefinition{"sk", KeyType::S}};
  const Item item = {{"pk", AttributeValue("customer-000000017")},
                     {"sk", AttributeValue("order-2026-11-30T17:54")}};
  for (auto _ : state) benchmark::DoNotOptimize(engine::item_key(7, schema, item));
}
BENCHMARK(record_key)->Name("key/record");

void shard_key(benchmark::State& state) {
  const sharding::HashStrategy strategy(16);
  const AttributeValue base("channel-A");
  const AttributeValue input("member-00000017");
  const AttributeValue* inputs[] = {&input};
  for (auto _ : state) benchmark::DoNotOptimize(sharding::shard_key(base, strategy, inputs));
}
BENCHMARK(shard_key)->Name("key/shard");

}  // namespace
}  // namespace isotherm
