// Gateway: operations on tables.

#include "gateway/key_gateway.h"
#include "gateway/logical_names.h"
#include "gateway/messages.h"
#include "gateway/note.h"
#include "gateway/placeholder_names.h"
#include "gateway/shard_attribute.h"
#include "gateway/table_plan.h"
#include "gateway/wildcard_rule.h"

namespace isotherm::gateway {
namespace {

Result<TableDescription> logical_answer(const Layout& layout, Result<TableDescription> answer) {
  if (!answer.ok()) return logical(layout, std::move(answer).error());
  return logical_table(layout, std::move(answer).value());
}

/// Reads of each item what decides its hidden attribute, and that attribute.
ScanRequest scan_of_items(const Layout& layout, const ShardedIndex& index) {
  ScanRequest scan;
  scan.table_name = layout.physical()->name;
  scan.consistent_read = true;
  PlaceholderNames names(scan.placeholders);
  std::string projection = names.name(index.attribute());
  for (const std::string& name : index.relevant_attributes()) projection += ", " + names.name(name);
  scan.projection_expression = std::move(projection);
  return scan;
}

/// Whether an item has the hidden attribute that a put of it would give it: none, when it belongs
/// in no index.
bool is_by_the_rule(const ShardedIndex& index, Item item) {
  std::optional<AttributeValue> stored;
  if (const auto at = item.find(index.attribute()); at != item.end()) {
    stored = std::move(at->second);
    item.erase(at);
  }
  const auto expected = shard_attribute(index, item);
  return expected.ok() && *expected == stored;
}

/// An index over items that lack the attribute would silently miss them; one over those that have
/// another would not find them.
Task<Result<void>> check_existing_items(Store& below, const Layout& layout,
                                        const ShardedIndex& index) {
  // 64 MB: what a table operation can look through before its client gives up.
  constexpr int pages_max = 64;
  ScanRequest scan = scan_of_items(layout, index);
  for (int page = 0; page < pages_max; ++page) {
    CO_ASSIGN_OR_RETURN(ReadManyResponse found, co_await below.scan(scan));
    for (Item& item : found.items)
      if (!is_by_the_rule(index, std::move(item)))
        co_return messages::existing_items(
            index, "the table has items from before its rule, or of another rule");
    if (!found.last_evaluated_key) co_return Result<void>();
    scan.exclusive_start_key = std::move(found.last_evaluated_key);
  }
  co_return messages::existing_items(index, "the table is too large to be looked through");
}

}  // namespace

Task<Result<TableDescription>> Gateway::create_sharded(CreateTableRequest request) {
  const std::string table = request.table_name;
  const auto schema = layouts_->schema();
  const schema::TableRule* rule = schema->find_table(table_name_in(table));
  if (rule == nullptr) co_return co_await below_.create_table(std::move(request));
  const Layout layout(*rule, std::nullopt);
  CO_ASSIGN_OR_RETURN(CreateTableRequest physical, physical_create(layout, std::move(request)));
  Result<TableDescription> answer = co_await below_.create_table(std::move(physical));
  layouts_->forget(table);
  co_return logical_answer(layout, std::move(answer));
}

Task<Result<TableDescription>> Gateway::create_by_wildcard(CreateTableRequest request) {
  const auto schema = layouts_->schema();
  const schema::TableRule* rule = schema->find_table(request.table_name);
  // A rule of the wildcard's is that of one table: the next one of that name may have another key.
  if (rule == nullptr || rule->by_wildcard) {
    const Result<TableDescription> there = co_await below_.describe_table({request.table_name});
    // What there is already, the store says.
    if (there.ok()) co_return co_await below_.create_table(std::move(request));
    if (there.error().code() == ErrorCode::resource_not_found)
      extend_schema(rule_by_wildcard(*schema->wildcard, request));
  }
  co_return co_await create_sharded(std::move(request));
}

void Gateway::extend_schema(schema::TableRule rule) {
  const std::string table = rule.name;
  const std::lock_guard lock(extending_);
  const SchemaPtr schema = with_rule(layouts_->schema(), std::move(rule));
  keys_->extend_schema(schema);
  layouts_->extend_schema(schema);
  keys_->forget(table);
  layouts_->forget(table);
}

Task<Result<schema::Problems>> Gateway::older_tables(const schema::Schema& schema) {
  schema::Problems problems;
  if (!schema.wildcard) co_return problems;
  ListTablesRequest list;
  do {
    CO_ASSIGN_OR_RETURN(const ListTablesResponse page, co_await below_.list_tables(list));
    for (const std::string& table : page.table_names)
      if (schema.find_table(table) == nullptr)
        problems.push_back({schema.wildcard->line,
                            "tables.*: table '" + table +
                                "' was there before, and nothing tells by which rule its items lie",
                            "name the table in the schema; '*' is for tables that are created "
                            "while it is in use"});
    list.exclusive_start_table_name = page.last_evaluated_table_name;
  } while (list.exclusive_start_table_name);
  co_return problems;
}

Task<Result<TableDescription>> Gateway::describe_sharded(DescribeTableRequest request) {
  const std::string table = request.table_name;
  const auto schema = layouts_->schema();
  const schema::TableRule* rule = schema->find_table(table_name_in(table));
  Result<TableDescription> answer = co_await below_.describe_table(std::move(request));
  if (rule == nullptr || !answer.ok()) co_return answer;
  const Layout layout(*rule, *answer);
  co_return logical_table(layout, std::move(answer).value());
}

Task<Result<TableDescription>> Gateway::update_table_sharded(UpdateTableRequest request) {
  const std::string table = request.table_name;
  CO_ASSIGN_OR_RETURN(const LayoutPtr layout, co_await layouts_->find_anew(table));
  if (!layout) co_return co_await below_.update_table(std::move(request));
  const auto created = created_indexes(*layout, request);
  CO_ASSIGN_OR_RETURN(UpdateTableRequest physical,
                      physical_update_table(*layout, std::move(request)));
  if (layout->physical())
    for (const ShardedIndex* index : created)
      if (!index->live) CO_TRY(co_await check_existing_items(below_, *layout, *index));
  Result<TableDescription> answer = co_await below_.update_table(std::move(physical));
  layouts_->forget(table);
  co_return logical_answer(*layout, std::move(answer));
}

Task<Result<TableDescription>> Gateway::delete_table_sharded(DeleteTableRequest request) {
  const std::string table = request.table_name;
  CO_ASSIGN_OR_RETURN(const LayoutPtr layout, co_await layouts_->find_anew(table));
  if (!layout) co_return co_await below_.delete_table(std::move(request));
  Result<TableDescription> answer = co_await below_.delete_table(std::move(request));
  layouts_->forget(table);
  co_return logical_answer(*layout, std::move(answer));
}

}  // namespace isotherm::gateway
