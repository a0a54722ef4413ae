#pragma once

// Checks of keys and paths that the store cannot make for us, since to it the logical partition
// key is an attribute like any other. The service's words and order.

#include <vector>

#include "expression/path.h"
#include "expression/placeholders.h"
#include "gateway/layout.h"
#include "model/error.h"

namespace isotherm::gateway {

/// A key: exactly the key attributes, with their types, not empty, not too long.
Result<void> check_key(const Item& key, const KeySchema& schema);

/// Whether a value can be this attribute of a key: by its type and length.
bool can_be_key(const AttributeValue& value, const AttributeDefinition& attribute,
                bool is_partition);

/// Paths in a request: none goes into a logical partition key, none names a hidden attribute.
/// `place` is the parameter they stand in.
Result<void> check_paths(const Layout& layout, const std::vector<expression::Path>& paths,
                         std::string_view place);

/// Paths that the gateway itself follows: none goes into a key of the table or of any index, in the
/// store's order.
Result<void> check_key_paths(const Layout& layout, const std::vector<expression::Path>& paths);

/// Whether a text may hold a path that check_paths would refuse; cheaper than parsing it.
bool may_need_check(const Layout& layout, std::string_view text,
                    const ExpressionPlaceholders& placeholders);

}  // namespace isotherm::gateway
