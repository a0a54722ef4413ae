#pragma once

// Short ways to write items and to run expressions in this room's tests.

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "expression/condition.h"
#include "expression/key_condition.h"
#include "expression/placeholders.h"
#include "expression/projection.h"
#include "expression/update.h"

namespace isotherm::expression::testing {

inline AttributeValue number(std::string_view text) { return Number::parse(text).value(); }
inline AttributeValue strings(std::vector<std::string> elements) {
  StringSet set{std::move(elements)};
  normalize(set);
  return set;
}
inline AttributeValue numbers(const std::vector<std::string>& elements) {
  NumberSet set;
  for (const std::string& element : elements) set.elements.push_back(*Number::parse(element));
  normalize(set);
  return set;
}
inline AttributeValue binaries(std::vector<Binary> elements) {
  BinarySet set{std::move(elements)};
  normalize(set);
  return set;
}
inline AttributeValue list(List elements) { return elements; }
inline AttributeValue map(Map members) { return members; }

/// "ok", or the message of the error.
template <class T>
std::string outcome(const Result<T>& result) {
  return result.ok() ? "ok" : result.error().message();
}

/// Placeholders of one request, and its scope.
struct Request {
  explicit Request(ExpressionValues values = {}, ExpressionNames names = {}) {
    if (!values.empty()) placeholders.values = std::move(values);
    if (!names.empty()) placeholders.names = std::move(names);
  }
  Request(const Request&) = delete;

  ExpressionPlaceholders placeholders;
  PlaceholderScope scope{placeholders};
};

inline std::string parse_error(std::string_view condition, ExpressionValues values = {},
                               ExpressionNames names = {}) {
  Request request(std::move(values), std::move(names));
  return outcome(parse_condition(condition, "FilterExpression", request.scope));
}

inline std::string update_error(std::string_view update, ExpressionValues values = {},
                                ExpressionNames names = {}) {
  Request request(std::move(values), std::move(names));
  return outcome(parse_update(update, request.scope));
}

/// Whether the condition, which must parse, holds.
inline bool holds(std::string_view condition, const Item& item, ExpressionValues values = {},
                  ExpressionNames names = {}) {
  Request request(std::move(values), std::move(names));
  const auto parsed = parse_condition(condition, "ConditionExpression", request.scope);
  EXPECT_EQ(outcome(parsed), "ok") << condition;
  return parsed.ok() && parsed->holds(item);
}

/// The item after the update, which must parse.
inline Result<Item> updated(std::string_view update, const Item& before,
                            ExpressionValues values = {}, ExpressionNames names = {}) {
  Request request(std::move(values), std::move(names));
  const auto parsed = parse_update(update, request.scope);
  EXPECT_EQ(outcome(parsed), "ok") << update;
  if (!parsed.ok()) return parsed.error();
  return parsed->apply(before);
}

}  // namespace isotherm::expression::testing
