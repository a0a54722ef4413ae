#include <random>

#include "expression/testing/expressions.h"

// Random conditions on random items. Each is made together with its answer, by rules written here
// a second time and more simply.

namespace isotherm::expression {
namespace {

using namespace testing;

/// Equal texts for equal values, and other texts for others.
std::string canonical(const AttributeValue& value) {
  std::string text = std::string(type_name(value.type())) + "(";
  if (const auto* s = value.get_if<std::string>()) text += *s;
  if (const auto* n = value.get_if<Number>()) text += n->to_string();
  if (const auto* b = value.get_if<Binary>()) text += b->bytes;
  if (const auto* yes = value.get_if<bool>()) text += *yes ? "1" : "0";
  if (const auto* ss = value.get_if<StringSet>()) {
    for (const std::string& s : ss->elements) text += s + ",";
  }
  if (const auto* ns = value.get_if<NumberSet>()) {
    for (const Number& n : ns->elements) text += n.to_string() + ",";
  }
  if (const auto* elements = value.get_if<List>()) {
    for (const AttributeValue& element : *elements) text += canonical(element) + ",";
  }
  if (const auto* members = value.get_if<Map>()) {
    for (const auto& [key, member] : *members) text += key + "=" + canonical(member) + ",";
  }
  return text + ")";
}

/// Of strings and numbers of one type.
bool is_less(const AttributeValue& a, const AttributeValue& b) {
  if (a.type() == AttributeType::N) {
    return std::stod(a.get_if<Number>()->to_string()) < std::stod(b.get_if<Number>()->to_string());
  }
  return *a.get_if<std::string>() < *b.get_if<std::string>();
}

bool is_ordered(const AttributeValue& value) {
  return value.type() == AttributeType::S || value.type() == AttributeType::N;
}

class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {
    for (const char* name : attributes) {
      if (below(5) != 0) item_.emplace(name, value(2));
    }
    item_.emplace("m", map({{"x", value(1)}, {"y", value(1)}}));
    item_.emplace("l", list({value(1), value(1)}));
  }

  struct Generated {
    std::string text;
    bool answer;
  };

  Generated condition(int depth) {
    const unsigned choice = depth == 0 ? 3 + below(6) : below(9);
    switch (choice) {
      case 0: return join(" AND ", depth, [](bool a, bool b) { return a && b; });
      case 1: return join(" OR ", depth, [](bool a, bool b) { return a || b; });
      case 2: {
        const Generated inside = condition(depth - 1);
        return {"NOT (" + inside.text + ")", !inside.answer};
      }
      case 3: return between();
      case 4: return in();
      case 5: return function();
      case 6: return size();
      default: return comparison();
    }
  }

  const Item& item() const { return item_; }
  const ExpressionValues& values() const { return values_; }

 private:
  static constexpr const char* attributes[] = {"a", "b", "c", "d", "e"};

  /// A path or a value, with what it is for the item.
  struct Part {
    std::string text;
    std::optional<AttributeValue> value;
  };

  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }

  AttributeValue value(int depth) {
    switch (below(depth == 0 ? 6 : 8)) {
      case 0:
      case 1: return text();
      case 2:
      case 3: return number(std::to_string(below(5)) + (below(2) != 0 ? ".50" : ""));
      case 4: return below(2) == 0 ? strings({"x", text_of_one()}) : numbers({"1", "2.0"});
      case 5: return below(2) == 0 ? AttributeValue(below(2) == 0) : AttributeValue(Null{});
      case 6: return list({value(depth - 1), value(depth - 1)});
      default: return map({{"x", value(depth - 1)}});
    }
  }
  std::string text_of_one() { return std::string(1, static_cast<char>('p' + below(3))); }
  AttributeValue text() { return text_of_one() + (below(2) == 0 ? text_of_one() : ""); }

  Part path() {
    switch (below(4)) {
      case 0: {
        const std::string key = below(2) == 0 ? "x" : "z";
        const AttributeValue* found = find(*item_.at("m").get_if<Map>(), key);
        return {"m." + key, found ? std::optional(*found) : std::nullopt};
      }
      case 1: {
        const unsigned index = below(3);
        const List& elements = *item_.at("l").get_if<List>();
        return {"l[" + std::to_string(index) + "]",
                index < elements.size() ? std::optional(elements[index]) : std::nullopt};
      }
      default: {
        const std::string name = attributes[below(5)];
        const AttributeValue* found = find(item_, name);
        return {name, found ? std::optional(*found) : std::nullopt};
      }
    }
  }
  Part literal(AttributeValue value) {
    const std::string name = ":v" + std::to_string(values_.size());
    values_.emplace(name, value);
    return {name, std::move(value)};
  }
  Part literal() { return literal(value(1)); }
  Part ordered_literal() { return literal(below(2) == 0 ? text() : number(digits())); }
  std::string digits() { return std::to_string(below(5)); }

  Part other_path(const Part& first) {
    Part other = path();
    while (other.text == first.text) other = path();
    return other;
  }

  Generated join(const char* word, int depth, bool (*both)(bool, bool)) {
    const Generated left = condition(depth - 1);
    const Generated right = condition(depth - 1);
    return {"(" + left.text + ")" + word + "(" + right.text + ")", both(left.answer, right.answer)};
  }

