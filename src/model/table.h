#pragma once

// What a table is: its keys, indexes, capacity and state.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "model/attribute_value.h"
#include "model/insights.h"

namespace isotherm {

/// The types a key attribute can have.
enum class KeyType { S, N, B };

std::string_view type_name(KeyType type);
/// Whether the value has that type.
bool has_type(const AttributeValue& value, KeyType type);

struct AttributeDefinition {
  std::string name;
  KeyType type = KeyType::S;
  friend bool operator==(const AttributeDefinition&, const AttributeDefinition&) = default;
};

/// The attributes that make a key, with their types. No sort key: `sort` is absent.
///
/// A global index may have up to four attributes in either part [DG:GSI, "Multi-attribute key
/// schema"]: the first stands where that of a simple key does, the others behind it.
struct KeySchema {
  AttributeDefinition partition;
  std::optional<AttributeDefinition> sort;
  std::vector<AttributeDefinition> more_partition = {};
  std::vector<AttributeDefinition> more_sort = {};
  friend bool operator==(const KeySchema&, const KeySchema&) = default;

  /// Whether a part has more than one attribute.
  bool is_compound() const { return !more_partition.empty() || !more_sort.empty(); }
  std::size_t partition_size() const { return 1 + more_partition.size(); }
  std::size_t sort_size() const { return sort ? 1 + more_sort.size() : 0; }
  std::size_t size() const { return partition_size() + sort_size(); }

