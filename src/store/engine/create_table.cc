// CreateTable: checks the request, gives ids, and publishes the table.

#include <random>

#include "store/engine/messages.h"
#include "store/engine/operations.h"
#include "store/engine/table_checks.h"

namespace isotherm::engine {
namespace {

/// A random UUID, version 4: what TableId shows.
std::string random_uuid() {
  static std::mutex mutex;
  static std::mt19937_64 random{std::random_device{}()};
  const std::lock_guard lock(mutex);
  constexpr char digits[] = "0123456789abcdef";
  std::string uuid = "xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx";
  for (char& c : uuid) {
    if (c == 'x') c = digits[random() % 16];
    if (c == 'y') c = digits[8 + random() % 4];
  }
  return uuid;
}

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

Result<TableDescription> make_description(const Core& core, const CreateTableRequest& request) {
  TableDescription d;
  d.name = table_name_of(request.table_name);
  d.attributes = request.attribute_definitions;
  d.billing_mode = request.billing_mode.value_or(BillingMode::provisioned);
  TRY(check_billing(d.billing_mode, request.provisioned));
  TRY(check_on_demand(request.on_demand, "table"));
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
  if (request.warm) keep_warm(*request.warm, d.billing_mode, d.provisioned, d.warm);
  d.show_table_class = request.table_class.has_value();
  d.table_class = request.table_class.value_or("STANDARD");
  d.deletion_protection = request.deletion_protection.value_or(false);
  if (request.stream && request.stream->enabled) d.stream_view = request.stream->view;
  return d;
}

}  // namespace

Result<TableDescription> create_table(Core& core, const CreateTableRequest& request) {
  ASSIGN_OR_RETURN(TableDescription description, make_description(core, request));
  const std::lock_guard lock(core.table_mutex());
  if (core.tables().find(description.name) != nullptr) {
    return messages::table_exists(description.name);
  }

  rocksdb::WriteBatch batch;
  auto table = std::make_shared<Table>();
  ASSIGN_OR_RETURN(table->id, core.catalog().next_id(batch));
  ASSIGN_OR_RETURN(table->load, core.make_load(description, table->id));
  for (const LocalSecondaryIndex& local : description.local_indexes) {
    Index index{.name = local.name, .key = local.key, .projection = local.projection};
    ASSIGN_OR_RETURN(index.id, core.catalog().next_id(batch));
    table->indexes.push_back(std::move(index));
  }
  for (const GlobalSecondaryIndex& global : description.global_indexes) {
    Index index{
        .name = global.name, .key = global.key, .projection = global.projection, .is_global = true};
    ASSIGN_OR_RETURN(index.id, core.catalog().next_id(batch));
    ASSIGN_OR_RETURN(index.load, core.make_index_load(description, global, index.id));
    table->indexes.push_back(std::move(index));
  }
  table->description = std::move(description);
  table->settles_at = core.clock().now() + core.options().state_change_delay;
  ChangeLogFit fit(core, *table);
  TRY(fit.prepare(batch));
  core.catalog().put_table(*table, batch);
  TRY(core.database().write(batch));
  fit.commit();
  return core.tables().publish(std::move(table))->description;
}

}  // namespace isotherm::engine
