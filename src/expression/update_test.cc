#include "expression/update.h"

#include "expression/testing/expressions.h"

namespace isotherm::expression {
namespace {

using namespace testing;

/// The item after, which must be; else an empty one.
Item after(std::string_view update, const Item& before, ExpressionValues values = {},
           ExpressionNames names = {}) {
  const auto result = updated(update, before, std::move(values), std::move(names));
  EXPECT_EQ(outcome(result), "ok") << update;
  return result.ok() ? *result : Item();
}

std::string refusal(std::string_view update, const Item& before, ExpressionValues values = {},
                    ExpressionNames names = {}) {
  return outcome(updated(update, before, std::move(values), std::move(names)));
}

constexpr std::string_view wrong_type =
    "An operand in the update expression has an incorrect data type";
constexpr std::string_view no_attribute =
    "The provided expression refers to an attribute that does not exist in the item";
constexpr std::string_view bad_path =
    "The document path provided in the update expression is invalid for update";

TEST(UpdateSet, RightHandSidesReadTheItemAsItWas) {
  EXPECT_EQ(after("SET a=:nine, b=a, c=a+:one", {{"a", number("1")}},
                  {{":nine", number("9")}, {":one", number("1")}}),
            (Item{{"a", number("9")}, {"b", number("1")}, {"c", number("2")}}));
  EXPECT_EQ(after("SET a=b, b=a", {{"a", "x"}, {"b", "y"}}), (Item{{"a", "y"}, {"b", "x"}}));
  EXPECT_EQ(
      after("SET l[0]=:x, was=l[0] REMOVE l[1]", {{"l", list({"a", "b", "c"})}}, {{":x", "X"}}),
      (Item{{"l", list({"X", "c"})}, {"was", "a"}}));
  EXPECT_EQ(after("REMOVE a SET b = a", {{"a", "x"}}), (Item{{"b", "x"}}));
  EXPECT_EQ(after("ADD n :one SET m = n", {{"n", number("4")}}, {{":one", number("1")}}),
            (Item{{"n", number("5")}, {"m", number("4")}}));
}

TEST(UpdateSet, ListAppendTakesIfNotExists) {
  const ExpressionValues values{{":e", list({})}, {":x", list({"x"})}};
  const Item empty;
  const Item one{{"q", list({number("1")})}};
  for (const std::string_view text :
       {"SET q = list_append(if_not_exists(q,:e), :x)", "SET q=list_append(if_not_exists(q,:e),:x)",
        "SET\tq = list_append ( if_not_exists ( q , :e ) , :x )"}) {
    EXPECT_EQ(after(text, empty, values), (Item{{"q", list({"x"})}}));
    EXPECT_EQ(after(text, one, values), (Item{{"q", list({number("1"), "x"})}}));
  }
  const std::string_view reversed = "SET q = list_append(:x, if_not_exists(q, :e))";
  EXPECT_EQ(after(reversed, empty, values), (Item{{"q", list({"x"})}}));
  EXPECT_EQ(after(reversed, one, values), (Item{{"q", list({"x", number("1")})}}));
  EXPECT_EQ(after("SET a = if_not_exists(a, if_not_exists(b, :z))", {{"b", "B"}}, {{":z", "Z"}}),
            (Item{{"a", "B"}, {"b", "B"}}));
}

TEST(UpdateSet, IfNotExistsReadsItsDefaultOnlyIfNeeded) {
  EXPECT_EQ(after("SET a = if_not_exists(a, nowhere)", {{"a", "x"}}), (Item{{"a", "x"}}));
  EXPECT_EQ(refusal("SET a = if_not_exists(a, nowhere)", {}), no_attribute);
  EXPECT_EQ(after("SET n = if_not_exists(n, :zero) - :one", {},
                  {{":zero", number("0")}, {":one", number("1")}}),
            (Item{{"n", number("-1")}}));
}

TEST(UpdateSet, ArithmeticIsExact) {
  EXPECT_EQ(after("SET n = n + :v", {{"n", number("0.1")}}, {{":v", number("0.2")}}),
            (Item{{"n", number("0.3")}}));
  EXPECT_EQ(after("SET n = n - :v", {{"n", number("99999999999999999999999999999999999999")}},
                  {{":v", number("1")}}),
            (Item{{"n", number("99999999999999999999999999999999999998")}}));
  EXPECT_EQ(refusal("SET n = n + n", {{"n", number("9.9E125")}}).substr(0, 15), "Number overflow");
}

TEST(UpdateSet, OperandsThatDoNotFitAreRefused) {
  const Item item{{"s", "x"}, {"ns", numbers({"1"})}};
  const ExpressionValues one{{":a", number("1")}};
  EXPECT_EQ(refusal("set e = s + :a", item, one), wrong_type);
  EXPECT_EQ(refusal("set e = ns - :a", item, one), wrong_type);
  EXPECT_EQ(refusal("set e = list_append(ns, if_not_exists(f, :a))", item, {{":a", list({})}}),
            wrong_type);
  EXPECT_EQ(refusal("set c = b", item), no_attribute);
  EXPECT_EQ(refusal("set e = list_append(b, c)", item), no_attribute);
  EXPECT_EQ(refusal("set e = e + :a", item, one), no_attribute);
}

TEST(UpdateSet, GoesIntoMapsAndLists) {
  const Item item{{"m", map({{"k", map({{"n", number("10")}})}})}, {"l", list({map({})})}};
  EXPECT_EQ(after("SET m.k.n = m.k.n + :v, m.x = :v, l[0].y = :v", item, {{":v", number("5")}}),
            (Item{{"m", map({{"k", map({{"n", number("15")}})}, {"x", number("5")}})},
                  {"l", list({map({{"y", number("5")}})})}}));
}

TEST(UpdateSet, AnIndexPastTheEndAppendsInTheOrderOfIndexes) {
  const Item item{{"l", list({"a", "b", "c"})}};
  EXPECT_EQ(after("SET l[5] = :v", item, {{":v", "z"}}), (Item{{"l", list({"a", "b", "c", "z"})}}));
  EXPECT_EQ(after("SET l[90] = :y, l[7] = :x REMOVE l[0]", item, {{":x", "x"}, {":y", "y"}}),
            (Item{{"l", list({"b", "c", "x", "y"})}}));
  EXPECT_EQ(after("SET l[0] = :v", {{"l", list({})}}, {{":v", "z"}}), (Item{{"l", list({"z"})}}));
}

TEST(UpdateRemove, UsesTheIndexesOfTheOldList) {
  const Item item{{"l", list({"a", "b", "c", "d"})}};
  EXPECT_EQ(after("REMOVE l[1]", item), (Item{{"l", list({"a", "c", "d"})}}));
  EXPECT_EQ(after("REMOVE l[0], l[1], l[3]", item), (Item{{"l", list({"c"})}}));
  EXPECT_EQ(after("REMOVE l[2], l[0], l[9]", item), (Item{{"l", list({"b", "d"})}}));
  EXPECT_EQ(after("REMOVE l[0], l[1], l[2], l[3]", item), (Item{{"l", list({})}}));
}

TEST(UpdateRemove, OfWhatIsNotThereDoesNothing) {
  const Item item{{"m", map({{"k", "v"}})}, {"a", "x"}};
  EXPECT_EQ(after("REMOVE ghost, m.ghost", item), item);
  EXPECT_EQ(after("REMOVE m.k", item), (Item{{"m", map({})}, {"a", "x"}}));
}

TEST(UpdatePaths, GoOnlyThroughContainersThatAreThere) {
  const Item item{{"b", "x"}, {"c", map({{"1", "a"}})}, {"d", list({"a", "b"})}};
  const ExpressionValues ss{{":a", strings({"a"})}};
  const ExpressionNames names{{"#1", "1"}};
  for (const std::string_view text :
       {"set b.a = :a, #1 = :a",      "set b[1] = :a, #1 = :a",     "set y.a = :a, #1 = :a",
        "set y[1] = :a, #1 = :a",     "set c[1] = :a, #1 = :a",     "set d.#1 = :a",
        "remove b.a set #1 = :a",     "remove b[1] set #1 = :a",    "remove y.a set #1 = :a",
        "remove y[1] set #1 = :a",    "remove c[1] set #1 = :a",    "remove d.#1 set #1 = :a",
        "delete b.a :a set #1 = :a",  "delete b[1] :a set #1 = :a", "delete y.a :a set #1 = :a",
        "delete y[1] :a set #1 = :a", "delete c[1] :a set #1 = :a", "delete d.#1 :a",
        "add b.a :a set #1 = :a",     "add b[1] :a set #1 = :a",    "add y.a :a set #1 = :a",
        "add y[1] :a set #1 = :a",    "add c[1] :a set #1 = :a",    "add d.#1 :a",
        "set d[5].#1 = :a",           "set c.ghost.#1 = :a"}) {
    EXPECT_EQ(refusal(text, item, ss, names), bad_path) << text;
  }
}

TEST(UpdateAdd, AddsNumbersAndUnitesSets) {
  const Item item{{"n", number("10")}, {"ss", strings({"a", "b"})}};
  EXPECT_EQ(after("ADD n :n, ss :s", item, {{":n", number("-3")}, {":s", strings({"b", "c"})}}),
            (Item{{"n", number("7")}, {"ss", strings({"a", "b", "c"})}}));
  EXPECT_EQ(after("ADD n :n, ss :s", {}, {{":n", number("5")}, {":s", strings({"x"})}}),
            (Item{{"n", number("5")}, {"ss", strings({"x"})}}));
  EXPECT_EQ(after("ADD m.n :n", {{"m", map({})}}, {{":n", number("5")}}),
            (Item{{"m", map({{"n", number("5")}})}}));
  EXPECT_EQ(refusal("add ss :a", item, {{":a", numbers({"1"})}}), wrong_type);
  EXPECT_EQ(refusal("add ss :a", item, {{":a", number("1")}}), wrong_type);
}

TEST(UpdateDelete, TakesElementsAndThenTheSetItself) {
  const Item item{{"ss", strings({"a", "b", "c"})}, {"m", map({{"ns", numbers({"1", "2"})}})}};
  EXPECT_EQ(after("DELETE ss :s, m.ns :n", item,
                  {{":s", strings({"b", "z"})}, {":n", numbers({"1.0", "2"})}}),
            (Item{{"ss", strings({"a", "c"})}, {"m", map({})}}));
  EXPECT_EQ(after("DELETE ss :s", item, {{":s", strings({"a", "b", "c"})}}),
            (Item{{"m", map({{"ns", numbers({"1", "2"})}})}}));
  EXPECT_EQ(after("DELETE ghost :s", item, {{":s", strings({"a"})}}), item);
  EXPECT_EQ(refusal("delete ss :a", item, {{":a", numbers({"1"})}}), wrong_type);
  EXPECT_EQ(refusal("delete m :a", item, {{":a", numbers({"1"})}}), wrong_type);
}

TEST(UpdateDepth, ResultsNestThirtyTwoLevelsAtMost) {
  AttributeValue deep = "leaf";
  for (int i = 0; i < 29; ++i) deep = map({{"n", std::move(deep)}});
  const Item item{{"m", map({{"k", map({})}})}};
  EXPECT_EQ(refusal("SET m.k.x = :v", item, {{":v", deep}}), "ok");  // 29 + 2 steps + 1
  deep = map({{"n", std::move(deep)}});
  EXPECT_EQ(refusal("SET m.x = :v", item, {{":v", deep}}), "ok");
  EXPECT_EQ(refusal("SET m.k.x = :v", item, {{":v", deep}}),
            "Nesting Levels have exceeded supported limits: Attributes in the item have nested "
            "levels beyond supported limit");
}

TEST(Update, LeavesTheItemBeforeAsItIs) {
  const Item before{{"l", list({"a", map({{"k", "v"}})})}};
  const Item copy = before;
  after("SET l[1].k = :v REMOVE l[0]", before, {{":v", "w"}});
  EXPECT_EQ(before, copy);
}

TEST(Update, TellsItsTargetsAndOperands) {
  Request request({{":v", number("1")}, {":s", strings({"x"})}, {":l", list({})}});
  const auto update = parse_update(
      "SET a.b = c[0] + :v, d = list_append(if_not_exists(e, f), :l) REMOVE g ADD h :v DELETE i :s",
      request.scope);
  ASSERT_TRUE(update.ok()) << outcome(update);
  std::string text;
  for (const Path& path : update->targets()) text += to_string(path);
  EXPECT_EQ(text, "[a, b][d][g][h][i]");
  text.clear();
  for (const Path& path : update->operands()) text += to_string(path);
  EXPECT_EQ(text, "[c, [0]][e][f][h][i]");
}

TEST(Update, ShowsWhatItTouches) {
  Request request({{":v", "x"}});
  const auto update = parse_update("SET a.b = :v, a.c = :v REMOVE d", request.scope);
  ASSERT_TRUE(update.ok());
  EXPECT_EQ(
      update->touched({{"a", map({{"b", "1"}, {"c", "2"}, {"z", "3"}})}, {"d", "4"}, {"e", "5"}}),
      (Item{{"a", map({{"b", "1"}, {"c", "2"}})}, {"d", "4"}}));
}

}  // namespace
}  // namespace isotherm::expression
