// Gateway: operations on tables.

#include "gateway/logical_names.h"
#include "gateway/messages.h"
#include "gateway/note.h"
#include "gateway/placeholder_names.h"
#include "gateway/table_plan.h"

namespace isotherm::gateway {
namespace {

Result<TableDescription> logical_answer(const Layout& layout, Result<TableDescription> answer) {
  if (!answer.ok()) return logical(layout, std::move(answer).error());
  return logical_table(layout, std::move(answer).value());
}

/// Counts items that should have the index's hidden attribute and lack it: what was written before
/// the schema had the rule.
ScanRequest incomplete_items(const Layout& layout, const ShardedIndex& index) {
  ScanRequest scan;
  scan.table_name = layout.physical()->name;
  scan.consistent_read = true;
  scan.select = Select::count;
  PlaceholderNames names(scan.placeholders);
  std::string filter = "attribute_not_exists(" + names.name(index.attribute()) + ")";
  const std::string type(type_name(index.rule.partition_key.type));
  filter += " AND attribute_type(" + names.name(index.rule.partition_key.name) + ", " +
            names.value(type) + ")";
  if (index.rule.sort_key)
    filter += " AND attribute_exists(" + names.name(*index.rule.sort_key) + ")";
  scan.filter_expression = std::move(filter);
  return scan;
}

/// An index over items that lack the attribute would silently miss them.
Task<Result<void>> check_existing_items(Store& below, const Layout& layout,
                                        const ShardedIndex& index) {
  // 64 MB: what a table operation can look through before its client gives up.
  constexpr int pages_max = 64;
  ScanRequest scan = incomplete_items(layout, index);
  for (int page = 0; page < pages_max; ++page) {
    CO_ASSIGN_OR_RETURN(ReadManyResponse found, co_await below.scan(scan));
    if (found.count > 0)
      co_return messages::existing_items(index, "the table has items from before its rule");
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
