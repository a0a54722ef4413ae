#pragma once

// UpdateExpression: SET, REMOVE, ADD, DELETE.

#include <memory>
#include <set>
#include <string_view>
#include <vector>

#include "expression/path.h"
#include "expression/placeholders.h"

namespace isotherm::expression {

struct UpdateActions;

/// A parsed update. Immutable, cheap to copy, safe to apply from many threads.
class Update {
 public:
  explicit Update(std::shared_ptr<const UpdateActions> actions) : actions_(std::move(actions)) {}

  /// The item after the update. Every right-hand side reads the item as it was; actions of one
  /// update never see each other. ValidationException for a bad operand, a path that does not
  /// exist, a number that overflows.
  Result<Item> apply(const Item& before) const;

  /// Paths that the update writes (targets), in the order of the text.
  std::vector<Path> targets() const;
  /// Paths that right-hand sides and functions read, ADD's and DELETE's targets among them.
  std::vector<Path> operands() const;

  /// The parts of `item` (before or after) that the update touches: what UPDATED_OLD and
  /// UPDATED_NEW return.
  Item touched(const Item& item) const;

  const UpdateActions& actions() const { return *actions_; }

 private:
  std::shared_ptr<const UpdateActions> actions_;
};

Result<Update> parse_update(std::string_view text, PlaceholderScope& placeholders);

}  // namespace isotherm::expression
