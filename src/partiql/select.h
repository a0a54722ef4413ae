#pragma once

// SELECT: prepared from its syntax, and run a page at a time.

#include "partiql/next_token.h"
#include "partiql/operations.h"
#include "partiql/read_plan.h"

namespace isotherm::partiql {

/// A part of an item, and the name that the answer gives it.
struct Column {
  expression::Path path;
  std::string name;
};

/// A SELECT, checked as far as can be without its table.
struct PreparedSelect {
  TableName from;
  /// None: `*`.
  std::vector<Column> columns;
  std::optional<ConditionNode> where;
  std::vector<OrderedAttribute> order;
  /// What is wrong with a column, but weighs less than a table or an index that cannot be read.
  std::optional<std::string> problem;

  /// The attributes that the columns are in, each once; none: all.
  std::vector<std::string> attributes() const;
  /// What the answer shows of an item.
  Item project(Item item) const;
};

Result<PreparedSelect> prepare_select(const Select& select, const Context& context);

/// A SELECT that has met its table.
struct PlannedSelect {
  PreparedSelect select;
  TableDescription table;
  ReadPlan plan;
};

struct ReadOptions {
  bool consistent = false;
  std::optional<std::int64_t> limit;
  ReturnConsumedCapacity capacity = ReturnConsumedCapacity::none;
  ScatterHint scatter = ScatterHint::none;
};

struct SelectPage {
  std::vector<Item> items;
  /// Where the next page begins; absent: the data ended.
  std::optional<PagePosition> next;
  ConsumedCapacity consumed;
};

/// Runs the plan from that place until a page is full.
Task<Result<SelectPage>> read_page(Store& store, const PlannedSelect& planned, ReadOptions options,
                                   PagePosition from);

}  // namespace isotherm::partiql
