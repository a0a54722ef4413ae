// What the load generator costs itself for each action: choosing, writing, recording.

#include <benchmark/benchmark.h>

#include "load/item_source.h"
#include "load/latency_histogram.h"

namespace isotherm::load {
namespace {

void next_action(benchmark::State& state) {
  Workload workload;
  workload.keys = {KeyOrder::zipfian, 100'000};
  workload.mix = {{state.range(0) == 0 ? Verb::get : Verb::put, 100}};
  ItemSource source(workload, 0, 1);
  Action action;
  for (auto _ : state) {
    source.next(action);
    benchmark::DoNotOptimize(action.first.body);
  }
  state.SetLabel(state.range(0) == 0 ? "get" : "put");
}
BENCHMARK(next_action)->Name("load/next-action")->DenseRange(0, 1);

void record(benchmark::State& state) {
  LatencyHistogram histogram;
  Duration latency(50'000);
  for (auto _ : state) {
    histogram.record(latency);
    latency += Duration(13);
  }
  benchmark::DoNotOptimize(histogram.percentile(0.99));
}
BENCHMARK(record)->Name("load/record-latency");

}  // namespace
}  // namespace isotherm::load
