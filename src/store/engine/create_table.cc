// CreateTable: checks the request, gives ids, and publishes the table.

#include "store/engine/encryption.h"
#include "store/engine/messages.h"
#include "store/engine/new_table.h"
#include "store/engine/operations.h"
#include "store/engine/resource_policies.h"
#include "store/engine/table_checks.h"
#include "store/engine/tags.h"

namespace isotherm::engine {
namespace {

Result<void> check_definitions(const std::vector<AttributeDefinition>& definitions) {
  for (std::size_t i = 0; i < definitions.size(); ++i) {
    for (std::size_t j = i + 1; j < definitions.size(); ++j) {
      if (definitions[i].name == definitions[j].name) {
        return messages::invalid_parameters("Duplicate AttributeDefinition: " +
                                            definitions[i].name);
      }
    }
  }
  return {};
}

}  // namespace

Result<TableDescription> describe_new_table(const Core& core, const CreateTableRequest& request) {
  TableDescription d;
  d.name = table_name_of(request.table_name);
  d.attributes = request.attribute_definitions;
  d.billing_mode = request.billing_mode.value_or(BillingMode::provisioned);
  TRY(check_billing(d.billing_mode, request.provisioned));
  TRY(check_on_demand(request.on_demand, "table"));
  TRY(check_no_removal(request.on_demand, "table"));
  if (d.billing_mode == BillingMode::provisioned) {
    TRY(check_no_maximum(request.on_demand, "table BillingMode is PROVISIONED."));
  }
  ASSIGN_OR_RETURN(d.key, make_key_schema(request.key_schema, d.attributes));
  TRY(check_definitions(d.attributes));
  if (request.local_indexes) {
    ASSIGN_OR_RETURN(d.local_indexes,
                     make_local_indexes(*request.local_indexes, d.key, d.attributes));
  }
  if (request.global_indexes) {
    if (request.global_indexes->empty()) {
      return messages::invalid_parameters("List of GlobalSecondaryIndexes is empty");
    }
    for (const SecondaryIndexRequest& index : *request.global_indexes) {
      ASSIGN_OR_RETURN(GlobalSecondaryIndex made,
                       make_global_index(index, d.billing_mode, d.attributes));
      made.status = IndexStatus::creating;
      d.global_indexes.push_back(std::move(made));
    }
  }
  TRY(check_indexes(d));
  TRY(check_new_stream(request.stream));

  d.arn = table_arn(core.options().region, core.options().account, d.name);
  d.id = random_uuid();
  d.status = TableStatus::creating;
  d.created = core.clock().unix_time();
  if (d.billing_mode == BillingMode::pay_per_request) {
    d.show_billing_mode = true;
    d.on_demand_since = d.created;
  }
  d.provisioned = request.provisioned.value_or(ProvisionedThroughput{});
  d.on_demand = merge_on_demand({}, request.on_demand);
  if (request.warm) {
    TRY(check_first_warm(*request.warm, d.billing_mode, d.provisioned, "table"));
    keep_warm(*request.warm, d.billing_mode, d.provisioned, d.warm);
  }
  d.show_table_class = request.table_class.has_value();
  d.table_class = request.table_class.value_or("STANDARD");
  d.deletion_protection = request.deletion_protection.value_or(false);
  if (request.encryption) {
    TRY(check_encryption(*request.encryption));
    d.encryption_key = encryption_key(*request.encryption, core.options());
  }
  if (request.stream && request.stream->enabled) d.stream_view = request.stream->view;
  return d;
}

Result<TableDescription> create_table(Core& core, const CreateTableRequest& request) {
  ASSIGN_OR_RETURN(TableDescription description, describe_new_table(core, request));
  const std::lock_guard lock(core.table_mutex());
  if (core.tables().find(description.name) != nullptr) {
    return messages::table_exists(description.name);
  }

  TableSettings settings;
  if (request.tags) TRY(add_tags(settings, *request.tags));
  if (request.resource_policy) {
    TRY(put_policy(settings, {}, *request.resource_policy, core.clock().unix_time()));
  }

  rocksdb::WriteBatch batch;
  ASSIGN_OR_RETURN(std::shared_ptr<Table> table, make_table(core, std::move(description), batch));
  table->settings = std::make_shared<const TableSettings>(std::move(settings));
  table->settle_after(core.options().state_change_delay, core.clock());
  ChangeLogFit fit(core, *table);
  TRY(fit.prepare(batch));
  core.catalog().put_table(*table, batch);
  TRY(core.database().write(batch));
  fit.commit();
  TableDescription answer = core.tables().publish(std::move(table))->description;
  answer.on_demand_since = UnixMillis(0);
  answer.hides_default_warm = true;
  return answer;
}

}  // namespace isotherm::engine
