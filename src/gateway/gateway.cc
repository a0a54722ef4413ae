#include "gateway/gateway.h"

#include "gateway/index_tables.h"
#include "gateway/key_gateway.h"
#include "gateway/layouts.h"
#include "gateway/wildcard_rule.h"

namespace isotherm::gateway {

GatewayFloor::GatewayFloor(Store& below, std::shared_ptr<const schema::Schema> schema,
                           const GatewayOptions& options)
    : keys_(std::make_unique<KeyGateway>(below, schema, options.scatter_concurrency)),
      index_tables_(
          std::make_unique<IndexTables>(*keys_, std::move(schema), options.update_attempts)) {}

GatewayFloor::~GatewayFloor() = default;

Gateway::Gateway(Store& below, std::shared_ptr<const schema::Schema> schema, GatewayOptions options)
    : GatewayFloor(below, schema, options),
      // As a Store: of a ForwardingStore it would be the copy.
      ForwardingStore(static_cast<Store&>(*index_tables_)),
      options_(std::move(options)),
      hedge_(options_.hedge.is_on() ? std::make_unique<Hedge>(options_.hedge) : nullptr),
      layouts_(std::make_unique<Layouts>(*index_tables_, std::move(schema))) {}

Gateway::~Gateway() = default;

void Gateway::use_schema(std::shared_ptr<const schema::Schema> schema) {
  schema = successor_of(layouts_->schema(), std::move(schema));
  keys_->use_schema(schema);
  index_tables_->use_schema(schema);
  layouts_->use_schema(std::move(schema));
}

std::shared_ptr<const schema::Schema> Gateway::current_schema() const { return layouts_->schema(); }

Task<Result<schema::Problems>> Gateway::check_schema() {
  const std::shared_ptr<const schema::Schema> schema = layouts_->schema();
  CO_ASSIGN_OR_RETURN(schema::Problems problems, co_await keys_->check_schema(*schema));
  CO_ASSIGN_OR_RETURN(const schema::Problems older, co_await older_tables(*schema));
  problems.insert(problems.end(), older.begin(), older.end());
  CO_ASSIGN_OR_RETURN(const schema::Problems of_tables, co_await index_tables_->check_schema());
  problems.insert(problems.end(), of_tables.begin(), of_tables.end());
  for (const auto& [name, rule] : schema->tables) {
    const Result<TableDescription> live = co_await below_.describe_table({name});
    if (live.ok()) {
      const schema::Problems found = schema::check(rule, *live);
      problems.insert(problems.end(), found.begin(), found.end());
      CO_ASSIGN_OR_RETURN(const LayoutPtr layout, co_await layouts_->find_anew(name));
      if (!layout) continue;
      for (const ShardedIndex& index : layout->indexes())
        if (index.foreign_keys) problems.push_back(*index.foreign_keys);
    } else if (live.error().code() != ErrorCode::resource_not_found) {
      co_return live.error();
    }
  }
  co_return schema::sorted_by_line(problems);
}

// A table without a sharded index costs one look-up; the store answers by itself.

Task<Result<GetItemResponse>> Gateway::get_item(GetItemRequest request) {
  if (!layouts_->is_sharded(request.table_name)) return below_.get_item(std::move(request));
  return get_sharded(std::move(request));
}

Task<Result<WriteItemResponse>> Gateway::put_item(PutItemRequest request) {
  if (!layouts_->is_sharded(request.table_name)) return below_.put_item(std::move(request));
  return put_sharded(std::move(request));
}

Task<Result<WriteItemResponse>> Gateway::update_item(UpdateItemRequest request) {
  if (!layouts_->is_sharded(request.table_name)) return below_.update_item(std::move(request));
  return update_sharded(std::move(request));
}

Task<Result<WriteItemResponse>> Gateway::delete_item(DeleteItemRequest request) {
  if (!layouts_->is_sharded(request.table_name)) return below_.delete_item(std::move(request));
  return delete_sharded(std::move(request));
}

Task<Result<ReadManyResponse>> Gateway::query(QueryRequest request) {
  if (seals_cursors(request)) return read_sealed(std::move(request));
  if (!layouts_->is_sharded(request.table_name)) return below_.query(std::move(request));
  return read_sharded(std::move(request));
}

Task<Result<ReadManyResponse>> Gateway::scan(ScanRequest request) {
  if (seals_cursors(request)) return read_sealed(std::move(request));
  if (!layouts_->is_sharded(request.table_name)) return below_.scan(std::move(request));
  return read_sharded(std::move(request));
}

Task<Result<TableDescription>> Gateway::create_table(CreateTableRequest request) {
  if (layouts_->schema()->wildcard) return create_by_wildcard(std::move(request));
  if (!layouts_->is_sharded(request.table_name)) return below_.create_table(std::move(request));
  return create_sharded(std::move(request));
}

Task<Result<TableDescription>> Gateway::describe_table(DescribeTableRequest request) {
  if (!layouts_->is_sharded(request.table_name)) return below_.describe_table(std::move(request));
  return describe_sharded(std::move(request));
}

Task<Result<TableDescription>> Gateway::update_table(UpdateTableRequest request) {
  if (!layouts_->is_sharded(request.table_name)) return below_.update_table(std::move(request));
  return update_table_sharded(std::move(request));
}

Task<Result<TableDescription>> Gateway::delete_table(DeleteTableRequest request) {
  if (!layouts_->is_sharded(request.table_name)) return below_.delete_table(std::move(request));
  return delete_table_sharded(std::move(request));
}

}  // namespace isotherm::gateway
