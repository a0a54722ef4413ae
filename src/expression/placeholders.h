#pragma once

// What the placeholders of one request stand for (#name, :value), and which of them its
// expressions used: the service refuses a request that defines one and does not use it.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/attribute_value.h"
#include "model/error.h"

namespace isotherm {

/// ExpressionAttributeNames: "#n" to an attribute's name.
using ExpressionNames = std::map<std::string, std::string, std::less<>>;
/// ExpressionAttributeValues: ":v" to a value.
using ExpressionValues = std::map<std::string, AttributeValue, std::less<>>;

/// Both as the client gave them: an absent map was left out, an empty one was given empty.
struct ExpressionPlaceholders {
  std::optional<ExpressionNames> names;
  std::optional<ExpressionValues> values;
};

namespace expression {

/// Looks placeholders up for the parsers of one request. Refers to the request, which must live on.
class PlaceholderScope {
 public:
  explicit PlaceholderScope(const ExpressionPlaceholders& given) : given_(given) {}

  /// The name for "#n" (nullptr: not defined), marked as used.
  const std::string* name(std::string_view placeholder);
  /// The value for ":v" (nullptr: not defined), marked as used.
  const AttributeValue* value(std::string_view placeholder);

  /// Whether ExpressionAttributeNames/Values were given at all.
  bool has_names() const { return given_.names.has_value(); }
  bool has_values() const { return given_.values.has_value(); }

  /// Checks of the maps themselves, before any expression is parsed: not empty, keys well formed
  /// and short enough, total size. `has_expression`: whether the request has any expression; the
  /// service refuses placeholders without one.
  Result<void> check_given(bool has_expression) const;
  /// After all expressions were parsed: everything defined was used.
  Result<void> check_all_used() const;

 private:
  const ExpressionPlaceholders& given_;
  /// The entries of `given_` that were looked up, with repetitions.
  std::vector<const std::string*> used_names_;
  std::vector<const AttributeValue*> used_values_;
};

}  // namespace expression
}  // namespace isotherm
