#pragma once

// One statement, run: what ExecuteStatement and BatchExecuteStatement share.

#include "partiql/parser.h"
#include "partiql/select.h"
#include "partiql/write.h"

namespace isotherm::partiql {

/// The statement, parsed, with as many parameters as it asks for. What the grammar knows and
/// DynamoDB refuses is an error, too.
Result<Statement> parse_checked(const std::string& text,
                                const std::vector<AttributeValue>& parameters);

/// Which reads a SELECT may be.
enum class ReadRule {
  any,
  one_key,  ///< of one item by its key, and nothing else (batches)
};

struct SelectOptions {
  ReadRule rule = ReadRule::any;
  bool consistent = false;
};

/// What a statement's own answer tells of its table, also when it fails.
struct TableSeen {
  std::optional<std::string> name;
};

Task<Result<PlannedSelect>> plan_select(Store& store, const Select& select, Context context,
                                        SelectOptions options, TableSeen& seen);

struct WriteOptions {
  ReturnConsumedCapacity capacity = ReturnConsumedCapacity::none;
  ReturnValuesOnConditionCheckFailure on_failure = ReturnValuesOnConditionCheckFailure::none;
};

/// INSERT, UPDATE and DELETE. An item that is there already is a DuplicateItemException.
Task<Result<WriteItemResponse>> run_write(Store& store, const Statement& statement, Context context,
                                          WriteOptions options, TableSeen& seen);

/// A statement that writes, prepared without its table.
Result<PreparedWrite> prepare_write(const Statement& statement, const Context& context);

}  // namespace isotherm::partiql
