#pragma once

// Requests and responses of the table operations (the control plane).

#include <variant>

#include "model/table.h"
#include "store/parameters.h"
#include "store/table_settings_operations.h"

namespace isotherm {

/// A key as the client wrote it, before it is checked: attribute names by role.
struct KeySchemaElement {
  std::string attribute_name;
  bool is_partition_key = true;
};

/// A projection as the client wrote it.
struct ProjectionRequest {
  std::optional<ProjectionType> type;
  std::optional<std::vector<std::string>> non_key_attributes;
};

struct SecondaryIndexRequest {
  std::string index_name;
  std::vector<KeySchemaElement> key_schema;
  std::optional<ProjectionRequest> projection;
  /// Only of global indexes.
  std::optional<ProvisionedThroughput> provisioned;
  std::optional<OnDemandThroughput> on_demand;
  std::optional<ProvisionedThroughput> warm;
};

/// A stream as the client asks for it.
struct StreamSpecification {
  bool enabled = false;
  std::optional<StreamViewType> view;
};

/// SSESpecification as the client wrote it.
struct EncryptionRequest {
  std::optional<bool> enabled;
  /// "AES256" or "KMS".
  std::optional<std::string> type;
  std::optional<std::string> key_id;
};

struct CreateTableRequest {
  std::string table_name;
  std::vector<AttributeDefinition> attribute_definitions;
  std::vector<KeySchemaElement> key_schema;
  std::optional<std::vector<SecondaryIndexRequest>> local_indexes;
  std::optional<std::vector<SecondaryIndexRequest>> global_indexes;
  std::optional<BillingMode> billing_mode;
  std::optional<ProvisionedThroughput> provisioned;
  std::optional<OnDemandThroughput> on_demand;
  std::optional<ProvisionedThroughput> warm;
  std::optional<std::string> table_class;
  std::optional<bool> deletion_protection;
  std::optional<StreamSpecification> stream;
  std::optional<EncryptionRequest> encryption;
  std::optional<std::vector<Tag>> tags;
  /// A policy of the table, as the document that it is.
  std::optional<std::string> resource_policy;
};

struct CreateIndexAction {
  SecondaryIndexRequest index;
};
struct UpdateIndexAction {
  std::string index_name;
  std::optional<ProvisionedThroughput> provisioned;
  std::optional<OnDemandThroughput> on_demand;
  std::optional<ProvisionedThroughput> warm;
};
struct DeleteIndexAction {
  std::string index_name;
};
using GlobalIndexUpdate = std::variant<CreateIndexAction, UpdateIndexAction, DeleteIndexAction>;

struct UpdateTableRequest {
  std::string table_name;
  std::optional<std::vector<AttributeDefinition>> attribute_definitions;
  std::optional<BillingMode> billing_mode;
  std::optional<ProvisionedThroughput> provisioned;
  std::optional<OnDemandThroughput> on_demand;
  std::optional<ProvisionedThroughput> warm;
  std::optional<std::vector<GlobalIndexUpdate>> global_index_updates;
  std::optional<std::string> table_class;
  std::optional<bool> deletion_protection;
  std::optional<StreamSpecification> stream;
  std::optional<EncryptionRequest> encryption;
};

struct DescribeTableRequest {
  std::string table_name;
};
struct DeleteTableRequest {
  std::string table_name;
};

struct ListTablesRequest {
  std::optional<std::string> exclusive_start_table_name;
  std::optional<std::int64_t> limit;
};
struct ListTablesResponse {
  std::vector<std::string> table_names;
  std::optional<std::string> last_evaluated_table_name;
};

struct DescribeLimitsResponse {
  ProvisionedThroughput account_max{80'000, 80'000};
  ProvisionedThroughput table_max{40'000, 40'000};
};

}  // namespace isotherm
