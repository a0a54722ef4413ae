#include "partiql/statement_parser.h"

#include <array>

#include "partiql/parser.h"

namespace isotherm::partiql {
namespace {

struct ReturningWord {
  std::string_view first;
  std::string_view second;
  Returning returning;
};
constexpr std::array returning_words = std::to_array<ReturningWord>({
    {"all", "old", Returning::all_old},
    {"modified", "old", Returning::modified_old},
    {"all", "new", Returning::all_new},
    {"modified", "new", Returning::modified_new},
});

}  // namespace

Result<Statement> StatementParser::parse() {
  Statement statement;
  if (tokens_.is_keyword("select")) {
    ASSIGN_OR_RETURN(statement.what, parse_select());
  } else if (tokens_.is_keyword("insert")) {
    ASSIGN_OR_RETURN(statement.what, parse_insert());
  } else if (tokens_.is_keyword("update")) {
    ASSIGN_OR_RETURN(statement.what, parse_update());
  } else if (tokens_.is_keyword("from")) {
    ASSIGN_OR_RETURN(statement.what, parse_from_update());
  } else if (tokens_.is_keyword("delete")) {
    ASSIGN_OR_RETURN(statement.what, parse_delete());
  } else {
    ASSIGN_OR_RETURN(const bool is_exists, parse_exists(statement));
    if (!is_exists) {
      ASSIGN_OR_RETURN(Expression expression, expressions_.parse());
      statement.what = Bare{std::move(expression)};
    }
  }
  tokens_.accept(TokenKind::semicolon);
  if (!tokens_.is(TokenKind::end)) return message::malformed(message::unexpected_after);
  statement.parameters = expressions_.parameters();
  statement.objection = std::move(objection_);
  return statement;
}

Result<bool> StatementParser::parse_exists(Statement& statement) {
  if (!tokens_.is_keyword("exists") || tokens_.peek(1).kind != TokenKind::open ||
      !tokens_.is_keyword("select", 2)) {
    return false;
  }
  tokens_.take();
  tokens_.take();
  ASSIGN_OR_RETURN(Select select, parse_select());
  TRY(tokens_.expect(TokenKind::close, "RIGHT_PAREN"));
  statement.what = Exists{std::move(select)};
  return true;
}

Result<Select> StatementParser::parse_select() {
  tokens_.take();
  Select select;
  const Token& quantifier = tokens_.peek();
  if (tokens_.is_keyword("distinct") || tokens_.is_keyword("all") || tokens_.is_keyword("value")) {
    object(message::at("Unsupported clause: " + std::string(quantifier.source), tokens_.statement(),
                       quantifier.source));
    tokens_.take();
  }
  TRY(parse_columns(select));
  if (!tokens_.accept_keyword("from")) return message::malformed(message::expected_from);
  ASSIGN_OR_RETURN(select.from, expressions_.parse());
  TRY(parse_alias(true));
  if (tokens_.is(TokenKind::comma) || tokens_.is_keyword("join") || tokens_.is_keyword("inner") ||
      tokens_.is_keyword("left") || tokens_.is_keyword("right") || tokens_.is_keyword("full") ||
      tokens_.is_keyword("cross")) {
    return Error::validation(std::string(message::bad_source));
  }
  ASSIGN_OR_RETURN(select.where, parse_where());
  TRY(parse_order(select));
  TRY(parse_unsupported_clauses());
  return select;
}

Result<void> StatementParser::parse_columns(Select& select) {
  do {
    const Token& token = tokens_.peek();
    if (token.kind == TokenKind::op && token.word == "*") {
      tokens_.take();
      select.star = true;
      continue;
    }
    ASSIGN_OR_RETURN(Expression column, expressions_.parse());
    select.columns.push_back(std::move(column));
    TRY(parse_alias(false));
  } while (tokens_.accept(TokenKind::comma));
  if (select.star && !select.columns.empty()) {
    object("The SELECT list has other columns beside *");
  }
  return {};
}

Result<void> StatementParser::parse_alias(bool bare_allowed) {
  const bool has_as = tokens_.accept_keyword("as");
  const bool has_name = tokens_.is(TokenKind::word) || tokens_.is(TokenKind::quoted_name);
  if (!has_as && !(bare_allowed && has_name)) return {};
  if (!has_name) return message::malformed(message::expected("identifier for alias"));
  tokens_.take();
  object(std::string(message::aliasing));
  return {};
}

Result<std::optional<Expression>> StatementParser::parse_where() {
  if (!tokens_.accept_keyword("where")) return std::optional<Expression>();
  ASSIGN_OR_RETURN(Expression where, expressions_.parse());
  return std::optional<Expression>(std::move(where));
}

Result<void> StatementParser::parse_order(Select& select) {
  if (!tokens_.accept_keyword("order")) return {};
  if (!tokens_.accept_keyword("by")) return message::malformed(message::expected("BY after ORDER"));
  do {
    OrderTerm term;
    ASSIGN_OR_RETURN(term.key, expressions_.parse());
    if (tokens_.accept_keyword("desc")) {
      term.descending = true;
    } else {
      tokens_.accept_keyword("asc");
    }
    select.order.push_back(std::move(term));
  } while (tokens_.accept(TokenKind::comma));
  return {};
}

// GROUP BY, HAVING, LIMIT and OFFSET are PartiQL, and not DynamoDB's.
Result<void> StatementParser::parse_unsupported_clauses() {
  for (const std::string_view clause : {"group", "having", "limit", "offset"}) {
    if (!tokens_.is_keyword(clause)) continue;
    const Token token = tokens_.take();
    object(message::at("Unsupported clause: " + std::string(token.source), tokens_.statement(),
                       token.source));
    if (clause == "group" && !tokens_.accept_keyword("by")) {
      return message::malformed(message::expected("BY after GROUP"));
    }
    do {
      TRY(expressions_.parse());
    } while (clause == "group" && tokens_.accept(TokenKind::comma));
  }
  return {};
}

Result<Insert> StatementParser::parse_insert() {
  tokens_.take();
  if (!tokens_.accept_keyword("into")) return message::malformed(message::expected_into);
  Insert insert;
  ASSIGN_OR_RETURN(insert.into, expressions_.parse_simple_path());
  insert.single = tokens_.accept_keyword("value");
  if (!insert.single && tokens_.is_keyword("values")) {
    tokens_.take();
    do {
      ASSIGN_OR_RETURN(insert.value, expressions_.parse());
    } while (tokens_.accept(TokenKind::comma));
    return insert;
  }
  ASSIGN_OR_RETURN(insert.value, expressions_.parse());
  if (tokens_.is_keyword("returning")) {
    ASSIGN_OR_RETURN(const Returning returning, parse_returning());
    if (returning != Returning::none) object("RETURNING is not supported in INSERT statements");
  }
  return insert;
}

Result<Update> StatementParser::parse_update() {
  tokens_.take();
  Update update;
  ASSIGN_OR_RETURN(update.table, expressions_.parse_simple_path());
  TRY(parse_alias(true));
  TRY(parse_clauses(update));
  ASSIGN_OR_RETURN(update.where, parse_where());
  ASSIGN_OR_RETURN(update.returning, parse_returning());
  return update;
}

Result<Update> StatementParser::parse_from_update() {
  tokens_.take();
  Update update;
  ASSIGN_OR_RETURN(update.table, expressions_.parse());
  TRY(parse_alias(true));
  ASSIGN_OR_RETURN(update.where, parse_where());
  TRY(parse_clauses(update));
  ASSIGN_OR_RETURN(update.returning, parse_returning());
  return update;
}

Result<void> StatementParser::parse_clauses(Update& update) {
  while (true) {
    if (tokens_.accept_keyword("set")) {
      TRY(parse_set(update));
    } else if (tokens_.accept_keyword("remove")) {
      UpdateClause clause;
      ASSIGN_OR_RETURN(clause.target, expressions_.parse_simple_path());
      update.clauses.push_back(std::move(clause));
    } else {
      break;
    }
  }
  if (update.clauses.empty()) return message::malformed(message::expected_manipulation);
  return {};
}

Result<void> StatementParser::parse_set(Update& update) {
  do {
    UpdateClause clause;
    ASSIGN_OR_RETURN(clause.target, expressions_.parse_simple_path());
    if (tokens_.peek().word != "=")
      return message::malformed(message::expected("= after SET path"));
    tokens_.take();
    ASSIGN_OR_RETURN(clause.value, expressions_.parse());
    update.clauses.push_back(std::move(clause));
  } while (tokens_.accept(TokenKind::comma));
  return {};
}

Result<Delete> StatementParser::parse_delete() {
  tokens_.take();
  if (!tokens_.accept_keyword("from")) {
    return message::malformed(message::expected("FROM after DELETE"));
  }
  Delete remove;
  ASSIGN_OR_RETURN(remove.from, expressions_.parse_simple_path());
  TRY(parse_alias(true));
  ASSIGN_OR_RETURN(remove.where, parse_where());
  ASSIGN_OR_RETURN(remove.returning, parse_returning());
  return remove;
}

Result<Returning> StatementParser::parse_returning() {
  if (!tokens_.accept_keyword("returning")) return Returning::none;
  for (const ReturningWord& words : returning_words) {
    if (!tokens_.is_word(words.first) || !tokens_.is_word(words.second, 1)) continue;
    tokens_.take();
    tokens_.take();
    if (tokens_.peek().word != "*") return message::malformed(message::expected_returning);
    tokens_.take();
    return words.returning;
  }
  return message::malformed(message::expected_returning);
}

Result<Statement> parse_statement(std::string_view text) {
  auto tokens = tokenize(text);
  if (!tokens) return message::malformed("");
  return StatementParser(TokenStream(text, std::move(*tokens))).parse();
}

}  // namespace isotherm::partiql
