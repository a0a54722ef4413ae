#pragma once

// Conditions on keys as people type them for `explain query --key`:
//
//   test  := name [":" type] operator value
//   type  := "S" | "N" | "B"                        S without one; B takes base64
//   operator := "=" | "<" | "<=" | ">" | ">=" | "^="     "^=" is begins_with
//
// Two tests of one attribute, ">=" and "<=", are a BETWEEN.

#include <string>
#include <string_view>
#include <vector>

#include "cli/options.h"
#include "model/attribute_value.h"
#include "store/read_operations.h"

namespace isotherm::cli {

struct KeyTerm {
  std::string attribute;
  std::string_view comparison;
  AttributeValue value;
};

Expected<KeyTerm, UsageError> parse_key_term(std::string_view text);

/// Sets the request's key condition expression and its placeholders.
void set_key_condition(const std::vector<KeyTerm>& tests, QueryRequest& request);

}  // namespace isotherm::cli
