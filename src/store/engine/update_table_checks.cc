#include "store/engine/update_table_checks.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "store/engine/encryption.h"
#include "store/engine/messages.h"
#include "store/engine/table_checks.h"

namespace isotherm::engine {

const std::string& index_name(const GlobalIndexUpdate& update) {
  if (const auto* create = std::get_if<CreateIndexAction>(&update)) return create->index.index_name;
  if (const auto* change = std::get_if<UpdateIndexAction>(&update)) return change->index_name;
  return std::get<DeleteIndexAction>(update).index_name;
}

bool changes_indexes(const UpdateTableRequest& request) {
  const auto& updates = request.global_index_updates;
  return updates && std::any_of(updates->begin(), updates->end(), [](const auto& update) {
           return !std::holds_alternative<UpdateIndexAction>(update);
         });
}

namespace {

using messages::invalid_parameters;

Result<void> check_request(const UpdateTableRequest& request) {
  if (request.global_index_updates && request.global_index_updates->empty()) {
    return invalid_parameters("List of GlobalSecondaryIndexUpdates is empty");
  }
  const bool has_index_updates =
      request.global_index_updates && !request.global_index_updates->empty();
  if (!request.provisioned && !request.billing_mode && !request.on_demand && !request.warm &&
      !has_index_updates && !request.table_class && !request.deletion_protection &&
      !request.stream && !request.encryption) {
    return Error::validation(
        "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
        "GlobalSecondaryIndexUpdates or SSESpecification or ReplicaUpdates is required");
  }
  if (request.billing_mode == BillingMode::provisioned && !request.provisioned) {
    return invalid_parameters(
        "ProvisionedThroughput must be specified when BillingMode is PROVISIONED");
  }
  if (request.billing_mode == BillingMode::pay_per_request && request.provisioned) {
    return check_billing(request.billing_mode, request.provisioned);
  }
  if (request.provisioned) TRY(check_units(*request.provisioned));
  if (!has_index_updates) return {};
  std::set<std::string_view> names;
  for (const GlobalIndexUpdate& update : *request.global_index_updates) {
    if (!names.insert(index_name(update)).second) {
      return invalid_parameters(
          "Only one global secondary index update per index is allowed simultaneously. Index: " +
          index_name(update));
    }
  }
  return {};
}

/// One change at a time: which kinds of change a request may not have beside others.
Result<void> check_combination(const UpdateTableRequest& request) {
  const int kinds = (request.provisioned || request.billing_mode ? 1 : 0) +
                    (request.on_demand ? 1 : 0) + (request.warm ? 1 : 0) +
                    (request.global_index_updates ? 1 : 0) + (request.table_class ? 1 : 0) +
                    (request.deletion_protection ? 1 : 0) + (request.stream ? 1 : 0) +
                    (request.encryption ? 1 : 0);
  if (kinds > 1) {
    if (request.encryption) {
      return messages::not_the_only_operation("Server-Side Encryption modification");
    }
    if (request.table_class) return messages::not_the_only_operation("TableClass modification");
    if (request.deletion_protection) {
      return messages::not_the_only_operation("DeletionProtection modification");
    }
    if (request.warm && changes_indexes(request)) {
      return invalid_parameters(
          "Create global secondary index cannot be specified when updating WarmThroughput");
    }
    if (request.warm) return messages::not_the_only_operation("WarmThroughput");
  }
  if (request.on_demand && request.global_index_updates) {
    return invalid_parameters(
        "OnDemandThroughput can only be combined with BillingMode in an UpdateTable request");
  }
  if (request.stream && changes_indexes(request)) {
    return invalid_parameters("You cannot create or delete index while changing stream status");
  }
  if (request.provisioned && !request.billing_mode && request.stream) {
    return invalid_parameters("You cannot modify stream status while updating table IOPS");
  }
  if (request.provisioned && !request.billing_mode && changes_indexes(request)) {
    return invalid_parameters("You cannot create or delete index while updating table IOPS");
  }
  return {};
}

/// Maximums on demand, of the table and of indexes.
Result<void> check_maximums(const UpdateTableRequest& request) {
  TRY(check_on_demand(request.on_demand, "table"));
  if (!request.global_index_updates) return {};
  for (const GlobalIndexUpdate& update : *request.global_index_updates) {
    const auto* change = std::get_if<UpdateIndexAction>(&update);
    if (change != nullptr) TRY(check_on_demand(change->on_demand, "index " + change->index_name));
  }
  return {};
}

}  // namespace

Result<void> check_update(const UpdateTableRequest& request) {
  TRY(check_request(request));
  TRY(check_combination(request));
  TRY(check_maximums(request));
  if (request.encryption) TRY(check_encryption(*request.encryption));
  return check_changed_stream(request.stream);
}

}  // namespace isotherm::engine
