// What an expression costs: parsed anew for every request, then evaluated.

#include <benchmark/benchmark.h>

#include "expression/condition.h"
#include "expression/key_condition.h"
#include "expression/update.h"

namespace isotherm::expression {
namespace {

ExpressionPlaceholders placeholders() {
  ExpressionPlaceholders given;
  given.values = ExpressionValues{{":a", AttributeValue("one")},
                                  {":n", AttributeValue(Number(3))},
                                  {":b", AttributeValue("two")}};
  return given;
}

void condition(benchmark::State& state) {
  constexpr std::string_view text = "attribute_exists(id) AND (holder = :a OR size(tags) > :n)";
  const auto given = placeholders();
  for (auto _ : state) {
    PlaceholderScope scope(given);
    benchmark::DoNotOptimize(parse_condition(text, "ConditionExpression", scope).value());
  }
}
BENCHMARK(condition)->Name("expression/condition");

void update(benchmark::State& state) {
  constexpr std::string_view text = "SET holder = :a, visits = visits + :n REMOVE former";
  const auto given = placeholders();
  for (auto _ : state) {
    PlaceholderScope scope(given);
    benchmark::DoNotOptimize(parse_update(text, scope).value());
  }
}
BENCHMARK(update)->Name("expression/update");

void key_condition(benchmark::State& state) {
  constexpr std::string_view text = "pk = :a AND begins_with(sk, :b)";
  const auto given = placeholders();
  for (auto _ : state) {
    PlaceholderScope scope(given);
    benchmark::DoNotOptimize(parse_key_condition(text, scope).value());
  }
}
BENCHMARK(key_condition)->Name("expression/key-condition");

void holds(benchmark::State& state) {
  const auto given = placeholders();
  PlaceholderScope scope(given);
  const auto parsed = parse_condition("holder = :a AND visits >= :n", "FilterExpression", scope);
  const Item item = {{"holder", AttributeValue("one")}, {"visits", AttributeValue(Number(5))}};
  for (auto _ : state) benchmark::DoNotOptimize(parsed->holds(item));
}
BENCHMARK(holds)->Name("expression/holds");

}  // namespace
}  // namespace isotherm::expression
