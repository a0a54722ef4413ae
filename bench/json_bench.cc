// What JSON costs: a PutItem of 200 bytes in, a GetItem's answer of the same item out.

#include <benchmark/benchmark.h>

#include "codec/decode.h"
#include "codec/encode.h"
#include "load/item_source.h"

namespace isotherm::wire {
namespace {

std::string put_body() {
  load::Workload workload;
  workload.item_bytes = 200;
  workload.mix = {{load::Verb::put, 100}};
  load::ItemSource source(workload, 0, 1);
  load::Action action;
  source.next(action);
  return action.first.body;
}

void decode_put(benchmark::State& state) {
  const auto body = put_body();
  for (auto _ : state) benchmark::DoNotOptimize(decode<PutItemRequest>(body).value());
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * body.size()));
}
BENCHMARK(decode_put)->Name("json/decode-put");

void encode_get(benchmark::State& state) {
  GetItemResponse response;
  response.item = decode<PutItemRequest>(put_body())->item;
  std::string out;
  for (auto _ : state) {
    out.clear();
    encode(response, {}, out);
    benchmark::DoNotOptimize(out);
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * out.size()));
}
BENCHMARK(encode_get)->Name("json/encode-get");

}  // namespace
}  // namespace isotherm::wire
