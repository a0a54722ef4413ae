// Gateway: operations on tables.

#include "gateway/logical_names.h"
#include "gateway/messages.h"
#include "gateway/note.h"
#include "gateway/placeholder_names.h"
#include "gateway/shard_attribute.h"
#include "gateway/table_plan.h"

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
