#pragma once

// The gateway's texts about tables whose own keys are sharded; messages.h has the rest.

#include <string>
#include <string_view>

#include "gateway/key_layout.h"
#include "model/error.h"

namespace isotherm::gateway::messages {

/// The live table is not what the rule says, or holds what the rule did not write.
Error key_rule_does_not_fit(const KeyLayout& layout, std::string_view how);
/// A condition on the partition key's value, of which the store knows only the shard key.
Error key_in_condition(const KeyLayout& layout, std::string_view place);
Error key_in_if_not_exists(const KeyLayout& layout);
Error table_differs_from_rule(const schema::TableRule& rule, std::string_view how);
Error index_on_partition(const schema::KeyRule& rule, std::string_view index);
Error time_to_live_of_key(std::string_view attribute);
Error restore_by_another_rule(std::string_view source, std::string_view target);
Error restore_with_key_overrides(std::string_view table);
Error import_into_sharded_key(std::string_view table);
Error export_of_sharded_key(std::string_view table);
// Of tables whose shards are drawn.
Error put_twice(std::string_view table, const Item& key);
Error drawn_condition(const KeyLayout& layout);
Error drawn_old_values(const KeyLayout& layout);
Error drawn_upsert(const KeyLayout& layout);
Error drawn_in_transaction(const KeyLayout& layout);
Error shard_not_answered();
// Of tables with aggregates.
Error time_to_live_of_parts(std::string_view table);
Error index_of_parts(std::string_view table, std::string_view index);
Error parts_do_not_fit(std::string_view table, std::string_view attribute);
Error no_aggregate_value(const KeyLayout& layout, std::string_view attribute);
Error aggregate_is_read(const KeyLayout& layout, std::string_view place);
Error aggregate_is_returned(const KeyLayout& layout, std::string_view place);
Error add_and_reset(const KeyLayout& layout);
Error extreme_beside_others(const KeyLayout& layout);
Error extreme_in_transaction(const KeyLayout& layout);
/// The service's: two actions of a transaction are on one item.
Error one_item_twice();
Error too_many_shards_in_transaction(const KeyLayout& layout);

}  // namespace isotherm::gateway::messages