  Generated comparison() {
    static constexpr const char* operators[] = {"=", "<>", "<", "<=", ">", ">="};
    const unsigned op = below(6);
    const Part a = path();
    const Part b = below(2) == 0 ? other_path(a) : op < 2 ? literal() : ordered_literal();
    const std::string text = a.text + " " + operators[op] + " " + b.text;
    if (!a.value || !b.value) return {text, op == 1};
    if (op < 2) return {text, (canonical(*a.value) == canonical(*b.value)) == (op == 0)};
    if (a.value->type() != b.value->type() || !is_ordered(*a.value)) return {text, false};
    const bool less = is_less(*a.value, *b.value);
    const bool more = is_less(*b.value, *a.value);
    const bool answers[] = {less, !more, more, !less};
    return {text, answers[op - 2]};
  }

  Generated between() {
    const Part a = path();
    const bool of_numbers = below(2) == 0;
    AttributeValue lower = of_numbers ? number(digits()) : text();
    AttributeValue upper = of_numbers ? number(digits()) : text();
    if (is_less(upper, lower)) std::swap(lower, upper);
    const std::string condition =
        a.text + " BETWEEN " + literal(lower).text + " AND " + literal(upper).text;
    const bool answer = a.value && a.value->type() == lower.type() && !is_less(*a.value, lower) &&
                        !is_less(upper, *a.value);
    return {condition, answer};
  }

  Generated in() {
    const Part a = path();
    std::string text = a.text + " IN (";
    bool answer = false;
    for (unsigned i = 0, count = 1 + below(4); i < count; ++i) {
      const Part b = below(3) == 0 ? other_path(a) : literal();
      text += (i == 0 ? "" : ", ") + b.text;
      answer = answer || (a.value && b.value && canonical(*a.value) == canonical(*b.value));
    }
    return {text + ")", answer};
  }

  Generated function() {
    const Part a = path();
    const bool exists = a.value.has_value();
    switch (below(5)) {
      case 0: return {"attribute_exists(" + a.text + ")", exists};
      case 1: return {"attribute_not_exists(" + a.text + ")", !exists};
      case 2: {
        static constexpr const char* types[] = {"S", "N", "SS", "NS", "BOOL", "NULL", "L", "M"};
        const std::string type = types[below(8)];
        return {"attribute_type(" + a.text + ", " + literal(type).text + ")",
                exists && canonical(*a.value).substr(0, type.size() + 1) == type + "("};
      }
      case 3: {
        const std::string start = text_of_one();
        const auto* s = exists ? a.value->get_if<std::string>() : nullptr;
        return {"begins_with(" + a.text + ", " + literal(start).text + ")",
                s != nullptr && s->substr(0, 1) == start};
      }
      default: {
        const std::string part = text_of_one();
        return {"contains(" + a.text + ", " + literal(part).text + ")",
                exists && contains(*a.value, part)};
      }
    }
  }

  static bool contains(const AttributeValue& value, const std::string& part) {
    if (const auto* s = value.get_if<std::string>()) return s->find(part) != std::string::npos;
    if (const auto* ss = value.get_if<StringSet>()) {
      for (const std::string& element : ss->elements) {
        if (element == part) return true;
      }
    }
    if (const auto* elements = value.get_if<List>()) {
      for (const AttributeValue& element : *elements) {
        if (canonical(element) == "S(" + part + ")") return true;
      }
    }
    return false;
  }

  Generated size() {
    const Part a = path();
    const std::string bound = digits();
    const std::string text = "size(" + a.text + ") > " + literal(number(bound)).text;
    if (!a.value) return {text, false};
    std::optional<std::size_t> size;
    if (const auto* s = a.value->get_if<std::string>()) size = s->size();
    if (const auto* ss = a.value->get_if<StringSet>()) size = ss->elements.size();
    if (const auto* ns = a.value->get_if<NumberSet>()) size = ns->elements.size();
    if (const auto* elements = a.value->get_if<List>()) size = elements->size();
    if (const auto* members = a.value->get_if<Map>()) size = members->size();
    return {text, size && *size > std::stoul(bound)};
  }

  std::mt19937 random_;
  Item item_;
  ExpressionValues values_;
};

TEST(ConditionProperty, RandomConditionsHoldAsASecondEvaluatorSays) {
  const unsigned seed = std::random_device()();
  std::printf("seed %u\n", seed);
  int true_ones = 0;
  constexpr int rounds = 1500;
  for (unsigned round = 0; round < rounds; ++round) {
    Generator generator(seed + round);
    const auto generated = generator.condition(3);
    true_ones += generated.answer ? 1 : 0;
    ASSERT_EQ(holds(generated.text, generator.item(), generator.values()), generated.answer)
        << "seed " << seed + round << ": " << generated.text << " of "
        << canonical(AttributeValue(generator.item()));
  }
  EXPECT_GT(true_ones, rounds / 10);
  EXPECT_LT(true_ones, rounds * 9 / 10);
}

TEST(ConditionProperty, TruncatedAndGarbledConditionsNeverParseToSomethingElse) {
  const unsigned seed = std::random_device()();
  std::printf("seed %u\n", seed);
  std::mt19937 random(seed);
  for (unsigned round = 0; round < 1500; ++round) {
    Generator generator(seed + round);
    std::string text = generator.condition(2).text;
    const std::size_t at = random() % text.size();
    if (round % 2 == 0) {
      text.insert(at, 1, "!/\"$?"[random() % 5]);
      EXPECT_NE(parse_error(text, generator.values()).find("Syntax error"), std::string::npos)
          << text;
    } else {
      parse_error(text.substr(0, at), generator.values());  // any answer, but an answer
    }
  }
}

}  // namespace
}  // namespace isotherm::expression
