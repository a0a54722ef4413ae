#include "expression/testing/expressions.h"

// What the service says to updates that it refuses before it sees an item.

namespace isotherm::expression {
namespace {

using namespace testing;

const std::string prefix = "Invalid UpdateExpression: ";

TEST(UpdateSyntax, AnErrorShowsTheTokenBetweenItsNeighbours) {
  const auto syntax = [](std::string_view token, std::string_view near) {
    return prefix + "Syntax error; token: \"" + std::string(token) + "\", near: \"" +
           std::string(near) + "\"";
  };
  EXPECT_EQ(update_error("INVALID SYNTAX HERE"), syntax("INVALID", "INVALID SYNTAX"));
  EXPECT_EQ(update_error("ADD hits : incr"), syntax(":", "hits : incr"));
  EXPECT_EQ(update_error("SET #as, #b = :v"), syntax(",", "#as, #b"));
  EXPECT_EQ(update_error("SET a = :v,"), syntax("<EOF>", ","));
  EXPECT_EQ(update_error("SET"), syntax("<EOF>", "SET"));
  EXPECT_EQ(update_error("a-b"), syntax("a", "a-"));
}

TEST(UpdateSyntax, WhatIsNoUpdateIsRefused) {
  for (const std::string_view text : {"whatever",
                                      "set a",
                                      "add a",
                                      "delete a",
                                      "set a=set",
                                      "remove a = b",
                                      "add a = b",
                                      "delete a = b",
                                      "delete a b",
                                      "delete a if_not_exist(b)",
                                      "add abort b",
                                      "add a if_not_exist(b)",
                                      "remove a b",
                                      "set a b",
                                      "set :a = b",
                                      "add :a b",
                                      "delete :a b",
                                      "remove :a",
                                      "set a = b / c",
                                      "set a = b * c",
                                      "set a[1] = \"eight\"",
                                      "set a[1] = 1",
                                      "SET a = if_not_exist(a, 100)",
                                      "SET if_not_exist(a, b) = a",
                                      "set (a = (b + c))",
                                      "set a = (b.c).d + e",
                                      "set a = (b.c)[0] + e",
                                      "set a = b + c + d",
                                      "set a = b <> c",
                                      "set a = list_append(b + c, d)",
                                      "set a = (b",
                                      "set a = b)",
                                      "set a = (b + c) + d",
                                      "set a = -b",
                                      "set a <= b",
                                      "remove",
                                      "remove remove"}) {
    EXPECT_EQ(update_error(text).substr(0, prefix.size() + 14), prefix + "Syntax error; ") << text;
  }
  EXPECT_EQ(update_error(" "), prefix + "The expression can not be empty;");
}

TEST(UpdateSyntax, ParenthesesAndSpacesAreFree) {
  const ExpressionValues v{{":v", number("1")}};
  for (const std::string_view text :
       {"set a = (b + c)", "set a = ((b.c.d)+(e))", "set a=b-:v", "set a = (b) + c",
        "SET a\t=\n(:v)", "SET a = b+:v,c=:v REMOVE d[0],e ADD f :v", "set a[1] = b", "set a.b = b",
        "SET a = if_not_exists(a, b) + b", "SET a = if_not_exists(a, if_not_exists(b, c))",
        "set a = list_append ( (b) , c )"}) {
    EXPECT_EQ(update_error(text, v), "ok") << text;
  }
}

TEST(UpdateNames, ReservedWordsComeBeforeAllElse) {
  const std::string reserved = prefix + "Attribute name is a reserved keyword; reserved keyword: ";
  EXPECT_EQ(update_error(" set #c = :c set abOrt = true "), reserved + "abOrt");
  EXPECT_EQ(update_error(" remove Absolute "), reserved + "Absolute");
}

TEST(UpdateFunctions, OthersAreRefused) {
  EXPECT_EQ(update_error("set #c = if_not_exist(:c) set c = d"),
            prefix + "Invalid function name; function: if_not_exist");
  EXPECT_EQ(update_error("set c = size(d)"),
            prefix + "The function is not allowed in an update expression; function: size");
}

TEST(UpdateSections, EachIsUsedOnce) {
  const auto twice = [](std::string_view section) {
    return prefix + "The \"" + std::string(section) +
           "\" section can only be used once in an update expression;";
  };
  EXPECT_EQ(update_error("set a = #c set c = :d"), twice("SET"));
  EXPECT_EQ(update_error("remove #d set a = b remove e"), twice("REMOVE"));
  EXPECT_EQ(update_error("add #d :e set a = b add e :f"), twice("ADD"));
  EXPECT_EQ(update_error("delete #d :e set a = b delete #e :f"), twice("DELETE"));
}

TEST(UpdateNames, PlaceholdersMustBeDefined) {
  EXPECT_EQ(update_error("SET #c = if_not_exists(:c)"),
            prefix +
                "An expression attribute name used in the document path is not defined; "
                "attribute name: #c");
  EXPECT_EQ(update_error("SET #a = if_not_exists(:c)", {}, {{"#a", "a"}}),
            prefix +
                "An expression attribute value used in expression is not defined; "
                "attribute value: :c");
}

TEST(UpdateTargets, NoneLiesInAnother) {
  const ExpressionNames names{{"#c", "c"}, {"#d", "[3]"}};
  const auto overlap = [](std::string_view one, std::string_view two) {
    return prefix +
           "Two document paths overlap with each other; must remove or rewrite one of these "
           "paths; path one: " +
           std::string(one) + ", path two: " + std::string(two);
  };
  EXPECT_EQ(update_error("set d[1] = a, d.b = a, c[1].a = a, #c = if_not_exists(a)", {}, names),
            overlap("[c, [1], a]", "[c]"));
  EXPECT_EQ(update_error("set #c[3].#d = a, #c[3] = a", {}, names),
            overlap("[c, [3], [3]]", "[c, [3]]"));
  EXPECT_EQ(update_error("SET f = :v, f = :v", {{":v", "x"}}), overlap("[f]", "[f]"));
}

TEST(UpdateTargets, NoneTakesAListForAMap) {
  const ExpressionNames names{{"#b", "b"}, {"#c", "c"}, {"#d", "[3]"}};
  const auto conflict = [](std::string_view one, std::string_view two) {
    return prefix +
           "Two document paths conflict with each other; must remove or rewrite one of these "
           "paths; path one: " +
           std::string(one) + ", path two: " + std::string(two);
  };
  EXPECT_EQ(update_error("set #c[3].#d = a, #c.#d[3] = if_not_exists(a)", {}, names),
            conflict("[c, [3], [3]]", "[c, [3], [3]]"));
  EXPECT_EQ(update_error("remove a.#c set a[1] = #d", {}, names), conflict("[a, c]", "[a, [1]]"));
}

TEST(UpdateOperands, AddAndDeleteTakeSetsAndAddNumbers) {
  const auto type = [](std::string_view section, std::string_view name) {
    return prefix +
           "Incorrect operand type for operator or function; operator: " + std::string(section) +
           ", operand type: " + std::string(name) + ", typeSet: ALLOWED_FOR_" +
           std::string(section) + "_OPERAND";
  };
  const auto error = [](std::string_view text, AttributeValue v) {
    return update_error(text, {{":a", std::move(v)}});
  };
  EXPECT_EQ(error("set b = list_append(:a, a), c = if_not_exists(a) add a.b :a", "a"),
            type("ADD", "STRING"));
  EXPECT_EQ(error("delete a.b :a", "a"), type("DELETE", "STRING"));
  EXPECT_EQ(error("add a.b :a", Null{}), type("ADD", "NULL"));
  EXPECT_EQ(error("delete a.b :a", true), type("DELETE", "BOOLEAN"));
  EXPECT_EQ(error("add a.b :a", Binary{"a"}), type("ADD", "BINARY"));
  EXPECT_EQ(error("delete a.b :a", map({})), type("DELETE", "MAP"));
  EXPECT_EQ(error("add a.b :a", list({})), type("ADD", "LIST"));
  EXPECT_EQ(error("delete a.b :a", number("1")), type("DELETE", "NUMBER"));
  EXPECT_EQ(error("add a.b :a", number("1")), "ok");
  EXPECT_EQ(error("delete a.b :a", numbers({"1"})), "ok");
}

TEST(UpdateOperands, FunctionsTakeTwo) {
  EXPECT_EQ(update_error("set a = if_not_exists(c)"),
            prefix +
                "Incorrect number of operands for operator or function; operator or function: "
                "if_not_exists, number of operands: 1");
  EXPECT_EQ(update_error("set a = list_append(c, d, e)"),
            prefix +
                "Incorrect number of operands for operator or function; operator or function: "
                "list_append, number of operands: 3");
}

TEST(UpdateOperands, IfNotExistsLooksAtAPath) {
  const std::string path =
      prefix + "Operator or function requires a document path; operator or function: if_not_exists";
  EXPECT_EQ(update_error("set a = if_not_exists(:a, c)", {{":a", "x"}}), path);
  EXPECT_EQ(update_error("set a = if_not_exists(if_not_exists(a, b), c)"), path);
}

TEST(UpdateOperands, LiteralsFitTheirOperators) {
  const ExpressionValues values{{":s", "a"},  {":n", number("1")}, {":b", Binary{"a"}},
                                {":t", true}, {":m", map({})},     {":l", list({})}};
  const auto error = [&](std::string_view text) { return update_error(text, values); };
  const auto type = [](std::string_view op, std::string_view name) {
    return prefix + "Incorrect operand type for operator or function; operator or function: " +
           std::string(op) + ", operand type: " + std::string(name);
  };
  EXPECT_EQ(error("set a = list_append(:s, a)"), type("list_append", "S"));
  EXPECT_EQ(error("set a = list_append(a, :n)"), type("list_append", "N"));
  EXPECT_EQ(error("set a = list_append(:m, a)"), type("list_append", "M"));
  EXPECT_EQ(error("set a = list_append(a, :l)"), "ok");
  EXPECT_EQ(error("set a = a + :s"), type("+", "S"));
  EXPECT_EQ(error("set a = :s + :b"), type("+", "S"));
  EXPECT_EQ(error("set a = :b - a"), type("-", "B"));
  EXPECT_EQ(error("set a = a - :l"), type("-", "L"));
  EXPECT_EQ(error("set a = a - :n"), "ok");
}

TEST(UpdateLimits, SettingIsNoOperatorAndTheSizeIsNotTold) {
  std::string text = "SET a0 = :v";
  for (int i = 1; i < 350; ++i) text += ",a" + std::to_string(i) + "=:v";
  EXPECT_EQ(update_error(text, {{":v", "x"}}), "ok");
  std::string sums = "SET a0 = :v+:v";
  for (int i = 1; i < 301; ++i) sums += ",a" + std::to_string(i) + "=:v+:v";
  EXPECT_EQ(update_error(sums, {{":v", number("1")}}),
            prefix + "The expression contains too many operators; operator count: 301");
  text.append(4097 - text.size(), ' ');
  EXPECT_EQ(update_error(text), prefix + "Expression size has exceeded the maximum allowed size;");
}

}  // namespace
}  // namespace isotherm::expression
