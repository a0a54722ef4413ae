#pragma once

// Text to syntax tree.
//
//   statement  := (select | insert | update | delete | exists | expression) [';']
//   select     := SELECT column (',' column)* FROM expression [WHERE expression]
//                 [ORDER BY expression [ASC | DESC] (',' …)*]           column := '*' | expression
//   insert     := INSERT INTO path VALUE expression
//   update     := UPDATE path clause+ [WHERE expression] [returning]
//               | FROM path [WHERE expression] clause+ [returning]
//   clause     := SET path '=' expression (',' path '=' expression)* | REMOVE path
//   delete     := DELETE FROM path [WHERE expression] [returning]
//   returning  := RETURNING (ALL | MODIFIED) (OLD | NEW) '*'
//   exists     := EXISTS '(' select ')'
//
// Expressions bind, from the loosest: OR; AND; NOT; = <> IS IN; < <= > >= BETWEEN LIKE; + - ||;
// * / %; the signs; paths.

#include "model/error.h"
#include "partiql/syntax.h"

namespace isotherm::partiql {

/// Parses a statement, whose text must live as long as its tree. What the grammar does not know is
/// a ValidationException with the service's words.
Result<Statement> parse_statement(std::string_view text);

}  // namespace isotherm::partiql
