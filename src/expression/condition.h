#pragma once

// ConditionExpression and FilterExpression: parse once, evaluate on any number of items.

#include <memory>
#include <string_view>
#include <vector>

#include "expression/path.h"
#include "expression/placeholders.h"

namespace isotherm::expression {

struct ConditionNode;

/// A parsed condition. Immutable, cheap to copy, safe to evaluate from many threads.
class Condition {
 public:
  explicit Condition(std::shared_ptr<const ConditionNode> root) : root_(std::move(root)) {}

  /// Whether the condition is true of the item. A missing item is an empty one. Values are
  /// compared by the service's rules: different types are never equal nor ordered.
  bool holds(const Item& item) const;

  /// Every document path that the condition names.
  std::vector<Path> paths() const;

  const ConditionNode& root() const { return *root_; }

 private:
  std::shared_ptr<const ConditionNode> root_;
};

/// Parses; `parameter` is "ConditionExpression" or "FilterExpression", as messages name it.
/// Limits, reserved words, undefined placeholders and wrong operand types are ValidationExceptions
/// with the service's texts. The whole text must be consumed.
Result<Condition> parse_condition(std::string_view text, std::string_view parameter,
                                  PlaceholderScope& placeholders);

}  // namespace isotherm::expression
