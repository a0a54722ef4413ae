#include "partiql/parser.h"

#include <gtest/gtest.h>

namespace isotherm::partiql {
namespace {

constexpr std::string_view malformed = "Statement wasn't well formed, can't be processed: ";

/// What the parser says of the text; empty: nothing is wrong with it.
std::string problem(std::string_view text) {
  const auto statement = parse_statement(text);
  if (!statement.ok()) return statement.error().message();
  return statement->objection.value_or("");
}

std::string detail(std::string_view text) {
  const std::string found = problem(text);
  return found.starts_with(malformed) ? found.substr(malformed.size()) : "not malformed: " + found;
}

template <class T>
T parsed(std::string_view text) {
  auto statement = parse_statement(text);
  EXPECT_TRUE(statement.ok()) << text << ": "
                              << (statement.ok() ? "" : statement.error().message());
  if (!statement.ok()) return {};
  return std::get<T>(std::move(statement->what));
}

TEST(Parser, ReadsTheClausesOfASelect) {
  const auto select = parsed<Select>(
      R"(select a, m.k[0], "q u" from "T-1"."by-a" WHERE a = 1 AND b <> ? ORDER BY a desc, b;)");
  EXPECT_FALSE(select.star);
  ASSERT_EQ(select.columns.size(), 3U);
  EXPECT_EQ(select.columns[1].kind, ExpressionKind::path);
  EXPECT_EQ(select.columns[2].text, "q u");
  ASSERT_EQ(select.from.children.size(), 2U);
  EXPECT_EQ(select.from.children[1].text, "by-a");
  ASSERT_TRUE(select.where);
  EXPECT_EQ(select.where->kind, ExpressionKind::all_of);
  ASSERT_EQ(select.order.size(), 2U);
  EXPECT_TRUE(select.order[0].descending);
  EXPECT_FALSE(select.order[1].descending);
}

TEST(Parser, ReadsTheClausesOfWrites) {
  const auto insert = parsed<Insert>("INSERT INTO T VALUE {'a': <<1, 2>>, 'b': [null, TRUE]}");
  EXPECT_TRUE(insert.single);
  EXPECT_EQ(insert.value.children.size(), 4U);
  EXPECT_FALSE(parsed<Insert>("INSERT INTO T <<{'a': 1}>>").single);

  const auto update = parsed<Update>(
      "UPDATE T SET a = b + 1, c.d = 'it''s' REMOVE e[2] SET f = ? WHERE k = 'x' RETURNING "
      "MODIFIED "
      "OLD *");
  ASSERT_EQ(update.clauses.size(), 4U);
  EXPECT_EQ(update.clauses[1].value->text, "it's");
  EXPECT_FALSE(update.clauses[2].value);
  EXPECT_EQ(update.returning, Returning::modified_old);
  EXPECT_EQ(parsed<Update>("FROM T WHERE k = 1 SET a = 1 REMOVE b").clauses.size(), 2U);

  EXPECT_EQ(parsed<Delete>("DELETE FROM T WHERE k=1 RETURNING ALL OLD *").returning,
            Returning::all_old);
  EXPECT_TRUE(parsed<Exists>("EXISTS(SELECT * FROM T WHERE k = 1 AND a IS MISSING)").select.where);
}

TEST(Parser, BindsOperatorsFromLooseToTight) {
  const auto where =
      *parsed<Select>("SELECT * FROM t WHERE NOT a = 1 OR b < 2 AND c = d > 3").where;
  ASSERT_EQ(where.kind, ExpressionKind::any_of);
  EXPECT_EQ(where.children[0].kind, ExpressionKind::negation);
  EXPECT_EQ(where.children[0].children[0].kind, ExpressionKind::eq);
  ASSERT_EQ(where.children[1].kind, ExpressionKind::all_of);
  EXPECT_EQ(where.children[1].children[1].kind, ExpressionKind::eq);
  EXPECT_EQ(where.children[1].children[1].children[1].kind, ExpressionKind::gt);
}

TEST(Parser, NegatesWhatHasNotInItsMiddle) {
  for (const char* text :
       {"a NOT IN [1]", "a NOT BETWEEN 1 AND 2", "a IS NOT MISSING", "a NOT LIKE 'x'"}) {
    const auto where = parsed<Select>("SELECT * FROM t WHERE " + std::string(text)).where;
    ASSERT_TRUE(where) << text;
    EXPECT_EQ(where->kind, ExpressionKind::negation) << text;
  }
}

TEST(Parser, NumbersParametersInTheOrderOfTheText) {
  auto statement = parse_statement("UPDATE t SET a = ?, b = '?' WHERE k = ? AND \"?\" = ? -- ?");
  ASSERT_TRUE(statement.ok());
  EXPECT_EQ(statement->parameters, 3U);
}

// The words are the service's: the public conformance suite pins each.
TEST(Parser, SaysWhatIsWrongInTheServicesWords) {
  EXPECT_EQ(detail("SLECT * FROM t WHERE k = 1"), "Expected data manipulation");
  EXPECT_EQ(detail("UPDATE a-b SET c = 1"), "Expected data manipulation");
  EXPECT_EQ(detail("SELECT * FROM t WHERE"), "Unexpected term");
  EXPECT_EQ(detail("SELECT * FROM t WHERE;"), "Unexpected term");
  EXPECT_EQ(detail("SELECT * FROM t WHERE ("), "Unexpected term");
  EXPECT_EQ(detail("SELECT * FROM t WHERE NOT"), "Unexpected term");
  EXPECT_EQ(detail("SELECT * FROM"), "Unexpected term");
  EXPECT_EQ(detail("SELECT * FROM t WHERE a = 1 AND"),
            "Missing right-hand side expression of infix operator");
  EXPECT_EQ(detail("SELECT * FROM t WHERE ORDER BY a"), "Unexpected keyword");
  EXPECT_EQ(detail("SELECT * FROM t WHERE a IS FOO"), "Expected type name");
  EXPECT_EQ(detail("SELECT * FROM t WHERE IS NULL"), "Unexpected operator");
  EXPECT_EQ(detail("SELECT * FROM t WHERE a = LIKE"), "Unexpected operator");
  EXPECT_EQ(detail("DELETE FROM"), "Expected identifier for simple path");
  EXPECT_EQ(detail("DELETE FROM WHERE a = 1"), "Expected identifier for simple path");
  EXPECT_EQ(detail("SELECT a.inner FROM t"), "Invalid path dot component");
  EXPECT_EQ(detail("SELECT * FROM t WHERE a = 1 foo"), "Unexpected token after expression");
  EXPECT_EQ(detail("SELECT * FROM t ORDER BY a WHERE a = 1"), "Unexpected token after expression");
  EXPECT_EQ(detail("DELETE FROM t WHERE a = 1 ORDER BY a"), "Unexpected token after expression");
  EXPECT_EQ(detail("INSERT INTO t x VALUE {'a': 1}"), "Unexpected token after expression");
  EXPECT_EQ(detail("INSERT INTO t (key) VALUES (1)"), "Unexpected keyword");
}

TEST(Parser, SaysNothingOfWhatIsNoToken) {
  for (const char* text :
       {"SELECT * FROM t # x", "SELECT * FROM t /* x", "SELECT 'a FROM t", "SELECT * FROM \"t",
        "SELECT * FROM t WHERE a = 1e2147483648", "SELECT * FROM t WHERE a = 1.5e-2147483647",
        "SELECT * FROM t WHERE a = 1e", "SELECT * FROM t WHERE a = `1`",
        "SELECT \xC3\xA4 FROM t"}) {
    EXPECT_EQ(detail(text), "") << text;
  }
}

TEST(Parser, ObjectsToWhatDynamoDbDoesNotHave) {
  EXPECT_EQ(problem("SELECT * FROM t x WHERE a = 1"), "Aliasing is not supported");
  EXPECT_EQ(problem("SELECT * FROM t AS x"), "Aliasing is not supported");
  EXPECT_EQ(problem("UPDATE t x SET a = 1 WHERE k = 1"), "Aliasing is not supported");
  EXPECT_EQ(problem("DELETE FROM t x WHERE a = 1"), "Aliasing is not supported");
  EXPECT_EQ(problem("SELECT * FROM t\nLIMIT 10"), "Unsupported clause: LIMIT at 2:1:5");
  EXPECT_EQ(problem("SELECT a FROM t GROUP BY a"), "Unsupported clause: GROUP at 1:17:5");
}

TEST(Parser, SkipsComments) {
  EXPECT_EQ(parsed<Select>("-- a\nSELECT/**/* FROM t -- b\nWHERE a/* c */=1 --").where->kind,
            ExpressionKind::eq);
}

TEST(Parser, StopsAtADepthThatNoStatementNeeds) {
  const std::string select = "SELECT * FROM t WHERE a = ";
  for (const std::string open : {"(", "[", "- ", "<<", "{'a':", "a[", "f("}) {
    std::string text = select;
    while (text.size() < 8000) text += open;
    EXPECT_FALSE(parse_statement(text).ok()) << open;
  }
  std::string sum = select + "1";
  while (sum.size() < 8000) sum += "+1";
  EXPECT_EQ(detail(sum), "The expression has too many levels");
  std::string chain = "SELECT * FROM t WHERE a=1";
  while (chain.size() < 8000) chain += " AND a=1";
  EXPECT_EQ(problem(chain), "");
}

}  // namespace
}  // namespace isotherm::partiql
