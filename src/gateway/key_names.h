#pragma once

// The partition key attribute of a table whose own key is sharded, where a client's expressions
// name it: to the store it holds the shard key, to the client the partition key.
//
//   attribute_exists(PK), attribute_not_exists(PK)   the same of both: stays
//   a right-hand side of an update                   the value of the request's own key
//   anything else                                    of the attribute that `original` names; it is
//                                                    refused without one

#include <optional>
#include <string>
#include <vector>

#include "expression/legacy.h"
#include "expression/placeholders.h"
#include "gateway/key_layout.h"

namespace isotherm::gateway {

/// Whether an expression names a hidden attribute.
bool names_hidden(const KeyLayout& layout, std::string_view text,
                  const ExpressionPlaceholders& placeholders);

/// Whether an expression names the partition key beyond asking whether it is there.
bool names_partition(const KeyLayout& layout, std::string_view text,
                     const ExpressionPlaceholders& placeholders);

/// Renames the partition key in the expressions of one request.
class KeyNames {
 public:
  KeyNames(const KeyLayout& layout, ExpressionPlaceholders& placeholders)
      : layout_(layout), placeholders_(placeholders) {}

  /// The text with `original` in the place of the partition key. Refuses it when there is none;
  /// `place` is the parameter.
  Result<void> rename(std::string& text, std::string_view place);
  /// The text of an update with the key's own value in its place: an item that is yet to be made
  /// has it as well. Refuses if_not_exists of it, which takes no value.
  Result<void> replace(std::string& text, const AttributeValue& partition);

 private:
  const KeyLayout& layout_;
  ExpressionPlaceholders& placeholders_;
  /// Of `original`, once it was needed.
  std::string placeholder_;
  /// Of the key's value.
  std::string value_;
};

/// Takes the placeholders out that none of the texts uses; what is empty then is left out.
void drop_unused(const std::vector<const std::optional<std::string>*>& texts,
                 ExpressionPlaceholders& placeholders);

/// The same renaming of the parameters that came before expressions.
Result<void> rename_key(const KeyLayout& layout, ExpectedAttributes& expected);
Result<void> rename_key(const KeyLayout& layout, LegacyConditions& conditions,
                        std::string_view place);

}  // namespace isotherm::gateway
