// Expressions: any text is parsed or refused with a ValidationException, by each of the four
// grammars; what is parsed runs on an item without a fault, and an update leaves the old item
// alone. The first byte chooses the grammar.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "expression/condition.h"
#include "expression/key_condition.h"
#include "expression/projection.h"
#include "expression/update.h"

namespace isotherm::expression {
namespace {

AttributeValue list(List elements) { return elements; }
AttributeValue map(Map members) { return members; }

const Item& sample_item() {
  static const Item item{
      {"a", "text"},
      {"b", Number(7)},
      {"l", list({Number(1), "two", list({Number(1)}), map({{"a", "deep"}})})},
      {"m", map({{"a", "deep"}, {"l", list({"e"})}, {"n", Number(3)}})},
      {"s", StringSet{{"x", "y"}}},
  };
  return item;
}

const ExpressionPlaceholders& sample_placeholders() {
  static const ExpressionPlaceholders placeholders{
      ExpressionNames{{"#a", "a"}, {"#m", "m"}, {"#dot", "a.b"}},
      ExpressionValues{{":n", Number(3)},
                       {":s", "t"},
                       {":b", Binary{"\x01\xFF"}},
                       {":t", true},
                       {":l", list({})},
                       {":m", map({{"k", "v"}})},
                       {":x", StringSet{{"x"}}}}};
  return placeholders;
}

void require(bool holds) {
  if (!holds) std::abort();
}

template <class T>
bool is_right(const Result<T>& result) {
  if (!result.ok()) require(result.error().code() == ErrorCode::validation);
  return result.ok();
}

void try_condition(std::string_view text, PlaceholderScope& scope) {
  const auto condition = parse_condition(text, "FilterExpression", scope);
  if (!is_right(condition)) return;
  condition->holds(sample_item());
  condition->holds({});
  condition->paths();
}

void try_update(std::string_view text, PlaceholderScope& scope) {
  const auto update = parse_update(text, scope);
  if (!is_right(update)) return;
  const Item before = sample_item();
  if (const auto after = update->apply(before); is_right(after)) update->touched(*after);
  is_right(update->apply({}));
  require(before == sample_item());
  update->operands();
}

void try_projection(std::string_view text, PlaceholderScope& scope) {
  const auto projection = parse_projection(text, scope);
  if (!is_right(projection)) return;
  require(projection->project(sample_item()).size() <= projection->paths.size());
}

void try_key_condition(std::string_view text, PlaceholderScope& scope) {
  const auto comparisons = parse_key_condition(text, scope);
  if (!is_right(comparisons)) return;
  const KeySchema key{{"a", KeyType::S}, AttributeDefinition{"b", KeyType::N}};
  const auto condition = bind_key_condition(*comparisons, key, false);
  if (is_right(condition)) condition->matches_sort(Number(5));
}

}  // namespace
}  // namespace isotherm::expression

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace isotherm::expression;
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  PlaceholderScope scope(sample_placeholders());
  switch (data[0] % 4) {
    case 0: try_condition(text, scope); break;
    case 1: try_update(text, scope); break;
    case 2: try_projection(text, scope); break;
    default: try_key_condition(text, scope);
  }
  is_right(scope.check_all_used());
  return 0;
}
