#pragma once

// Names of the API model's enumerations, each in the order in which the service lists them in
// "Member must satisfy enum value set: […]".

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "expression/legacy.h"
#include "model/insights.h"
#include "model/table.h"
#include "store/backup_operations.h"
#include "store/export_operations.h"
#include "store/parameters.h"
#include "store/stream_operations.h"

namespace isotherm::codec {

template <class E, std::size_t N>
using EnumNames = std::array<std::pair<std::string_view, E>, N>;

inline constexpr EnumNames<ReturnConsumedCapacity, 3> return_consumed_capacity_names{{
    {"INDEXES", ReturnConsumedCapacity::indexes},
    {"TOTAL", ReturnConsumedCapacity::total},
    {"NONE", ReturnConsumedCapacity::none},
}};

inline constexpr EnumNames<ReturnItemCollectionMetrics, 2> return_item_collection_metrics_names{{
    {"SIZE", ReturnItemCollectionMetrics::size},
    {"NONE", ReturnItemCollectionMetrics::none},
}};

inline constexpr EnumNames<ReturnValues, 5> return_values_names{{
    {"ALL_NEW", ReturnValues::all_new},
    {"UPDATED_OLD", ReturnValues::updated_old},
    {"ALL_OLD", ReturnValues::all_old},
    {"NONE", ReturnValues::none},
    {"UPDATED_NEW", ReturnValues::updated_new},
}};

inline constexpr EnumNames<ReturnValuesOnConditionCheckFailure, 2> on_condition_check_failure_names{
    {
        {"ALL_OLD", ReturnValuesOnConditionCheckFailure::all_old},
        {"NONE", ReturnValuesOnConditionCheckFailure::none},
    }};

inline constexpr EnumNames<Select, 4> select_names{{
    {"SPECIFIC_ATTRIBUTES", Select::specific_attributes},
    {"COUNT", Select::count},
    {"ALL_ATTRIBUTES", Select::all_attributes},
    {"ALL_PROJECTED_ATTRIBUTES", Select::all_projected_attributes},
}};

inline constexpr EnumNames<ConditionalOperator, 2> conditional_operator_names{{
    {"OR", ConditionalOperator::any_of},
    {"AND", ConditionalOperator::all_of},
}};

inline constexpr EnumNames<ComparisonOperator, 13> comparison_operator_names{{
    {"IN", ComparisonOperator::in},
    {"NULL", ComparisonOperator::null},
    {"BETWEEN", ComparisonOperator::between},
    {"LT", ComparisonOperator::lt},
    {"NOT_CONTAINS", ComparisonOperator::not_contains},
    {"EQ", ComparisonOperator::eq},
    {"GT", ComparisonOperator::gt},
    {"NOT_NULL", ComparisonOperator::not_null},
    {"NE", ComparisonOperator::ne},
    {"LE", ComparisonOperator::le},
    {"BEGINS_WITH", ComparisonOperator::begins_with},
    {"GE", ComparisonOperator::ge},
    {"CONTAINS", ComparisonOperator::contains},
}};

inline constexpr EnumNames<AttributeAction, 3> attribute_action_names{{
    {"ADD", AttributeAction::add},
    {"DELETE", AttributeAction::remove},
    {"PUT", AttributeAction::put},
}};

inline constexpr EnumNames<KeyType, 3> attribute_type_names{{
    {"B", KeyType::B},
    {"N", KeyType::N},
    {"S", KeyType::S},
}};

/// Whether a key element is the partition key.
inline constexpr EnumNames<bool, 2> key_type_names{{{"HASH", true}, {"RANGE", false}}};

inline constexpr EnumNames<BillingMode, 2> billing_mode_names{{
    {"PROVISIONED", BillingMode::provisioned},
    {"PAY_PER_REQUEST", BillingMode::pay_per_request},
}};

inline constexpr EnumNames<ProjectionType, 3> projection_type_names{{
    {"ALL", ProjectionType::all},
    {"INCLUDE", ProjectionType::include},
    {"KEYS_ONLY", ProjectionType::keys_only},
}};

/// Whether Contributor Insights is to be enabled.
inline constexpr EnumNames<bool, 2> insights_action_names{{{"ENABLE", true}, {"DISABLE", false}}};

inline constexpr EnumNames<InsightsMode, 2> insights_mode_names{{
    {"ACCESSED_AND_THROTTLED_KEYS", InsightsMode::accessed_and_throttled},
    {"THROTTLED_KEYS", InsightsMode::throttled},
}};

inline constexpr EnumNames<std::string_view, 2> table_class_names{{
    {"STANDARD", "STANDARD"},
    {"STANDARD_INFREQUENT_ACCESS", "STANDARD_INFREQUENT_ACCESS"},
}};

inline constexpr EnumNames<std::string_view, 2> sse_type_names{{
    {"AES256", "AES256"},
    {"KMS", "KMS"},
}};

inline constexpr EnumNames<StreamViewType, 4> stream_view_type_names{{
    {"NEW_IMAGE", StreamViewType::new_image},
    {"OLD_IMAGE", StreamViewType::old_image},
    {"NEW_AND_OLD_IMAGES", StreamViewType::new_and_old_images},
    {"KEYS_ONLY", StreamViewType::keys_only},
}};

inline constexpr EnumNames<ShardIteratorType, 4> shard_iterator_type_names{{
    {"TRIM_HORIZON", ShardIteratorType::trim_horizon},
    {"LATEST", ShardIteratorType::latest},
    {"AT_SEQUENCE_NUMBER", ShardIteratorType::at_sequence_number},
    {"AFTER_SEQUENCE_NUMBER", ShardIteratorType::after_sequence_number},
}};

inline constexpr EnumNames<bool, 1> shard_filter_type_names{{{"CHILD_SHARDS", true}}};

inline constexpr EnumNames<StreamStatus, 4> stream_status_names{{
    {"ENABLING", StreamStatus::enabling},
    {"ENABLED", StreamStatus::enabled},
    {"DISABLING", StreamStatus::disabling},
    {"DISABLED", StreamStatus::disabled},
}};

inline constexpr EnumNames<StreamEvent, 3> stream_event_names{{
    {"INSERT", StreamEvent::insert},
    {"MODIFY", StreamEvent::modify},
    {"REMOVE", StreamEvent::remove},
}};

inline constexpr EnumNames<BackupStatus, 3> backup_status_names{{
    {"CREATING", BackupStatus::creating},
    {"DELETED", BackupStatus::deleted},
    {"AVAILABLE", BackupStatus::available},
}};

inline constexpr EnumNames<BackupType, 3> backup_type_names{{
    {"USER", BackupType::user},
    {"SYSTEM", BackupType::system},
    {"AWS_BACKUP", BackupType::aws_backup},
}};

/// ALL is no type: nothing.
inline constexpr EnumNames<std::optional<BackupType>, 4> backup_type_filter_names{{
    {"USER", BackupType::user},
    {"SYSTEM", BackupType::system},
    {"AWS_BACKUP", BackupType::aws_backup},
    {"ALL", std::nullopt},
}};

inline constexpr EnumNames<ExportStatus, 3> export_status_names{{
    {"IN_PROGRESS", ExportStatus::in_progress},
    {"COMPLETED", ExportStatus::completed},
    {"FAILED", ExportStatus::failed},
}};

inline constexpr EnumNames<ExportFormat, 2> export_format_names{{
    {"DYNAMODB_JSON", ExportFormat::dynamodb_json},
    {"ION", ExportFormat::ion},
}};

inline constexpr EnumNames<ExportType, 2> export_type_names{{
    {"FULL_EXPORT", ExportType::full},
    {"INCREMENTAL_EXPORT", ExportType::incremental},
}};

inline constexpr EnumNames<ExportView, 2> export_view_names{{
    {"NEW_IMAGE", ExportView::new_image},
    {"NEW_AND_OLD_IMAGES", ExportView::new_and_old_images},
}};

inline constexpr EnumNames<std::string_view, 2> sse_algorithm_names{{
    {"AES256", "AES256"},
    {"KMS", "KMS"},
}};

inline constexpr EnumNames<ImportStatus, 5> import_status_names{{
    {"IN_PROGRESS", ImportStatus::in_progress},
    {"COMPLETED", ImportStatus::completed},
    {"CANCELLING", ImportStatus::cancelling},
    {"CANCELLED", ImportStatus::cancelled},
    {"FAILED", ImportStatus::failed},
}};

inline constexpr EnumNames<ImportFormat, 3> import_format_names{{
    {"DYNAMODB_JSON", ImportFormat::dynamodb_json},
    {"ION", ImportFormat::ion},
    {"CSV", ImportFormat::csv},
}};

inline constexpr EnumNames<ImportCompression, 3> import_compression_names{{
    {"GZIP", ImportCompression::gzip},
    {"ZSTD", ImportCompression::zstd},
    {"NONE", ImportCompression::none},
}};

template <class E, std::size_t N>
std::string enum_constraint(const EnumNames<E, N>& names) {
  std::string text = "Member must satisfy enum value set: [";
  for (std::size_t i = 0; i < N; ++i) {
    if (i > 0) text += ", ";
    text += names[i].first;
  }
  return text += ']';
}

/// The name of a value that has one.
template <class E, std::size_t N>
constexpr std::string_view enum_name(const EnumNames<E, N>& names, E value) {
  for (const auto& [name, candidate] : names) {
    if (candidate == value) return name;
  }
  return {};
}

}  // namespace isotherm::codec
