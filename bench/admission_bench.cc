// What throttling costs a write: a table with one index, both on several partitions.

#include <benchmark/benchmark.h>

#include <chrono>

#include "throughput/resource.h"

namespace isotherm::throughput {
namespace {

void admit(benchmark::State& state) {
  Settings settings;
  settings.mode = static_cast<Mode>(state.range(0));
  ResourceCapacity capacity;
  capacity.billing_mode = BillingMode::pay_per_request;
  capacity.warm = ProvisionedThroughput{60'000, 20'000};
  auto now = std::chrono::steady_clock::now();
  Resource table({ResourceKind::table, {}, false, false}, capacity, settings, now);
  Resource index({ResourceKind::index, "member", true, false}, capacity, settings, now);
  std::uint64_t key = 1;
  for (auto _ : state) {
    key = key * 6'364'136'223'846'793'005ULL + 1;
    now += std::chrono::microseconds(100);
    Charge charges[2];
    charges[0].resource = &table;
    charges[0].position.hash = key;
    charges[0].units = 1;
    charges[1].resource = &index;
    charges[1].position.hash = ~key;
    charges[1].units = 1;
    benchmark::DoNotOptimize(admit_write(charges, now));
  }
  state.SetLabel(mode_name(settings.mode));
}
BENCHMARK(admit)->Name("throughput/admit-write")->DenseRange(0, 2);

}  // namespace
}  // namespace isotherm::throughput
