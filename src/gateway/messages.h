#pragma once

// The gateway's texts. Where the service would refuse, its words; where only the gateway refuses,
// ours: they begin with "Isotherm:", say why, and what to do.

#include <string_view>

#include "gateway/layout.h"
#include "model/error.h"

namespace isotherm::gateway::messages {

// The service's.
Error index_key_type_mismatch(const AttributeDefinition& key, const AttributeValue& value,
                              std::string_view index);
Error empty_index_key(const AttributeDefinition& key, std::string_view index);
Error partition_key_too_long();
Error updated_index_key_type();
Error updated_index_key_empty(const AttributeDefinition& key);
Error key_is_not_scalar(std::string_view attribute, bool of_index);
Error no_such_index(std::string_view index);
Error consistent_global_read();
Error all_attributes_of_partial_index(std::string_view index);
Error not_projected(std::string_view index, const std::vector<std::string>& attributes);
Error filter_on_key(bool legacy, std::string_view attribute);
Error bad_start_key();
/// "The provided starting key is invalid: " + why.
Error bad_start_key(const Error& why);
Error key_does_not_match();
Error empty_key(const AttributeDefinition& key);
Error sort_key_too_long();
Error start_key_of_one_row();
Error start_key_outside();
Error start_key_against_sort_condition();

// Ours.
/// `place`: "the item", "ConditionExpression", …
Error hidden_attribute(std::string_view attribute, std::string_view place);
/// An item whose inputs choose no shard of the index, and why.
Error no_shard(const ShardedIndex& index, const Error& why);
Error physical_index_name(std::string_view index);
Error rule_does_not_fit(const ShardedIndex& index);
/// A query of more than one shard, where that is forbidden by `whom`; `cure`: what makes it one.
Error scatter_forbidden(const ShardedIndex& index, std::string_view whom, std::string_view cure);
Error index_differs_from_rule(const schema::IndexRule& rule, std::string_view how);
Error too_many_projected(const schema::IndexRule& rule);
Error existing_items(const ShardedIndex& index, std::string_view found);
Error restore_without_shards(std::string_view table, const schema::IndexRule& rule);
Error restore_with_overrides(std::string_view table);
Error import_into_sharded(std::string_view table);
Error too_many_writers();
// Of index tables.
Error no_such_table(std::string_view table);
Error index_exists();
Error stream_beside_indexes();
Error one_index_at_a_time();
Error index_table_name(std::string_view table);
Error updated_item_too_large();
/// An entry whose sort value and table key are too long as one text.
Error index_text_too_long(std::string_view index);
Error index_table_is_there(std::string_view index, std::string_view table);
Error items_past_index_table(std::string_view table, std::string_view index);
Error time_to_live_not_projected(std::string_view index, std::string_view attribute);
Error too_many_physical_actions(std::size_t actions, std::size_t physical);
Error too_large_to_fill(std::string_view index);
Error legacy_guard(std::string_view attribute);
Error contradictory();

}  // namespace isotherm::gateway::messages
