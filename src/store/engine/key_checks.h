#pragma once

// Checks of keys against a table, with the service's texts and in its order.

#include <string_view>
#include <vector>

#include "expression/path.h"
#include "model/attribute_value.h"
#include "store/engine/table.h"

namespace isotherm::engine {

/// A Key member: exactly the key attributes, with their types, not empty, not too long.
Result<void> check_key(const Item& key, const KeySchema& schema);

/// The key attributes of an item that is put.
Result<void> check_item_key(const Item& item, const KeySchema& schema);

/// Index keys of an item that is put: an attribute that has another type, or is empty or too long,
/// is refused.
Result<void> check_index_keys(const Item& item, const Table& table);

/// The same of an item that an update made. What the item held before is let be.
Result<void> check_updated_index_keys(const Item& after, const Item* before, const Table& table);

/// Whether an item is in an index: it has all key attributes, with their types. An item that is
/// older than the index may hold values that no key can have (empty, too long); it is left out.
bool belongs_in(const Item& item, const KeySchema& index_key);

/// Paths into key attributes: they are scalars.
Result<void> check_key_paths(const std::vector<expression::Path>& paths, const Table& table);

}  // namespace isotherm::engine