  template <class Use>
  void for_each_partition(Use use) const {
    use(partition);
    for (const AttributeDefinition& attribute : more_partition) use(attribute);
  }
  template <class Use>
  void for_each_sort(Use use) const {
    if (sort) use(*sort);
    for (const AttributeDefinition& attribute : more_sort) use(attribute);
  }
  template <class Use>
  void for_each(Use use) const {
    for_each_partition(use);
    for_each_sort(use);
  }
  /// The i-th attribute of the sort key.
  const AttributeDefinition& sort_at(std::size_t i) const {
    return i == 0 ? *sort : more_sort[i - 1];
  }
  /// Whether the attribute is part of the key.
  bool has(std::string_view attribute) const;
};

enum class ProjectionType { all, keys_only, include };

struct Projection {
  ProjectionType type = ProjectionType::all;
  /// Only with `include`.
  std::vector<std::string> non_key_attributes;
  friend bool operator==(const Projection&, const Projection&) = default;
};

/// Units a second.
struct ProvisionedThroughput {
  std::int64_t read_units = 0;
  std::int64_t write_units = 0;
  friend bool operator==(const ProvisionedThroughput&, const ProvisionedThroughput&) = default;
};

/// Ceilings of an on-demand table or index, in units a second; absent: none was set.
struct OnDemandThroughput {
  std::optional<std::int64_t> max_read_units;
  std::optional<std::int64_t> max_write_units;
  friend bool operator==(const OnDemandThroughput&, const OnDemandThroughput&) = default;
};

enum class BillingMode { provisioned, pay_per_request };

/// Which images of an item the records of a stream show.
enum class StreamViewType { keys_only, new_image, old_image, new_and_old_images };

enum class TableStatus { creating, updating, deleting, active };
enum class IndexStatus { creating, updating, deleting, active };

std::string_view status_name(TableStatus status);
std::string_view status_name(IndexStatus status);

struct LocalSecondaryIndex {
  std::string name;
  KeySchema key;
  Projection projection;
  std::int64_t size_bytes = 0;
  std::int64_t item_count = 0;
};

/// When provisioned units were changed, and how often they were decreased on the day of
/// `last_decrease`. Times are Unix milliseconds; 0: never.
struct CapacityChanges {
  UnixMillis last_increase{0};
  UnixMillis last_decrease{0};
  std::int64_t decreases_today = 0;
  friend bool operator==(const CapacityChanges&, const CapacityChanges&) = default;
};

struct GlobalSecondaryIndex {
  std::string name;
  KeySchema key;
  Projection projection;
  IndexStatus status = IndexStatus::active;
  bool backfilling = false;
  ProvisionedThroughput provisioned;
  CapacityChanges changes;
  std::optional<OnDemandThroughput> on_demand;
  /// As in TableDescription.
  std::optional<ProvisionedThroughput> warm;
  bool warm_rises = false;
  /// Not of DescribeTable. Absent: never set.
  std::optional<InsightsSetting> insights;
  std::int64_t size_bytes = 0;
  std::int64_t item_count = 0;
};

/// Where a restored table came from.
struct RestoreSummary {
  /// Absent: restored to a point in time.
  std::optional<std::string> source_backup_arn;
  std::string source_table_arn;
  /// The time whose state it has.
  UnixMillis restore_time{0};
  bool in_progress = true;
};

/// What DescribeTable tells. Times are Unix milliseconds.
struct TableDescription {
  std::string name;
  std::string arn;
  std::string id;
  TableStatus status = TableStatus::active;
  UnixMillis created{0};
  /// Every attribute that is a key somewhere, as the client listed them.
  std::vector<AttributeDefinition> attributes;
  KeySchema key;
  BillingMode billing_mode = BillingMode::provisioned;
  /// Whether a BillingModeSummary is shown: a table that was ever on demand.
  bool show_billing_mode = false;
  UnixMillis on_demand_since{0};
  ProvisionedThroughput provisioned;
  CapacityChanges changes;
  std::optional<OnDemandThroughput> on_demand;
  /// Warm throughput asked for; absent: the default of the billing mode.
  std::optional<ProvisionedThroughput> warm;
  /// Whether it was asked to be more, and is not there yet.
  bool warm_rises = false;
  /// Set in CreateTable's answer, which tells of warm throughput only where it was asked for.
  bool hides_default_warm = false;
  std::string table_class = "STANDARD";
  bool show_table_class = false;
  bool deletion_protection = false;
  /// Of the stream that is enabled; absent: none is.
  std::optional<StreamViewType> stream_view;
  /// Of the newest stream, enabled or not; empty: there never was one.
  std::string stream_label;
  /// Days that changes are kept for point-in-time recovery; absent: it is off.
  std::optional<std::int64_t> recovery_days;
  /// Not of DescribeTable. Absent: never set.
  std::optional<InsightsSetting> insights;
  /// ARN of the key that it was asked to be encrypted with; absent: the service's own.
  std::optional<std::string> encryption_key;
  /// When it was turned on.
  UnixMillis recovery_since{0};
  /// Only of a table that a restore made.
  std::optional<RestoreSummary> restore;
  std::vector<LocalSecondaryIndex> local_indexes;
  std::vector<GlobalSecondaryIndex> global_indexes;
  std::int64_t size_bytes = 0;
  std::int64_t item_count = 0;

  const LocalSecondaryIndex* find_local_index(std::string_view index) const;
  const GlobalSecondaryIndex* find_global_index(std::string_view index) const;
  GlobalSecondaryIndex* find_global_index(std::string_view index);
};

/// `arn:aws:dynamodb:<region>:<account>:table/<name>`
std::string table_arn(std::string_view region, std::string_view account, std::string_view table);
/// `<table arn>/index/<name>`
std::string index_arn(std::string_view table_arn, std::string_view index);
/// `<table arn>/stream/<label>`
std::string stream_arn(std::string_view table_arn, std::string_view label);

/// The key attributes of `key` copied from `item`; absent ones are left out.
Item key_of(const Item& item, const KeySchema& key);

/// Whether the item has every key attribute of the index with its type (else it is not in it).
bool is_in_index(const Item& item, const KeySchema& index_key);

/// What an index keeps of an item: table key, index key and projected attributes.
Item index_entry(const Item& item, const KeySchema& table_key, const KeySchema& index_key,
                 const Projection& projection);

/// Units that a read of so many bytes costs before rounding by consistency: ceil(bytes / 4 KB),
/// at least 1; × 0.5 when eventually consistent.
double read_units(std::size_t bytes, bool consistent);
/// ceil(bytes / 1 KB), at least 1.
double write_units(std::size_t bytes);

}  // namespace isotherm
