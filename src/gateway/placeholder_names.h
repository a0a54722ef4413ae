#pragma once

// Placeholders of the gateway's own in a client's expressions: names that the client does not use.

#include <string>

#include "expression/placeholders.h"

namespace isotherm::gateway {

/// Adds to a request's placeholders. Refers to them.
class PlaceholderNames {
 public:
  explicit PlaceholderNames(ExpressionPlaceholders& placeholders) : placeholders_(placeholders) {}

  /// A new placeholder for an attribute's name: "#isotherm0".
  std::string name(std::string attribute);
  /// A new placeholder for a value: ":isotherm0".
  std::string value(AttributeValue value);

 private:
  ExpressionPlaceholders& placeholders_;
  int next_ = 0;
};

}  // namespace isotherm::gateway
