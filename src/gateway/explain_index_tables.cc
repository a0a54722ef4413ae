#include "gateway/explain_index_tables.h"

#include <algorithm>

#include "gateway/index_scan.h"
#include "gateway/query_plan.h"
#include "gateway/spelled_out.h"

namespace isotherm::gateway {
namespace {

void refuse(Plan& plan, Error error) {
  plan.route = Route::refused;
  plan.requests.clear();
  plan.notes.clear();
  plan.refusal = std::move(error);
}

class TableExplainer {
 public:
  TableExplainer(const PlannedIndexTables& tables, Plan& plan) : tables_(tables), plan_(plan) {}

  void run() {
    const std::vector<PhysicalRequest> requests = std::move(plan_.requests);
    plan_.requests.clear();
    for (const PhysicalRequest& request : requests) {
      sent_ = request;
      std::visit(*this, request.request);
      if (plan_.refusal) return;
      plan_.requests.push_back(sent_);
    }
    if (writes_entries_)
      plan_.notes.emplace_back(
          "An item is read first, and written in one transaction with its entries in index tables: "
          "twice the units of the item and of each entry that changes. When another writer comes "
          "in "
          "between, it is tried again.");
    if (reads_entries_)
      plan_.notes.emplace_back(
          "The index lies in a table of its own; tombstones in it are read over, and cost what "
          "they "
          "weigh.");
    plan_.read_units = 0;
    plan_.write_units = 0;
    for (const PhysicalRequest& request : plan_.requests) {
      plan_.read_units += request.read_units;
      plan_.write_units += request.write_units;
    }
  }

  void operator()(const QueryRequest& request) {
    const IndexedTablePtr table = find(request.table_name);
    const IndexTable* index = index_of(table, request.index_name);
    if (index == nullptr) return;
    const auto planned = plan_query(table->layout, index->index, request);
    if (!planned.ok()) return refuse(plan_, planned.error());
    rewritten();
    reads_entries_ = true;
    // A range that nothing can lie in is not asked for; it is shown as it would be.
    if (planned->reads.empty()) return;
    QueryRequest physical = physical_query(*planned, planned->reads.front());
    physical.limit = request.limit;
    sent_.detail = spelled_out(*physical.key_condition_expression, physical.placeholders);
    place(index->table(), request.consistent_read, std::move(physical));
  }

  void operator()(const ScanRequest& request) {
    const IndexedTablePtr table = find(request.table_name);
    const IndexTable* index = index_of(table, request.index_name);
    if (index == nullptr) return;
    const auto planned = plan_index_scan(table->layout, index->index, request);
    if (!planned.ok()) return refuse(plan_, planned.error());
    rewritten();
    reads_entries_ = true;
    place(index->table(), request.consistent_read,
          physical_scan(*planned, planned->start_key, request.limit));
  }

  void operator()(const PutItemRequest& request) {
    if (const IndexedTablePtr table = maintained(request.table_name))
      read_first(*table, request.table_name, key_of(request.item, table->key()));
  }
  void operator()(const UpdateItemRequest& request) {
    if (const IndexedTablePtr table = maintained(request.table_name))
      read_first(*table, request.table_name, request.key);
  }
  void operator()(const DeleteItemRequest& request) {
    if (const IndexedTablePtr table = maintained(request.table_name))
      read_first(*table, request.table_name, request.key);
  }
  void operator()(const BatchWriteItemRequest& request) {
    for (const auto& [name, writes] : request.request_items) {
      if (!maintained(name)) continue;
      writes_entries_ = true;
      rewritten();
      sent_.read_units += static_cast<double>(writes.size());
      sent_.write_units += static_cast<double>(writes.size());
    }
  }
  void operator()(const GetItemRequest&) {}
  void operator()(const BatchGetItemRequest&) {}

 private:
  IndexedTablePtr find(std::string_view table) const {
    const auto at = tables_.find(table_name_in(table));
    return at == tables_.end() ? nullptr : at->second;
  }
  IndexedTablePtr maintained(std::string_view name) const {
    IndexedTablePtr table = find(name);
    return table && table->is_maintained() ? table : nullptr;
  }
  static const IndexTable* index_of(const IndexedTablePtr& table,
                                    const std::optional<std::string>& name) {
    return table && name ? table->find_index(*name) : nullptr;
  }

  void rewritten() {
    if (plan_.route == Route::pass_through) plan_.route = Route::rewritten;
  }

  template <class Request>
  void place(const std::string& table, bool consistent, Request physical) {
    sent_.table = table;
    sent_.index.reset();
    sent_.read_units = read_units(0, consistent);
    sent_.request = std::move(physical);
  }

  /// The item is read, and its write becomes a part of a transaction.
  void read_first(const IndexedTable& table, const std::string& name, Item key) {
    writes_entries_ = true;
    plan_.route = Route::read_then_write;
    PhysicalRequest read;
    read.operation = "GetItem";
    read.table = name;
    read.detail = spelled_out(key);
    GetItemRequest get;
    get.table_name = name;
    get.key = std::move(key);
    get.consistent_read = true;
    read.request = std::move(get);
    read.read_units = read_units(0, true);
    plan_.requests.push_back(std::move(read));
    std::string entries;
    for (const IndexTable& index : table.indexes)
      if (index.is_maintained()) entries += ", and its entry in " + index.table();
    sent_.detail = sent_.operation + " " + sent_.detail + entries;
    sent_.operation = "TransactWriteItems";
    sent_.write_units *= 2;
  }

  const PlannedIndexTables& tables_;
  Plan& plan_;
  PhysicalRequest sent_;
  bool writes_entries_ = false;
  bool reads_entries_ = false;
};

}  // namespace

IndexedTablePtr assumed_indexed_table(const schema::TableRule& rule, TableDescription base) {
  const auto table = std::make_shared<IndexedTable>();
  for (const schema::IndexRule& index : rule.indexes) {
    if (!index.table) continue;
    const IndexTable made = make_index_table(index, base.key, std::nullopt);
    TableDescription live;
    live.name = made.table();
    live.key = {made.key().partition,
                AttributeDefinition{std::string(index_table_sort), KeyType::S}};
    table->indexes.push_back(make_index_table(index, base.key, std::move(live)));
    std::erase_if(base.global_indexes,
                  [&](const auto& global) { return global.name == made.name(); });
  }
  table->base = std::move(base);
  table->layout = std::make_shared<const Layout>(table->described(), std::vector<std::string>());
  return table;
}

void explain_index_tables(const PlannedIndexTables& tables, Plan& plan) {
  if (tables.empty() || plan.refusal) return;
  TableExplainer(tables, plan).run();
}

}  // namespace isotherm::gateway
