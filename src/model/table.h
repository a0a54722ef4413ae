#pragma once

// What a table is: its keys, indexes, capacity and state.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "model/attribute_value.h"

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
struct KeySchema {
  AttributeDefinition partition;
  std::optional<AttributeDefinition> sort;
  friend bool operator==(const KeySchema&, const KeySchema&) = default;
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

struct GlobalSecondaryIndex {
  std::string name;
  KeySchema key;
  Projection projection;
  IndexStatus status = IndexStatus::active;
  bool backfilling = false;
  ProvisionedThroughput provisioned;
  std::optional<OnDemandThroughput> on_demand;
  /// As in TableDescription.
  std::optional<ProvisionedThroughput> warm;
  std::int64_t size_bytes = 0;
  std::int64_t item_count = 0;
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
  UnixMillis last_increase{0};
  UnixMillis last_decrease{0};
  std::int64_t decreases_today = 0;
  std::optional<OnDemandThroughput> on_demand;
  /// Warm throughput asked for; absent: the default of the billing mode.
  std::optional<ProvisionedThroughput> warm;
  std::string table_class = "STANDARD";
  bool show_table_class = false;
  bool deletion_protection = false;
  /// Of the stream that is enabled; absent: none is.
  std::optional<StreamViewType> stream_view;
  /// Of the newest stream, enabled or not; empty: there never was one.
  std::string stream_label;
  /// Days that changes are kept for point-in-time recovery; absent: it is off.
  std::optional<std::int64_t> recovery_days;
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
