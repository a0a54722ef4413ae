// Property: a random syntax tree, written as text, parses to the same tree; and a text that was
// damaged parses or is refused, and nothing else.

#include <gtest/gtest.h>

#include <random>

#include "partiql/parser.h"
#include "partiql/testing/statement_text.h"

namespace isotherm::partiql {
namespace {

using Kind = ExpressionKind;

class RandomSyntax {
 public:
  explicit RandomSyntax(std::uint64_t seed) : random_(seed) {}

  std::size_t below(std::size_t bound) {
    return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random_);
  }

  Expression name() {
    static const char* const names[] = {"a",   "b_1",     "$c", "Data", "size",
                                        "a b", "q\"uote", "",   "Ä"};
    Expression e;
    e.kind = Kind::name;
    const std::size_t i = below(std::size(names));
    e.text = names[i];
    e.flag = i >= 4 || below(3) == 0;
    return e;
  }

  Expression path() {
    Expression e;
    e.kind = Kind::path;
    e.children.push_back(name());
    for (std::size_t steps = 1 + below(3); steps > 0; --steps) {
      e.children.push_back(below(2) == 0 ? name() : literal(Kind::number, "3"));
    }
    return e;
  }

  Expression simple_path() { return below(2) == 0 ? name() : path(); }

  Expression expression(int depth) {
    if (depth == 0) return leaf();
    switch (below(8)) {
      case 0: return leaf();
      case 1: return with(below(2) == 0 ? Kind::list : Kind::bag, below(4), depth);
      case 2: return tuple(depth);
      case 3: return call(depth);
      case 4: return type_test(depth);
      case 5: return membership(depth);
      case 6: return with(one_of({Kind::negation, Kind::positive, Kind::negative}), 1, depth);
      default: return operation(depth);
    }
  }

  Select select() {
    Select select;
    select.star = below(3) == 0;
    for (std::size_t i = select.star ? 0 : 1 + below(3); i > 0; --i) {
      select.columns.push_back(simple_path());
    }
    select.from = simple_path();
    if (below(4) != 0) select.where = expression(4);
    for (std::size_t i = below(3); i > 0; --i) select.order.push_back({name(), below(2) == 0});
    return select;
  }

  Update update() {
    Update update;
    update.table = name();
    for (std::size_t i = 1 + below(3); i > 0; --i) {
      update.clauses.push_back({simple_path(), {}});
      if (below(3) != 0) update.clauses.back().value = expression(3);
    }
    if (below(4) != 0) update.where = expression(3);
    update.returning = static_cast<Returning>(below(5));
    return update;
  }

  Delete remove() {
    Delete remove;
    remove.from = simple_path();
    if (below(4) != 0) remove.where = expression(3);
    remove.returning = static_cast<Returning>(below(5));
    return remove;
  }

  Insert insert() {
    Insert insert;
    insert.into = name();
    insert.value = tuple(4);
    return insert;
  }

 private:
  Kind one_of(std::initializer_list<Kind> kinds) { return kinds.begin()[below(kinds.size())]; }

  static Expression literal(Kind kind, std::string text) {
    Expression e;
    e.kind = kind;
    e.text = std::move(text);
    return e;
  }

  Expression leaf() {
    switch (below(7)) {
      case 0: return literal(Kind::null, "");
      case 1: {
        Expression e = literal(Kind::boolean, "");
        e.flag = below(2) == 0;
        return e;
      }
      case 2: {
        static const char* const numbers[] = {"0", "1.5", ".5", "1e3", "12.", "7E-2"};
        return literal(Kind::number, numbers[below(std::size(numbers))]);
      }
      case 3: {
        static const char* const strings[] = {"", "x", "it's", "--", "/*", "?", "\n", "Ä"};
        return literal(Kind::string, strings[below(std::size(strings))]);
      }
      case 4: return literal(Kind::parameter, "");
      case 5: return literal(Kind::missing, "");
      default: return simple_path();
    }
  }

  Expression with(Kind kind, std::size_t count, int depth) {
    Expression e;
    e.kind = kind;
    for (std::size_t i = 0; i < count; ++i) e.children.push_back(expression(depth - 1));
    return e;
  }

