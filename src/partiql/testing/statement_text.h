#pragma once

// Syntax trees as text, for tests: what was written so parses to the same tree.

#include <string>

#include "partiql/syntax.h"

namespace isotherm::partiql {

inline std::string quoted(char quote, const std::string& text) {
  std::string out(1, quote);
  for (const char c : text) {
    out += c;
    if (c == quote) out += c;
  }
  return out += quote;
}

inline std::string to_text(const Expression& e);

inline std::string joined(const std::vector<Expression>& children, std::string_view between) {
  std::string text;
  for (const Expression& child : children) {
    if (!text.empty()) text += between;
    text += to_text(child);
  }
  return text;
}

/// In parentheses, so that nothing binds otherwise than the tree says.
inline std::string grouped(const Expression& e) { return "(" + to_text(e) + ")"; }

inline std::string infix(const Expression& e, std::string_view op) {
  std::string text;
  for (const Expression& child : e.children) {
    if (!text.empty()) text += " " + std::string(op) + " ";
    text += grouped(child);
  }
  return text;
}

inline std::string to_text(const Expression& e) {
  using Kind = ExpressionKind;
  switch (e.kind) {
    case Kind::null: return "NULL";
    case Kind::missing: return "missing";
    case Kind::boolean: return e.flag ? "TRUE" : "false";
    case Kind::number: return e.text;
    case Kind::string: return quoted('\'', e.text);
    case Kind::parameter: return "?";
    case Kind::name: return e.flag ? quoted('"', e.text) : e.text;
    case Kind::path: {
      std::string text = to_text(e.children[0]);
      for (std::size_t i = 1; i < e.children.size(); ++i) {
        const Expression& step = e.children[i];
        text += step.kind == Kind::name ? "." + to_text(step) : "[" + to_text(step) + "]";
      }
      return text;
    }
    case Kind::list: return "[" + joined(e.children, ", ") + "]";
    case Kind::bag: return "<<" + joined(e.children, ", ") + ">>";
    case Kind::tuple: {
      std::string text = "{";
      for (std::size_t i = 0; i + 1 < e.children.size(); i += 2) {
        if (i > 0) text += ", ";
        text += to_text(e.children[i]) + ": " + to_text(e.children[i + 1]);
      }
      return text + "}";
    }
    case Kind::call: return e.text + "(" + joined(e.children, ", ") + ")";
    case Kind::negation: return "NOT " + grouped(e.children[0]);
    case Kind::positive: return "+" + grouped(e.children[0]);
    case Kind::negative: return "-" + grouped(e.children[0]);
    case Kind::plus: return infix(e, "+");
    case Kind::minus: return infix(e, "-");
    case Kind::times: return infix(e, "*");
    case Kind::divide: return infix(e, "/");
    case Kind::modulo: return infix(e, "%");
    case Kind::concatenate: return infix(e, "||");
    case Kind::all_of: return infix(e, "and");
    case Kind::any_of: return infix(e, "OR");
    case Kind::eq: return infix(e, "=");
    case Kind::ne: return infix(e, "!=");
    case Kind::lt: return infix(e, "<");
    case Kind::le: return infix(e, "<=");
    case Kind::gt: return infix(e, ">");
    case Kind::ge: return infix(e, ">=");
    case Kind::between:
      return grouped(e.children[0]) + " BETWEEN " + grouped(e.children[1]) + " AND " +
             grouped(e.children[2]);
    case Kind::like: return infix(e, "LIKE");
    case Kind::in: return grouped(e.children[0]) + " IN " + to_text(e.children[1]);
    case Kind::is_type: return grouped(e.children[0]) + " IS " + e.text;
    default: return "?";
  }
}

inline std::string where_text(const std::optional<Expression>& where) {
  return where ? " WHERE " + to_text(*where) : "";
}

inline std::string returning_text(Returning returning) {
  switch (returning) {
    case Returning::none: return "";
    case Returning::all_old: return " RETURNING ALL OLD *";
    case Returning::modified_old: return " returning modified old *";
    case Returning::all_new: return " RETURNING ALL NEW *";
    case Returning::modified_new: return " RETURNING MODIFIED NEW *";
  }
  return "";
}

inline std::string to_text(const Select& select) {
  std::string text = "SELECT " + (select.star ? "*" : joined(select.columns, ", ")) + " FROM " +
                     to_text(select.from) + where_text(select.where);
  for (std::size_t i = 0; i < select.order.size(); ++i) {
    text += i == 0 ? " ORDER BY " : ", ";
    text += to_text(select.order[i].key) + (select.order[i].descending ? " DESC" : "");
  }
  return text;
}

inline std::string to_text(const Insert& insert) {
  return "INSERT INTO " + to_text(insert.into) + " VALUE " + to_text(insert.value);
}

inline std::string to_text(const Update& update) {
  std::string text = "UPDATE " + to_text(update.table);
  for (const UpdateClause& clause : update.clauses) {
    text += (clause.value ? " SET " : " REMOVE ") + to_text(clause.target);
    if (clause.value) text += " = " + to_text(*clause.value);
  }
  return text + where_text(update.where) + returning_text(update.returning);
}

inline std::string to_text(const Delete& remove) {
  return "DELETE FROM " + to_text(remove.from) + where_text(remove.where) +
         returning_text(remove.returning);
}

}  // namespace isotherm::partiql
