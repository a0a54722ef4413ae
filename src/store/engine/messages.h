#pragma once

// The engine's texts: what the service says, to the letter. Sources: the public conformance suite,
// dynalite's tests (which were run against the service), and the Developer Guide.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/attribute_value.h"
#include "model/error.h"
#include "model/table.h"

namespace isotherm::engine::messages {

/// "One or more parameter values were invalid: " + what.
Error invalid_parameters(std::string_view what);

// Tables.
Error table_not_found(std::string_view table);
Error table_exists(std::string_view table);
Error table_in_use(std::string_view table, std::string_view why);
Error capacity_in_use(std::string_view table);
Error index_in_use(std::string_view table, std::string_view index);
/// Of DeleteTable.
Error table_is_updating(std::string_view table);
Error indexes_in_use();
Error deletion_protected();
Error index_exists();
/// `what`: "table", or "index <name>".
Error throughput_unchanged(std::string_view what, const ProvisionedThroughput& current);
Error too_many_index_changes();
/// One decrease of capacity more than a day has.
Error too_many_decreases(std::int64_t today, UnixMillis last, UnixMillis next);
/// "<what> must be the only operation in the request".
Error not_the_only_operation(std::string_view what);

// Backups.
Error no_such_table(std::string_view table);
Error target_exists(std::string_view table);
Error table_is_busy(std::string_view table, std::string_view why);
Error backup_not_found(std::string_view arn);
Error backup_in_use(std::string_view arn, std::string_view why);
Error bad_backup_arn(std::string_view arn);
Error bad_time_range();
Error no_such_index_to_restore(std::string_view index);
Error recovery_period_without_recovery();
Error no_recovery(std::string_view table);
Error no_restore_time();
Error two_restore_times();
Error no_source_table();
Error bad_restore_time();

// Keys.
Error key_does_not_match();
Error missing_key(std::string_view attribute);
Error key_type_mismatch(const AttributeDefinition& key, const AttributeValue& value);
Error index_key_type_mismatch(const AttributeDefinition& key, const AttributeValue& value,
                              std::string_view index);
Error empty_key(const AttributeDefinition& key);
Error empty_index_key(const AttributeDefinition& key, std::string_view index);
/// Of an UpdateExpression whose outcome is known only with the item.
Error updated_index_key_type();
Error updated_index_key_empty(const AttributeDefinition& key);
Error partition_key_too_long();
Error sort_key_too_long();
Error key_is_not_scalar(std::string_view attribute, bool of_index);
Error key_update(std::string_view attribute);

// Items.
Error item_too_large();
Error updated_item_too_large();
Error duplicate_keys();
Error duplicate_attribute(std::string_view attribute);

// Transactions.
Error repeated_item();
Error transaction_too_large();
Error idempotent_parameter_mismatch();

// Parameters.
Error mixed_parameters(const std::vector<std::string_view>& legacy,
                       const std::vector<std::string_view>& expressions);
Error names_without_expression();
Error values_without_expression(const std::vector<std::string_view>& expressions);
Error return_values_of_replacement();
Error no_key_condition();
Error key_condition_count();

// Reads.
Error no_such_index(std::string_view index);
Error index_is_backfilling(std::string_view index);
Error consistent_global_read();
Error bad_start_key();
Error bad_start_key(std::string_view why);
Error start_key_outside();
Error start_key_against_sort_condition();
Error start_key_of_one_row();
Error start_key_of_other_segment(std::int64_t total, std::int64_t segment);
Error filter_on_key(bool legacy, std::string_view attribute);
Error all_attributes_of_partial_index(std::string_view index);
Error not_projected(std::string_view index, const std::vector<std::string>& attributes);
Error segment_without_total();
Error total_without_segment();
Error segment_out_of_range(std::int64_t segment, std::int64_t total);

}  // namespace isotherm::engine::messages