  Expression tuple(int depth) {
    Expression e;
    e.kind = Kind::tuple;
    for (std::size_t i = below(3); i > 0; --i) {
      e.children.push_back(literal(Kind::string, "k" + std::to_string(i)));
      e.children.push_back(expression(depth - 1));
    }
    return e;
  }

  Expression call(int depth) {
    Expression e = with(Kind::call, below(3), depth);
    static const char* const functions[] = {"f", "begins_with", "size", "exists"};
    e.text = functions[below(std::size(functions))];
    return e;
  }

  Expression type_test(int depth) {
    Expression e = with(Kind::is_type, 1, depth);
    static const char* const types[] = {"missing", "null", "string", "int4"};
    e.text = types[below(std::size(types))];
    return e;
  }

  Expression membership(int depth) {
    Expression e = with(Kind::in, 1, depth);
    e.children.push_back(with(Kind::list, 1 + below(3), depth));
    return e;
  }

  Expression operation(int depth) {
    const Kind kind = one_of({Kind::plus, Kind::minus, Kind::times, Kind::divide, Kind::modulo,
                              Kind::concatenate, Kind::eq, Kind::ne, Kind::lt, Kind::le, Kind::gt,
                              Kind::ge, Kind::like, Kind::between, Kind::all_of, Kind::any_of});
    const bool chains = kind == Kind::all_of || kind == Kind::any_of;
    Expression e = with(kind, kind == Kind::between ? 3 : chains ? 2 + below(2) : 2, depth);
    // A chain whose first part is such a chain is one longer chain.
    if (chains && e.children[0].kind == kind) e.children[0] = leaf();
    return e;
  }

  std::mt19937_64 random_;
};

/// Numbers the parameters as a parser does.
void number_parameters(Expression& e, std::uint32_t& next) {
  if (e.kind == Kind::parameter) e.parameter = next++;
  for (Expression& child : e.children) number_parameters(child, next);
}

template <class T>
void check(T tree, const std::string& text) {
  std::uint32_t next = 0;
  if constexpr (requires { tree.columns; }) {
    for (Expression& column : tree.columns) number_parameters(column, next);
  }
  if constexpr (requires { tree.clauses; }) {
    for (UpdateClause& clause : tree.clauses) {
      if (clause.value) number_parameters(*clause.value, next);
    }
  }
  if constexpr (requires { tree.value; }) number_parameters(tree.value, next);
  if constexpr (requires { tree.where; }) {
    if (tree.where) number_parameters(*tree.where, next);
  }
  const auto statement = parse_statement(text);
  ASSERT_TRUE(statement.ok()) << text << "\n" << statement.error().message();
  EXPECT_EQ(std::get<T>(statement->what), tree) << text;
  EXPECT_EQ(statement->parameters, next) << text;
}

TEST(ParserProperty, WhatIsWrittenParsesToTheSameTree) {
  const std::uint64_t seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  RandomSyntax random(seed);
  for (int round = 0; round < 2000 && !testing::Test::HasFailure(); ++round) {
    switch (random.below(4)) {
      case 0: {
        const Select tree = random.select();
        check(tree, to_text(tree));
        break;
      }
      case 1: {
        const Update tree = random.update();
        check(tree, to_text(tree));
        break;
      }
      case 2: {
        const Delete tree = random.remove();
        check(tree, to_text(tree));
        break;
      }
      default: {
        const Insert tree = random.insert();
        check(tree, to_text(tree));
      }
    }
  }
}

TEST(ParserProperty, DamagedTextIsReadOrRefused) {
  const std::uint64_t seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  RandomSyntax random(seed);
  for (int round = 0; round < 2000; ++round) {
    std::string text = to_text(random.select());
    for (std::size_t i = 1 + random.below(3); i > 0 && !text.empty(); --i) {
      const std::size_t at = random.below(text.size());
      if (random.below(2) == 0) {
        text.erase(at, 1 + random.below(4));
      } else {
        text.insert(at, std::string(1, " '\"?()[]{}<>=,.;:-*aN1"[random.below(23)]));
      }
    }
    const auto statement = parse_statement(text);
    if (statement.ok()) continue;
    EXPECT_EQ(statement.error().code(), ErrorCode::validation) << text;
    EXPECT_FALSE(statement.error().message().empty()) << text;
  }
}

}  // namespace
}  // namespace isotherm::partiql
