#pragma once

// The syntax tree of a statement: what was written, before its meaning is checked.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace isotherm::partiql {

enum class ExpressionKind : std::uint8_t {
  null,
  missing,
  boolean,
  number,
  string,
  parameter,
  name,  // an attribute
  path,  // children: a name, then its steps: names, strings, numbers, others, wildcards
  wildcard,
  list,
  bag,
  tuple,  // children: key, value, key, value, …
  call,   // children: the arguments
  negation,
  positive,
  negative,
  plus,
  minus,
  times,
  divide,
  modulo,
  concatenate,
  all_of,  // two children or more
  any_of,
  eq,
  ne,
  lt,
  le,
  gt,
  ge,
  between,  // three children
  like,     // two or three
  in,       // the operand, and what it may be in
  is_type,  // the operand; the text is the type
  select,
  data_manipulation,
};

/// How deep an expression may be: far beyond any that means something, and far from any stack's
/// end.
inline constexpr std::uint16_t expression_depth_max = 256;

struct Expression {
  ExpressionKind kind = ExpressionKind::null;
  /// A name that was quoted; the value of a boolean.
  bool flag = false;
  /// Levels below, and this one.
  std::uint16_t depth = 1;
  /// Of a parameter: its number, from 0.
  std::uint32_t parameter = 0;
  /// Its first token: where messages point to.
  std::string_view source;
  /// Of names and strings what they say; of numbers the literal; of calls the function as it was
  /// written, in lower case; of IS the type in lower case.
  std::string text;
  std::vector<Expression> children;

  friend bool operator==(const Expression& a, const Expression& b) {
    return a.kind == b.kind && a.flag == b.flag && a.parameter == b.parameter && a.text == b.text &&
           a.children == b.children;
  }
};

/// What a table is called: its name, and an index's name.
using TableReference = Expression;

struct OrderTerm {
  Expression key;
  bool descending = false;
  friend bool operator==(const OrderTerm&, const OrderTerm&) = default;
};

struct Select {
  /// `*`; then there are no columns.
  bool star = false;
  std::vector<Expression> columns;
  TableReference from;
  std::optional<Expression> where;
  std::vector<OrderTerm> order;
  friend bool operator==(const Select&, const Select&) = default;
};

struct Insert {
  TableReference into;
  /// INSERT INTO table VALUE value; without VALUE it would be many.
  bool single = true;
  Expression value;
  friend bool operator==(const Insert&, const Insert&) = default;
};

enum class Returning : std::uint8_t { none, all_old, modified_old, all_new, modified_new };

struct UpdateClause {
  Expression target;
  /// Of SET; absent: REMOVE.
  std::optional<Expression> value;
  friend bool operator==(const UpdateClause&, const UpdateClause&) = default;
};

struct Update {
  TableReference table;
  std::vector<UpdateClause> clauses;
  std::optional<Expression> where;
  Returning returning = Returning::none;
  friend bool operator==(const Update&, const Update&) = default;
};

struct Delete {
  TableReference from;
  std::optional<Expression> where;
  Returning returning = Returning::none;
  friend bool operator==(const Delete&, const Delete&) = default;
};

/// EXISTS(SELECT …)
struct Exists {
  Select select;
  friend bool operator==(const Exists&, const Exists&) = default;
};

/// An expression that stands alone: no statement of DynamoDB's.
struct Bare {
  Expression expression;
  friend bool operator==(const Bare&, const Bare&) = default;
};

struct Statement {
  std::variant<Select, Insert, Update, Delete, Exists, Bare> what;
  std::uint32_t parameters = 0;
  /// What the grammar knows and DynamoDB refuses; the first in the text.
  std::optional<std::string> objection;

  bool is_read() const { return std::holds_alternative<Select>(what); }
};

}  // namespace isotherm::partiql
