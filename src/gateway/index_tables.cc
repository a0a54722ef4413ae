// IndexTables: what it does with reads of items, and with what would bring items past it.

#include "gateway/index_tables.h"

#include <algorithm>

#include "gateway/messages.h"
#include "gateway/stream_records.h"

namespace isotherm::gateway {
namespace {

void strip(Item& item) {
  if (const auto at = item.find(item_version); at != item.end()) item.erase(at);
}
void strip(std::optional<Item>& item) {
  if (item) strip(*item);
}

/// Whether the version is asked for by its name.
bool names_version(const std::optional<ExpressionNames>& names,
                   const std::optional<std::vector<std::string>>& attributes = std::nullopt) {
  const bool in_names = names && std::ranges::any_of(*names, [](const auto& name) {
                          return name.second == item_version;
                        });
  return in_names ||
         (attributes && std::ranges::find(*attributes, item_version) != attributes->end());
}

Error version_named() { return messages::hidden_attribute(item_version, "the request"); }

/// The first index of the rule that lies in a table of its own, or nullptr.
const schema::IndexRule* first_index_table(const schema::Schema& schema, std::string_view table) {
  const schema::TableRule* rule = schema.find_table(table_name_in(table));
  if (rule == nullptr) return nullptr;
  for (const schema::IndexRule& index : rule->indexes)
    if (index.table) return &index;
  return nullptr;
}

}  // namespace

IndexTables::IndexTables(Store& below, std::shared_ptr<const schema::Schema> schema, int attempts)
    : ForwardingStore(below), tables_(below, std::move(schema)), attempts_(attempts) {}

void IndexTables::use_schema(std::shared_ptr<const schema::Schema> schema) {
  tables_.use_schema(std::move(schema));
}

Task<Result<std::map<std::string, IndexedTablePtr, std::less<>>>> IndexTables::planned(
    std::vector<std::string> tables) {
  std::map<std::string, IndexedTablePtr, std::less<>> found;
  for (const std::string& name : tables) {
    CO_ASSIGN_OR_RETURN(IndexedTablePtr table, co_await tables_.find(name));
    if (table) found.emplace(table_name_in(name), std::move(table));
  }
  co_return found;
}

Task<Result<schema::Problems>> IndexTables::check_schema() {
  schema::Problems problems;
  const auto schema = tables_.schema();
  for (const auto& [name, rule] : schema->tables) {
    CO_ASSIGN_OR_RETURN(const IndexedTablePtr table, co_await tables_.find_anew(name));
    if (!table) continue;
    for (std::size_t i = 0; i < table->indexes.size(); ++i) {
      const IndexTable& index = table->indexes[i];
      const std::string path = "tables." + name + ".indexes." + index.index.name() + ": ";
      const int line = index.index.rule.line;
      if (!index.index.misfit.empty())
        problems.push_back({line, path + index.index.misfit, "correct 'table'"});
      if (table->base.find_global_index(index.name()) != nullptr)
        problems.push_back({line, path + "the table has a global index of that name",
                            "delete it, or take 'type: gsi'"});
    }
  }
  co_return problems;
}

Task<Result<IndexedTablePtr>> IndexTables::maintained(std::string table) {
  if (tables_.is_hidden(table)) co_return Error::resource_not_found();
  CO_ASSIGN_OR_RETURN(IndexedTablePtr found, co_await tables_.find(std::move(table)));
  if (found && !found->is_maintained()) found.reset();
  co_return found;
}

Task<Result<GetItemResponse>> IndexTables::get_item(GetItemRequest request) {
  if (!tables_.any()) co_return co_await below_.get_item(std::move(request));
  CO_ASSIGN_OR_RETURN(const IndexedTablePtr table, co_await maintained(request.table_name));
  if (!table) co_return co_await below_.get_item(std::move(request));
  if (names_version(request.placeholders.names, request.attributes_to_get))
    co_return version_named();
  Result<GetItemResponse> answer = co_await below_.get_item(std::move(request));
  note(table->base.name, answer);
  if (answer.ok()) strip(answer->item);
  co_return answer;
}

Task<Result<BatchGetItemResponse>> IndexTables::batch_get_item(BatchGetItemRequest request) {
  if (!tables_.any()) co_return co_await below_.batch_get_item(std::move(request));
  bool any = false;
  for (const auto& [name, keys] : request.request_items) {
    CO_ASSIGN_OR_RETURN(const IndexedTablePtr table, co_await maintained(name));
    if (table && names_version(keys.names, keys.attributes_to_get)) co_return version_named();
    any = any || table;
  }
  Result<BatchGetItemResponse> answer = co_await below_.batch_get_item(std::move(request));
  if (any && answer.ok())
    for (auto& [name, items] : answer->responses)
      if (tables_.is_indexed(name))
        for (Item& item : items) strip(item);
  co_return answer;
}

Task<Result<TransactGetItemsResponse>> IndexTables::transact_get_items(
    TransactGetItemsRequest request) {
  if (!tables_.any()) co_return co_await below_.transact_get_items(std::move(request));
  std::vector<bool> ours;
  for (const TransactGet& get : request.gets) {
    CO_ASSIGN_OR_RETURN(const IndexedTablePtr table, co_await maintained(get.table_name));
    if (table && names_version(get.names)) co_return version_named();
    ours.push_back(table != nullptr);
  }
  Result<TransactGetItemsResponse> answer = co_await below_.transact_get_items(std::move(request));
  if (answer.ok())
    for (std::size_t i = 0; i < answer->items.size() && i < ours.size(); ++i)
      if (ours[i]) strip(answer->items[i]);
  co_return answer;
}

Task<Result<IndexedTablePtr>> IndexTables::table_of(const ReadManyRequest& request) {
  if (tables_.is_hidden(request.table_name)) co_return Error::resource_not_found();
  CO_ASSIGN_OR_RETURN(IndexedTablePtr table, co_await tables_.find(request.table_name));
  const bool is_known = !table || !request.index_name || table->find_index(*request.index_name) ||
                        table->base.find_global_index(*request.index_name) ||
                        table->base.find_local_index(*request.index_name);
  if (is_known) co_return table;
  co_return co_await tables_.find_anew(request.table_name);
}

Task<Result<ReadManyResponse>> IndexTables::query(QueryRequest request) {
  if (!tables_.any()) co_return co_await below_.query(std::move(request));
  CO_ASSIGN_OR_RETURN(const IndexedTablePtr table, co_await table_of(request));
  if (!table) co_return co_await below_.query(std::move(request));
  const IndexTable* index = request.index_name ? table->find_index(*request.index_name) : nullptr;
  if (index != nullptr) co_return co_await query_index(table, *index, std::move(request));
  if (names_version(request.placeholders.names, request.attributes_to_get))
    co_return version_named();
  Result<ReadManyResponse> answer = co_await below_.query(std::move(request));
  note(table->base.name, answer);
  if (answer.ok())
    for (Item& item : answer->items) strip(item);
  co_return answer;
}

Task<Result<ReadManyResponse>> IndexTables::scan(ScanRequest request) {
  if (!tables_.any()) co_return co_await below_.scan(std::move(request));
  CO_ASSIGN_OR_RETURN(const IndexedTablePtr table, co_await table_of(request));
  if (!table) co_return co_await below_.scan(std::move(request));
  const IndexTable* index = request.index_name ? table->find_index(*request.index_name) : nullptr;
  if (index != nullptr) co_return co_await scan_index(table, *index, std::move(request));
  if (names_version(request.placeholders.names, request.attributes_to_get))
    co_return version_named();
  Result<ReadManyResponse> answer = co_await below_.scan(std::move(request));
  note(table->base.name, answer);
  if (answer.ok())
    for (Item& item : answer->items) strip(item);
  co_return answer;
}

Task<Result<GetRecordsResponse>> IndexTables::get_records(GetRecordsRequest request) {
  const bool ours = tables_.is_indexed(table_of_iterator(request.shard_iterator));
  Result<GetRecordsResponse> answer = co_await below_.get_records(std::move(request));
  if (ours && answer.ok()) make_logical(answer->records, [](Item& item) { strip(item); });
  co_return answer;
}

Task<Result<TableDescription>> IndexTables::restore_table_from_backup(
    RestoreTableFromBackupRequest request) {
  const auto schema = tables_.schema();
  if (const auto* index = first_index_table(*schema, request.target_table_name))
    co_return messages::items_past_index_table(request.target_table_name, index->name);
  co_return co_await below_.restore_table_from_backup(std::move(request));
}

Task<Result<TableDescription>> IndexTables::restore_table_to_point_in_time(
    RestoreTableToPointInTimeRequest request) {
  const auto schema = tables_.schema();
  if (const auto* index = first_index_table(*schema, request.target_table_name))
    co_return messages::items_past_index_table(request.target_table_name, index->name);
  co_return co_await below_.restore_table_to_point_in_time(std::move(request));
}

Task<Result<ImportDescription>> IndexTables::import_table(ImportTableRequest request) {
  const auto schema = tables_.schema();
  if (const auto* index = first_index_table(*schema, request.table.table_name))
    co_return messages::items_past_index_table(request.table.table_name, index->name);
  co_return co_await below_.import_table(std::move(request));
}

}  // namespace isotherm::gateway
