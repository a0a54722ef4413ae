// What one number costs: read from text, written back, made into a key.

#include <benchmark/benchmark.h>

#include <string>

#include "model/number.h"

namespace isotherm {
namespace {

constexpr const char* texts[] = {"42", "-1234.5678", "1E-130",
                                 "12345678901234567890123456789012345678"};

void parse(benchmark::State& state) {
  const std::string text = texts[state.range(0)];
  for (auto _ : state) benchmark::DoNotOptimize(Number::parse(text));
  state.SetLabel(text);
}
BENCHMARK(parse)->Name("number/parse")->DenseRange(0, 3);

void print(benchmark::State& state) {
  const auto number = Number::parse(texts[state.range(0)]).value();
  std::string out;
  for (auto _ : state) {
    out.clear();
    number.append_to(out);
    benchmark::DoNotOptimize(out);
  }
  state.SetLabel(texts[state.range(0)]);
}
BENCHMARK(print)->Name("number/print")->DenseRange(0, 3);

void encode(benchmark::State& state) {
  const auto number = Number::parse(texts[state.range(0)]).value();
  std::string out;
  for (auto _ : state) {
    out.clear();
    number.append_ordered(out);
    benchmark::DoNotOptimize(out);
  }
  state.SetLabel(texts[state.range(0)]);
}
BENCHMARK(encode)->Name("number/order-code")->DenseRange(0, 3);

}  // namespace
}  // namespace isotherm
