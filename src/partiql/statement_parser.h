#pragma once

// The grammar of statements.

#include "partiql/expression_parser.h"

namespace isotherm::partiql {

class StatementParser {
 public:
  explicit StatementParser(TokenStream tokens)
      : tokens_(std::move(tokens)), expressions_(tokens_, *this) {}
  ~StatementParser() = default;
  StatementParser(const StatementParser&) = delete;
  StatementParser& operator=(const StatementParser&) = delete;

  Result<Statement> parse();

  // Also inside expressions. Each begins at its first word.
  Result<Select> parse_select();
  Result<Insert> parse_insert();
  Result<Update> parse_update();
  Result<Update> parse_from_update();
  Result<Delete> parse_delete();

 private:
  Result<void> parse_columns(Select& select);
  Result<void> parse_order(Select& select);
  Result<void> parse_unsupported_clauses();
  Result<std::optional<Expression>> parse_where();
  Result<void> parse_clauses(Update& update);
  Result<void> parse_set(Update& update);
  Result<Returning> parse_returning();
  /// AS name, or a name.
  Result<void> parse_alias(bool bare_allowed);
  Result<bool> parse_exists(Statement& statement);

  void object(std::string text) {
    if (!objection_) objection_ = std::move(text);
  }

  TokenStream tokens_;
  ExpressionParser expressions_;
  std::optional<std::string> objection_;
};

}  // namespace isotherm::partiql
