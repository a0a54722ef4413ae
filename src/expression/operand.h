#pragma once

// Operands with their placeholders looked up, and the choice among several mistakes.

#include <optional>
#include <string>
#include <variant>

#include "expression/path.h"
#include "expression/placeholders.h"
#include "expression/syntax.h"

namespace isotherm::expression {

/// size(path) or size(:value).
struct SizeOf {
  std::variant<Path, AttributeValue> of;
};
using Operand = std::variant<Path, AttributeValue, SizeOf>;

/// Of several mistakes in one expression the service reports one of the lowest rank, and of
/// several of that rank the first.
class Mistakes {
 public:
  void note(int rank, std::string text) {
    if (!text_ || rank < rank_) {
      rank_ = rank;
      text_ = std::move(text);
    }
  }
  /// The one to report, or nullptr.
  const std::string* first() const { return text_ ? &*text_ : nullptr; }

 private:
  int rank_ = 0;
  std::optional<std::string> text_;
};

/// The path of a path node. Placeholders that are not defined, indexes out of range and too many
/// levels are noted with `rank`.
Path resolve_path(const SyntaxTree& tree, NodeId id, PlaceholderScope& placeholders,
                  Mistakes& mistakes, int rank);

/// The value of a value node; Null after its placeholder was noted as not defined.
AttributeValue resolve_value(const SyntaxNode& node, PlaceholderScope& placeholders,
                             Mistakes& mistakes, int rank);

/// The first name in the text that is a reserved word; empty: none.
std::string_view first_reserved_word(const SyntaxTree& tree);

}  // namespace isotherm::expression
