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
Error index_differs_from_rule(const schema::IndexRule& rule, std::string_view how);
Error too_many_projected(const schema::IndexRule& rule);
Error existing_items(const ShardedIndex& index, std::string_view found);
Error restore_without_shards(std::string_view table, const schema::IndexRule& rule);
Error restore_with_overrides(std::string_view table);
Error import_into_sharded(std::string_view table);
Error too_many_writers();
Error legacy_guard(std::string_view attribute);
Error contradictory();

}  // namespace isotherm::gateway::messages
