#include "expression/testing/expressions.h"

// What the service says to conditions that it refuses.

namespace isotherm::expression {
namespace {

using namespace testing;

const std::string prefix = "Invalid FilterExpression: ";

std::string syntax(std::string_view token, std::string_view near) {
  return prefix + "Syntax error; token: \"" + std::string(token) + "\", near: \"" +
         std::string(near) + "\"";
}

TEST(ConditionSyntax, AnErrorShowsTheTokenBetweenItsNeighbours) {
  EXPECT_EQ(parse_error("a-b"), syntax("-", "a-b"));
  EXPECT_EQ(parse_error("a = = b"), syntax("=", "= = b"));
  EXPECT_EQ(parse_error("a   =\t=  b"), syntax("=", "=\t=  b"));
  EXPECT_EQ(parse_error("tenantAgent:abc123-x"), syntax(":abc123", "tenantAgent:abc123-"));
  EXPECT_EQ(parse_error("ADD #v :i"), syntax("ADD", "ADD #v"));
  EXPECT_EQ(parse_error("f()"), syntax(")", "()"));
  EXPECT_EQ(parse_error("a > 4"), syntax("4", "> 4"));
  EXPECT_EQ(parse_error("!!! x"), syntax("!", "!!"));
  EXPECT_EQ(parse_error("\xC3\xBC > a"), syntax("\xC3\xBC", "\xC3\xBC >"));
}

TEST(ConditionSyntax, AnErrorAtTheEndShowsTheLastToken) {
  EXPECT_EQ(parse_error("foo"), syntax("<EOF>", "foo"));
  EXPECT_EQ(parse_error("attribute_not_exists("), syntax("<EOF>", "("));
  EXPECT_EQ(parse_error("contains (themes, :theme"), syntax("<EOF>", ":theme"));
  EXPECT_EQ(parse_error("(#done)"), syntax("<EOF>", ")"));
  EXPECT_EQ(parse_error("a = :v AND"), syntax("<EOF>", "AND"));
}

TEST(ConditionSyntax, WhatIsNoConditionIsRefused) {
  for (const std::string_view text : {"things are not gonna be ok",
                                      "attribute_exists(Pictures-RearView)",
                                      "attribute_exists(\"Pictures.RearView\")",
                                      "attribute_exists(Pictures..RearView)",
                                      "attribute_exists(Pi#ctures.RearView)",
                                      "attribute_exists(asdf[a])",
                                      "a in b, c",
                                      "a > between",
                                      "a in b",
                                      "a in (b,c,)",
                                      "(a)between(b.(c.d))and(c)",
                                      "(a)between(b.c.d)and((c)",
                                      "#$.b > a",
                                      "a > :things.stuff",
                                      "b[:a] > a",
                                      "b[#_] > a",
                                      "(a)between(b.c[4.5].#d)and(:a)",
                                      "size(a).b > a",
                                      "(size(a)).b > a",
                                      "size(a)[0] > a",
                                      "(size(a))[0] > a",
                                      "a = b = c",
                                      "(a = b) = c",
                                      "a AND b = c",
                                      "NOT a",
                                      "a = b extra",
                                      "(a = b",
                                      "a = b)",
                                      "a BETWEEN b",
                                      "a BETWEEN b OR c",
                                      "IN (a)",
                                      "a = b AND OR c = d",
                                      "# = a",
                                      ": = a",
                                      "a.b.",
                                      "a[",
                                      "a[0",
                                      ".a = b",
                                      "[0] = b",
                                      "attribute_exists(a = b)",
                                      "a IN ()",
                                      "a = (b",
                                      "a <= > b",
                                      "a.in = b"}) {
    EXPECT_EQ(parse_error(text).substr(0, prefix.size() + 14), prefix + "Syntax error; ") << text;
  }
}

TEST(ConditionSyntax, AnEmptyTextIsRefused) {
  EXPECT_EQ(parse_error(""), prefix + "The expression can not be empty;");
  EXPECT_EQ(parse_error(" \t\n"), prefix + "The expression can not be empty;");
}

TEST(ConditionSyntax, RedundantParenthesesAreRefused) {
  for (const std::string_view text :
       {"a=b and a > ((views))", "(a)between(((b.c)).d)and(c)", "a > whatever((:things), ((a)))",
        "a=b AND ((a=b AND a=b)) AND a=b", "a=b OR ((a=b OR a=b)) OR a=b",
        "a=b AND ((a=b AND (a=b AND a=b)))", "a=b OR ((a=b OR (a=b OR a=b)))",
        "((attribute_not_exists(pk)))", "((a)) = b"}) {
    EXPECT_EQ(parse_error(text), prefix + "The expression has redundant parentheses;") << text;
  }
}

TEST(ConditionSyntax, ParenthesesThatAreNotRedundantAreRight) {
  for (const std::string_view text :
       {"(a = b)", "(a = b) AND (c = d)", "(a = b AND (c = d))", "((a) = (b))", "(NOT (a = b))",
        "((a = b) OR (c = d))", "((a).b) = c", "(a)[0].b = c", "((size(b)) = c) AND d = e",
        "a IN ((b), (c))", "(a)BETWEEN(b)AND(c)", "NOT NOT a = b"}) {
    EXPECT_EQ(parse_error(text), "ok") << text;
  }
}

TEST(ConditionFunctions, UnknownNamesAreRefused) {
  EXPECT_EQ(parse_error("a=a and whatever((:things)) > a"),
            prefix + "Invalid function name; function: whatever");
  EXPECT_EQ(parse_error("attRIbute_exIsts((views), #a)"),
            prefix + "Invalid function name; function: attRIbute_exIsts");
  EXPECT_EQ(parse_error("if_not_exists(a, :v) = b"),
            prefix +
                "The function is not allowed in a condition expression; "
                "function: if_not_exists");
}

TEST(ConditionFunctions, OnlySizeIsAnOperandAndNothingElse) {
  const std::string misused = prefix +
                              "The function is not allowed to be used this way in an expression; "
                              "function: ";
  EXPECT_EQ(parse_error("a=a and attribute_exists((views), (#a)) > b"),
            misused + "attribute_exists");
  EXPECT_EQ(parse_error("attribute_not_exists(things) > b"), misused + "attribute_not_exists");
  EXPECT_EQ(parse_error("begins_with(things, a) > b"), misused + "begins_with");
  EXPECT_EQ(parse_error("contains(:things, c) > b"), misused + "contains");
  EXPECT_EQ(parse_error("size(contains(a, b)) > a"), misused + "contains");
  EXPECT_EQ(parse_error("size(things)"), misused + "size");
  EXPECT_EQ(parse_error("a = b OR size(things)"), misused + "size");
  EXPECT_EQ(parse_error("NOT size(things)"), misused + "size");
  EXPECT_EQ(parse_error("a between b and attribute_exists(things)"), misused + "attribute_exists");
  EXPECT_EQ(parse_error("a in (b, attribute_exists(things))"), misused + "attribute_exists");
}

TEST(ConditionNames, ReservedWordsAreRefusedInAnyCase) {
  const std::string reserved = prefix + "Attribute name is a reserved keyword; reserved keyword: ";
  EXPECT_EQ(parse_error("attribute_exists(views, #a)"), reserved + "views");
  EXPECT_EQ(parse_error(":a < abOrT"), reserved + "abOrT");
  EXPECT_EQ(parse_error("a.status = :v"), reserved + "status");
  EXPECT_EQ(parse_error("a.size = b"), reserved + "size");
  EXPECT_EQ(parse_error("Contains = remove"), "ok");
}

TEST(ConditionNames, PlaceholdersMustBeDefined) {
  const std::string name = prefix +
                           "An expression attribute name used in the document path is not defined; "
                           "attribute name: ";
  const std::string value = prefix +
                            "An expression attribute value used in expression is not defined; "
                            "attribute value: ";
  EXPECT_EQ(parse_error("attribute_exists(#Pictures.RearView, :a) and a=a"), name + "#Pictures");
  EXPECT_EQ(parse_error("begins_with(Pictures.#RearView)"), name + "#RearView");
  EXPECT_EQ(parse_error("(#P between :lo and :hi) and (#PC in (:cat1, :cat2))"), name + "#P");
  EXPECT_EQ(parse_error("#4g > a"), name + "#4g");
  EXPECT_EQ(parse_error("#_ > a"), name + "#_");
  EXPECT_EQ(parse_error("(a)between(b.c[45].#d)and(:a)"), name + "#d");
  EXPECT_EQ(parse_error("begins_with(:hello, #a, #b)"), value + ":hello");
  EXPECT_EQ(parse_error(":a < :b"), value + ":a");
  EXPECT_EQ(parse_error(":_ > a"), value + ":_");
}

TEST(ConditionOperands, TheirNumberIsChecked) {
  const auto count = [](std::string_view function, int n) {
    return prefix +
           "Incorrect number of operands for operator or function; operator or function: " +
           std::string(function) + ", number of operands: " + std::to_string(n);
  };
  EXPECT_EQ(parse_error("attribute_exists(things, a) and a=a"), count("attribute_exists", 2));
  EXPECT_EQ(parse_error("attribute_not_exists(things, b)"), count("attribute_not_exists", 2));
  EXPECT_EQ(parse_error("attribute_type(things)"), count("attribute_type", 1));
  EXPECT_EQ(parse_error("begins_with(things)"), count("begins_with", 1));
  EXPECT_EQ(parse_error("begins_with(things, size(a), b)"), count("begins_with", 3));
  EXPECT_EQ(parse_error("contains(things)"), count("contains", 1));
  EXPECT_EQ(parse_error("size(things, a) > b"), count("size", 2));
}

TEST(ConditionOperands, TheirTypesAreCheckedWhereTheyAreKnown) {
  const auto type = [](std::string_view function, std::string_view t) {
    return prefix + "Incorrect operand type for operator or function; operator or function: " +
           std::string(function) + ", operand type: " + std::string(t);
  };
  const auto with = [](AttributeValue v) { return ExpressionValues{{":a", std::move(v)}}; };
  EXPECT_EQ(parse_error("attribute_type(a, size(a)) and a=a and a=:a", with(number("1"))),
            type("attribute_type", "N"));
  EXPECT_EQ(parse_error("attribute_type(a, :a)", with(Binary{"a"})), type("attribute_type", "B"));
  EXPECT_EQ(parse_error("attribute_type(a, :a)", with(Null{})), type("attribute_type", "NULL"));
  EXPECT_EQ(parse_error("attribute_type(a, :a)", with(strings({"1"}))),
            type("attribute_type", "SS"));
  EXPECT_EQ(parse_error("attribute_type(a, b)"),
            type("attribute_type", "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}"));
  EXPECT_EQ(parse_error("begins_with(a, size(a)) and a=:a", with(number("1"))),
            type("begins_with", "N"));
  EXPECT_EQ(parse_error("begins_with(a, :a)", with(list({}))), type("begins_with", "L"));
  EXPECT_EQ(parse_error("begins_with(:a, a)", with(map({}))), type("begins_with", "M"));
  EXPECT_EQ(parse_error("size(size(a)) > :a", with(number("1"))), type("size", "N"));
  EXPECT_EQ(parse_error("attribute_not_exists(size(:a))", with(number("1"))), type("size", "N"));
  EXPECT_EQ(parse_error("size(:a) > a", with(true)), type("size", "BOOL"));
  EXPECT_EQ(parse_error("size(:a) > a", with(Null{})), type("size", "NULL"));
  EXPECT_EQ(parse_error("b < :a", with(true)), type("<", "BOOL"));
  EXPECT_EQ(parse_error(":a >= b", with(strings({"x"}))), type(">=", "SS"));
  EXPECT_EQ(parse_error("b BETWEEN :a AND :a", with(true)), type("BETWEEN", "BOOL"));
  EXPECT_EQ(parse_error("b = :a", with(true)), "ok");
}

TEST(ConditionOperands, AttributeTypeKnowsTheTenTypes) {
  for (const char* name : {"S", "N", "B", "BOOL", "NULL", "SS", "NS", "BS", "L", "M"}) {
    EXPECT_EQ(parse_error("attribute_type(a, :t)", {{":t", name}}), "ok") << name;
  }
  EXPECT_EQ(parse_error("attribute_type(a, :t)", {{":t", "1"}}),
            prefix +
                "Invalid attribute type name found; type: 1, valid types: "
                "{B,NULL,SS,BOOL,L,BS,N,NS,S,M}");
}

TEST(ConditionOperands, ExistenceIsOfAPath) {
  const std::string path =
      prefix + "Operator or function requires a document path; operator or function: ";
  EXPECT_EQ(parse_error("attribute_exists(:a) and a=b", {{":a", "1"}}), path + "attribute_exists");
  EXPECT_EQ(parse_error("attribute_not_exists(size(:a))", {{":a", "1"}}),
            path + "attribute_not_exists");
}

TEST(ConditionOperands, TheFirstMustDifferFromTheOthers) {
  const auto same = [](std::string_view op, std::string_view path) {
    return prefix +
           "The first operand must be distinct from the remaining operands for this operator or "
           "function; operator: " +
           std::string(op) + ", first operand: " + std::string(path);
  };
  const auto error = [](std::string_view text) { return parse_error(text, {}, {{"#a", "a"}}); };
  EXPECT_EQ(error("a = a AND #a = b AND :views > a"), same("=", "[a]"));
  EXPECT_EQ(error("#a <> a"), same("<>", "[a]"));
  EXPECT_EQ(error("a > #a"), same(">", "[a]"));
  EXPECT_EQ(error("((a=a) OR (a=a))"), same("=", "[a]"));
  EXPECT_EQ(error("contains(ab.bc[1].a, ab.bc[1].#a)"), same("contains", "[ab, bc, [1], a]"));
  EXPECT_EQ(error("attribute_type(ab.bc[1].#a, ab.bc[1].a)"),
            same("attribute_type", "[ab, bc, [1], a]"));
  EXPECT_EQ(error("begins_with(ab.bc[1].a, ab.bc[1].#a)"), same("begins_with", "[ab, bc, [1], a]"));
  EXPECT_EQ(parse_error(":a > :a", {{":a", "1"}}), "ok");
}

TEST(ConditionOperands, BoundsAreOfOneTypeAndInOrder) {
  EXPECT_EQ(parse_error("a between :b and :a", {{":a", "a"}, {":b", number("1")}}),
            prefix +
                "The BETWEEN operator requires same data type for lower and upper bounds; "
                "lower bound operand: AttributeValue: {N:1}, "
                "upper bound operand: AttributeValue: {S:a}");
  EXPECT_EQ(parse_error("a between :b and :a", {{":a", "a"}, {":b", "b"}}),
            prefix +
                "The BETWEEN operator requires upper bound to be greater than or equal to "
                "lower bound; lower bound operand: AttributeValue: {S:b}, "
                "upper bound operand: AttributeValue: {S:a}");
  EXPECT_EQ(parse_error("a between :b and :a", {{":a", Binary{"a"}}, {":b", Binary{"bcde"}}})
                .substr(prefix.size() + 86),
            "lower bound operand: AttributeValue: {B:YmNkZQ==}, "
            "upper bound operand: AttributeValue: {B:YQ==}");
  EXPECT_EQ(parse_error("a between :a and :a", {{":a", number("1.0")}}), "ok");
}

TEST(ConditionOrder, MistakesAreReportedComparisonByComparison) {
  const ExpressionValues values{{":n", number("1")}, {":p", "q"}};
  EXPECT_NE(parse_error("pk = :missing AND begins_with(sk, :n)", values).find(":missing"),
            std::string::npos);
  EXPECT_NE(parse_error("begins_with(sk, :n) AND pk = :missing", values).find("begins_with"),
            std::string::npos);
  EXPECT_NE(parse_error("begins_with(sk, :n) AND pk = status", values).find("status"),
            std::string::npos);
  EXPECT_NE(parse_error("begins_with(sk, :n) AND status = ((pk))", values).find("redundant"),
            std::string::npos);
}

TEST(ConditionLimits, TextsAreOfFourKilobytesAtMost) {
  std::string text = "a = :v";
  while (text.size() + 8 <= 4096) text += "        ";
  text.resize(4096, ' ');
  EXPECT_EQ(parse_error(text, {{":v", "x"}}), "ok");
  EXPECT_EQ(parse_error(text + " ", {{":v", "x"}}),
            prefix +
                "Expression size has exceeded the maximum allowed size; "
                "expression size: 4097");
}

std::string repeated(std::string_view part, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += part;
  return text;
}

TEST(ConditionLimits, OperatorsAreThreeHundredAtMost) {
  const std::string too_many =
      prefix + "The expression contains too many operators; operator count: 301";
  EXPECT_EQ(parse_error("a=b" + repeated(" OR a=b", 149)), "ok");                      // 299
  EXPECT_EQ(parse_error("a=b" + repeated(" OR a=b", 149) + " OR NOT a=b"), too_many);  // 302
  EXPECT_EQ(parse_error("NOT a=b" + repeated(" OR a=b", 149)), "ok");                  // 300
  EXPECT_EQ(parse_error(repeated("NOT ", 900) + "a=b"), too_many);
  EXPECT_EQ(parse_error(repeated("size(", 600) + "a" + repeated(")", 600) + "=b"), too_many);
}

TEST(ConditionLimits, DeepParenthesesDoNotExhaustTheStack) {
  EXPECT_EQ(parse_error(repeated("(", 2000) + "a=b" + repeated(")", 2000)),
            prefix + "The expression has redundant parentheses;");
  EXPECT_EQ(parse_error("a=" + repeated("(", 4000)),
            prefix + "The expression has redundant parentheses;");
  EXPECT_EQ(parse_error(repeated("(NOT ", 140) + "a=b" + repeated(")", 140)), "ok");
}

TEST(ConditionLimits, InTakesAHundredValues) {
  const auto in = [](int count) {
    std::string text = "a IN(:v";
    for (int i = 1; i < count; ++i) text += ",:v";
    return text + ")";
  };
  EXPECT_EQ(parse_error(in(100), {{":v", "x"}}), "ok");
  EXPECT_EQ(parse_error(in(101), {{":v", "x"}}),
            prefix +
                "The IN operator is provided with too many operands; "
                "number of operands: 101");
}

TEST(ConditionLimits, PathsHaveThirtyTwoLevelsAndSmallIndexes) {
  EXPECT_EQ(parse_error("a" + repeated(".b", 31) + " = c"), "ok");
  EXPECT_EQ(parse_error("a" + repeated(".b", 31) + "[0] = c"),
            prefix + "The document path has too many nesting levels; nesting levels: 33");
  EXPECT_EQ(parse_error("a[2147483647] = c"), "ok");
  EXPECT_EQ(parse_error("a[99999999999999999999] = c"),
            prefix +
                "List index is not within the allowable range; "
                "index: [99999999999999999999]");
}

}  // namespace
}  // namespace isotherm::expression
