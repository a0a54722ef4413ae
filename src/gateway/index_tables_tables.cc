// IndexTables: operations on tables. An index table is made, changed and dropped with the index
// that it is.

#include <algorithm>

#include "gateway/index_table_names.h"
#include "gateway/index_table_plan.h"
#include "gateway/index_tables.h"
#include "gateway/messages.h"

namespace isotherm::gateway {
namespace {

/// Of a global index: whether it has the attribute that items expire by.
bool has_attribute(const IndexTable& index, const KeySchema& table_key, const std::string& name) {
  const Projection& projection = index.projection();
  return projection.type == ProjectionType::all || table_key.has(name) || index.key().has(name) ||
         std::ranges::find(projection.non_key_attributes, name) !=
             projection.non_key_attributes.end();
}

UpdateTableRequest on_demand(const IndexTable& index) {
  UpdateTableRequest request;
  request.table_name = index.table();
  request.billing_mode = BillingMode::pay_per_request;
  return request;
}

/// The key of a table that is to be; its types do not matter here.
KeySchema key_named_in(const std::vector<KeySchemaElement>& elements) {
  KeySchema key;
  for (const KeySchemaElement& element : elements) {
    if (element.is_partition_key)
      key.partition.name = element.attribute_name;
    else
      key.sort = AttributeDefinition{element.attribute_name, KeyType::S};
  }
  return key;
}

}  // namespace

Task<Result<TableDescription>> IndexTables::described(std::string table) {
  CO_ASSIGN_OR_RETURN(const IndexedTablePtr found, co_await tables_.find_anew(std::move(table)));
  if (!found) co_return Error::resource_not_found();
  co_return found->described();
}

Task<Result<TableDescription>> IndexTables::describe_table(DescribeTableRequest request) {
  if (!tables_.any()) co_return co_await below_.describe_table(std::move(request));
  if (tables_.is_hidden(request.table_name))
    co_return messages::no_such_table(table_name_in(request.table_name));
  CO_ASSIGN_OR_RETURN(const IndexedTablePtr table, co_await tables_.find_anew(request.table_name));
  if (!table) co_return co_await below_.describe_table(std::move(request));
  co_return table->described();
}

Task<Result<void>> IndexTables::create_index_table(const IndexTable& index, CreateTableRequest like,
                                                   const SecondaryIndexRequest& wanted) {
  CreateTableRequest create = index_table_request(index);
  create.billing_mode = like.billing_mode;
  create.provisioned = wanted.provisioned;
  create.on_demand = wanted.on_demand;
  create.warm = wanted.warm;
  create.table_class = like.table_class;
  create.encryption = like.encryption;
  CO_TRY(co_await below_.create_table(std::move(create)));
  if (index.index.rule.table->maintain == schema::Maintain::transaction) co_return Result<void>();
  UpdateTimeToLiveRequest expiry;
  expiry.table_name = index.table();
  expiry.enabled = true;
  expiry.attribute_name = std::string(tombstone_expiry);
  // A table that is not ACTIVE yet refuses it; what fills the table turns it on then.
  (void)co_await below_.update_time_to_live(std::move(expiry));
  co_return Result<void>();
}

Task<Result<TableDescription>> IndexTables::create_table(CreateTableRequest request) {
  if (!tables_.any()) co_return co_await below_.create_table(std::move(request));
  const std::string name(table_name_in(request.table_name));
  if (tables_.is_hidden(name)) co_return messages::index_table_name(name);
  const auto schema = tables_.schema();
  const schema::TableRule* rule = schema->find_table(name);
  if (rule == nullptr || !rule->has_index_table())
    co_return co_await below_.create_table(std::move(request));
  const std::vector<IndexTable> indexes = index_tables_of(*rule, key_named_in(request.key_schema));
  CO_ASSIGN_OR_RETURN(CreatePlan plan, plan_create(indexes, std::move(request)));
  for (const WantedIndex& wanted : plan.wanted) {
    const auto there = co_await below_.describe_table({wanted.index->table()});
    if (there.ok())
      co_return messages::index_table_is_there(wanted.index->name(), wanted.index->table());
  }
  const CreateTableRequest like = plan.base;
  Result<TableDescription> base = co_await below_.create_table(std::move(plan.base));
  tables_.forget(name);
  if (!base.ok() || plan.wanted.empty()) co_return base;
  for (const WantedIndex& wanted : plan.wanted) {
    const auto made = co_await create_index_table(*wanted.index, like, wanted.request);
    if (made.ok()) continue;
    (void)co_await below_.delete_table({name});
    co_return made.error();
  }
  CO_ASSIGN_OR_RETURN(TableDescription table, co_await described(name));
  table.hides_default_warm = base->hides_default_warm;
  co_return table;
}

Task<Result<void>> IndexTables::fill(IndexedTablePtr table) {
  // 64 MB: what a table operation can go through before its client gives up.
  constexpr int pages_max = 64;
  ScanRequest scan;
  scan.table_name = table->base.name;
  scan.consistent_read = true;
  for (int page = 0; page < pages_max; ++page) {
    CO_ASSIGN_OR_RETURN(ReadManyResponse found, co_await below_.scan(scan));
    for (Item& item : found.items) {
      // An update of nothing writes the entries that are not there.
      UpdateItemRequest touch;
      touch.table_name = table->base.name;
      touch.key = key_of(item, table->key());
      touch.condition_expression = "attribute_exists(#k)";
      touch.placeholders.names = ExpressionNames{{"#k", table->key().partition.name}};
      auto action = understand(table, touch);
      if (!action) co_return Error::internal("Isotherm: an item without its table's key");
      action->writes_all_entries = true;
      const auto written = co_await write_read_item(*action);
      // One that was deleted meanwhile has no entry, and one whose keys no index can have neither.
      if (!written.ok() && written.error().code() != ErrorCode::conditional_check_failed &&
          written.error().code() != ErrorCode::validation)
        co_return written.error();
    }
    if (!found.last_evaluated_key) co_return Result<void>();
    scan.exclusive_start_key = std::move(found.last_evaluated_key);
  }
  co_return messages::too_large_to_fill(table->base.name);
}

Task<Result<TableDescription>> IndexTables::change_indexes(IndexedTablePtr table,
                                                           UpdateTableRequest request) {
  const std::string& name = table->base.name;
  const auto billing = request.billing_mode;
  CO_ASSIGN_OR_RETURN(ChangePlan plan, plan_change(*table, std::move(request)));
  for (const WantedIndex& wanted : plan.created) {
    const auto there = co_await below_.describe_table({wanted.index->table()});
    if (there.ok())
      co_return messages::index_table_is_there(wanted.index->name(), wanted.index->table());
  }
  if (plan.base) CO_TRY(co_await below_.update_table(*std::move(plan.base)));
  for (const IndexTable* index : plan.deleted)
    CO_TRY(co_await below_.delete_table({index->table()}));
  for (auto& [index, change] : plan.changed) {
    UpdateTableRequest own;
    own.table_name = index->table();
    own.provisioned = change.provisioned;
    own.on_demand = change.on_demand;
    own.warm = change.warm;
    own.billing_mode = billing;
    CO_TRY(co_await below_.update_table(std::move(own)));
  }
  if (billing == BillingMode::pay_per_request)
    for (const IndexTable& index : table->indexes)
      if (index.live) CO_TRY(co_await below_.update_table(on_demand(index)));
  CreateTableRequest like;
  like.billing_mode = billing.value_or(table->base.billing_mode);
  for (const WantedIndex& wanted : plan.created)
    CO_TRY(co_await create_index_table(*wanted.index, like, wanted.request));
  tables_.forget(name);
  if (!plan.created.empty()) {
    CO_ASSIGN_OR_RETURN(const IndexedTablePtr anew, co_await tables_.find_anew(name));
    if (anew && anew->is_maintained()) CO_TRY(co_await fill(anew));
  }
  co_return co_await described(name);
}

Task<Result<TableDescription>> IndexTables::update_table(UpdateTableRequest request) {
  if (!tables_.any()) co_return co_await below_.update_table(std::move(request));
  if (tables_.is_hidden(request.table_name))
    co_return messages::no_such_table(table_name_in(request.table_name));
  CO_ASSIGN_OR_RETURN(IndexedTablePtr table, co_await tables_.find_anew(request.table_name));
  if (!table) co_return co_await below_.update_table(std::move(request));
  Result<TableDescription> answer = co_await change_indexes(std::move(table), std::move(request));
  co_return answer;
}

Task<Result<TableDescription>> IndexTables::delete_table(DeleteTableRequest request) {
  if (!tables_.any()) co_return co_await below_.delete_table(std::move(request));
  if (tables_.is_hidden(request.table_name))
    co_return messages::no_such_table(table_name_in(request.table_name));
  CO_ASSIGN_OR_RETURN(const IndexedTablePtr table, co_await tables_.find_anew(request.table_name));
  Result<TableDescription> answer = co_await below_.delete_table(std::move(request));
  if (!table) co_return answer;
  tables_.forget(table->base.name);
  if (!answer.ok()) co_return answer;
  // The table is gone whatever becomes of these; one that stays is told of when it is made anew.
  for (const IndexTable& index : table->indexes)
    if (index.live) (void)co_await below_.delete_table({index.table()});
  co_return answer;
}

Task<Result<ListTablesResponse>> IndexTables::list_tables(ListTablesRequest request) {
  if (!tables_.any()) co_return co_await below_.list_tables(std::move(request));
  const std::int64_t wanted = request.limit.value_or(100);
  ListTablesResponse shown;
  for (;;) {
    CO_ASSIGN_OR_RETURN(ListTablesResponse page, co_await below_.list_tables(request));
    for (std::string& name : page.table_names) {
      if (std::ssize(shown.table_names) == wanted) {
        shown.last_evaluated_table_name = shown.table_names.back();
        co_return shown;
      }
      if (!tables_.is_hidden(name)) shown.table_names.push_back(std::move(name));
    }
    if (!page.last_evaluated_table_name) co_return shown;
    if (std::ssize(shown.table_names) == wanted) {
      shown.last_evaluated_table_name = shown.table_names.back();
      co_return shown;
    }
    request.exclusive_start_table_name = std::move(page.last_evaluated_table_name);
  }
}

Task<Result<UpdateTimeToLiveResponse>> IndexTables::update_time_to_live(
    UpdateTimeToLiveRequest request) {
  CO_ASSIGN_OR_RETURN(const IndexedTablePtr table, co_await maintained(request.table_name));
  if (!table) co_return co_await below_.update_time_to_live(std::move(request));
  for (const IndexTable& index : table->indexes)
    if (index.is_maintained() && request.enabled &&
        !has_attribute(index, table->key(), request.attribute_name))
      co_return messages::time_to_live_not_projected(index.name(), request.attribute_name);
  CO_ASSIGN_OR_RETURN(UpdateTimeToLiveResponse answer,
                      co_await below_.update_time_to_live(request));
  for (const IndexTable& index : table->indexes) {
    if (!index.is_maintained()) continue;
    request.table_name = index.table();
    CO_TRY(co_await below_.update_time_to_live(request));
  }
  co_return answer;
}

}  // namespace isotherm::gateway
