#include "gateway/indexed_tables.h"

#include <algorithm>

namespace isotherm::gateway {
namespace {

void add_definition(std::vector<AttributeDefinition>& definitions,
                    const AttributeDefinition& definition) {
  const bool is_there = std::ranges::any_of(
      definitions, [&](const AttributeDefinition& other) { return other.name == definition.name; });
  if (!is_there) definitions.push_back(definition);
}

}  // namespace

const IndexTable* IndexedTable::find_index(std::string_view name) const {
  for (const IndexTable& index : indexes)
    if (index.live && index.name() == name) return &index;
  return nullptr;
}

bool IndexedTable::is_maintained() const {
  return std::ranges::any_of(indexes,
                             [](const IndexTable& index) { return index.is_maintained(); });
}

TableDescription IndexedTable::described() const {
  TableDescription table = base;
  for (const IndexTable& index : indexes) {
    if (!index.live) continue;
    table.global_indexes.push_back(described_index(index));
    index.key().for_each([&](const auto& part) { add_definition(table.attributes, part); });
  }
  return table;
}

std::vector<IndexTable> index_tables_of(const schema::TableRule& rule, const KeySchema& table_key) {
  std::vector<IndexTable> indexes;
  for (const schema::IndexRule& index : rule.indexes)
    if (index.table) indexes.push_back(make_index_table(index, table_key, std::nullopt));
  return indexes;
}

IndexedTables::IndexedTables(Store& below, std::shared_ptr<const schema::Schema> schema)
    : below_(below) {
  use_schema(std::move(schema));
}

void IndexedTables::use_schema(std::shared_ptr<const schema::Schema> schema) {
  const std::lock_guard lock(mutex_);
  schema_ = std::move(schema);
  known_.clear();
  hidden_.clear();
  ++generation_;
  for (const auto& [name, rule] : schema_->tables)
    for (const schema::IndexRule& index : rule.indexes)
      if (index.table) hidden_.insert(index.table->table);
  any_ = !hidden_.empty();
}

std::shared_ptr<const schema::Schema> IndexedTables::schema() const {
  const std::lock_guard lock(mutex_);
  return schema_;
}

bool IndexedTables::is_indexed(std::string_view table) const {
  if (!any_) return false;
  const std::lock_guard lock(mutex_);
  const schema::TableRule* rule = schema_->find_table(table_name_in(table));
  return rule != nullptr && rule->has_index_table();
}

bool IndexedTables::is_hidden(std::string_view table) const {
  if (!any_) return false;
  const std::lock_guard lock(mutex_);
  return hidden_.contains(table_name_in(table));
}

Task<Result<IndexedTablePtr>> IndexedTables::find(std::string table) {
  if (!is_indexed(table)) co_return IndexedTablePtr();
  {
    const std::lock_guard lock(mutex_);
    if (const auto at = known_.find(table_name_in(table)); at != known_.end()) co_return at->second;
  }
  co_return co_await find_anew(std::move(table));
}

Task<Result<std::optional<TableDescription>>> IndexedTables::describe(std::string table) {
  Result<TableDescription> found = co_await below_.describe_table({std::move(table)});
  if (found.ok()) co_return std::optional<TableDescription>(std::move(found).value());
  if (found.error().code() == ErrorCode::resource_not_found)
    co_return std::optional<TableDescription>();
  co_return std::move(found).error();
}

Task<Result<IndexedTablePtr>> IndexedTables::find_anew(std::string table) {
  const std::string name(table_name_in(table));
  std::shared_ptr<const schema::Schema> schema;
  std::uint64_t generation = 0;
  {
    const std::lock_guard lock(mutex_);
    schema = schema_;
    generation = generation_;
  }
  const schema::TableRule* rule = schema->find_table(name);
  if (rule == nullptr || !rule->has_index_table()) co_return IndexedTablePtr();
  CO_ASSIGN_OR_RETURN(auto base, co_await describe(name));
  if (!base) co_return IndexedTablePtr();
  bool changes = base->status != TableStatus::active;
  const auto found = std::make_shared<IndexedTable>();
  found->base = *std::move(base);
  for (const schema::IndexRule& index : rule->indexes) {
    if (!index.table) continue;
    CO_ASSIGN_OR_RETURN(auto live, co_await describe(index.table->table));
    // One that is being deleted is no longer read nor written.
    if (live && live->status == TableStatus::deleting) live.reset();
    changes = changes || (live && live->status != TableStatus::active);
    found->indexes.push_back(make_index_table(index, found->base.key, std::move(live)));
  }
  const std::vector<std::string> hidden = {std::string(index_table_sort), std::string(item_version),
                                           std::string(tombstone_mark),
                                           std::string(tombstone_expiry)};
  found->layout = std::make_shared<const Layout>(found->described(), hidden);
  const std::lock_guard lock(mutex_);
  if (!changes && generation == generation_) known_.insert_or_assign(name, found);
  co_return found;
}

void IndexedTables::forget(std::string_view table) {
  const std::lock_guard lock(mutex_);
  if (const auto at = known_.find(table_name_in(table)); at != known_.end()) known_.erase(at);
  ++generation_;
}

}  // namespace isotherm::gateway
