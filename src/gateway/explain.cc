#include "gateway/explain.h"

#include <algorithm>
#include <functional>
#include <map>

#include "gateway/explain_index_tables.h"
#include "gateway/explain_keys.h"
#include "gateway/explain_layouts.h"
#include "gateway/explain_reads.h"
#include "gateway/index_tables.h"
#include "gateway/key_gateway.h"
#include "gateway/messages.h"
#include "gateway/note.h"
#include "gateway/query_plan.h"
#include "gateway/read_plan.h"
#include "gateway/scatter_policy.h"
#include "gateway/spelled_out.h"
#include "gateway/update_plan.h"
#include "gateway/write_plan.h"
#include "model/limits.h"

namespace isotherm::gateway {
namespace {

/// Units that an item costs where it is stored: the table, and each index that it is in.
double units_of_item(const Layout& layout, const Item& item) {
  double units = write_units(size_bytes(item));
  if (!layout.physical()) return units;
  const KeySchema& key = layout.physical()->key;
  const auto add = [&](const auto& index) {
    if (is_in_index(item, index.key))
      units += write_units(size_bytes(index_entry(item, key, index.key, index.projection)));
  };
  for (const auto& index : layout.physical()->local_indexes) add(index);
  for (const auto& index : layout.physical()->global_indexes) add(index);
  return units;
}

/// Makes the plan of one request.
class Explainer {
 public:
  explicit Explainer(const PlannedTables& tables) : tables_(tables) {}

  Plan operator()(const GetItemRequest& request) {
    begin("GetItem", request.table_name);
    if (const LayoutPtr& layout = layout_) {
      const auto planned = plan_get(*layout, request);
      if (!planned.ok()) return refuse(planned.error());
    }
    add("GetItem", request.table_name, spelled_out(request.key), request).read_units =
        read_units(0, request.consistent_read);
    note("A read costs 1 unit (eventually consistent: 0.5) for each 4 KB of the item.");
    return finish();
  }

  Plan operator()(const PutItemRequest& request) {
    begin("PutItem", request.table_name);
    PutItemRequest physical = request;
    if (layout_) {
      auto planned = plan_put(*layout_, request);
      if (!planned.ok()) return refuse(planned.error());
      plan_.route = planned->route;
      physical = std::move(planned->request);
    }
    const double units =
        layout_ ? units_of_item(*layout_, physical.item) : write_units(size_bytes(physical.item));
    std::string detail = spelled_out(physical.item);
    add("PutItem", request.table_name, std::move(detail), std::move(physical)).write_units = units;
    note(
        "A put costs 1 unit for each KB of the larger of the old and the new item, and of each "
        "index entry; moving an index entry costs its removal as well.");
    return finish();
  }

  Plan operator()(const DeleteItemRequest& request) {
    begin("DeleteItem", request.table_name);
    if (layout_) {
      const auto planned = plan_delete(*layout_, request);
      if (!planned.ok()) return refuse(planned.error());
    }
    add("DeleteItem", request.table_name, spelled_out(request.key), request).write_units = 1;
    note("A delete costs 1 unit for each KB of the item, and of each index entry removed.");
    return finish();
  }

  Plan operator()(const UpdateItemRequest& request) {
    begin("UpdateItem", request.table_name);
    note(
        "An update costs 1 unit for each KB of the larger of the old and the new item, and of "
        "each index entry changed; moving an index entry costs its removal as well.");
    if (!layout_) {
      add_update(request);
      return finish();
    }
    const auto plan = plan_update(layout_, request);
    if (!plan.ok()) return refuse(plan.error());
    plan_.route = plan->route;
    if (plan->route == Route::read_then_write) {
      add_undecided(*plan);
      return finish();
    }
    add_update(physical_update(*plan));
    return finish();
  }

  Plan operator()(const BatchGetItemRequest& request) {
    begin("BatchGetItem", "");
    std::string detail;
    double units = 0;
    for (const auto& [table, keys] : request.request_items) {
      if (const LayoutPtr layout = find(table))
        if (const auto checked = plan_batch_get(*layout, keys); !checked.ok())
          return refuse(checked.error());
      detail += (detail.empty() ? "" : ", ") + table + ": " + std::to_string(keys.keys.size());
      units += static_cast<double>(keys.keys.size()) * read_units(0, keys.consistent_read);
    }
    add("BatchGetItem", "", detail, request).read_units = units;
    note("Each item is rounded up to 4 KB by itself; a missing one costs the minimum.");
    return finish();
  }

  Plan operator()(const BatchWriteItemRequest& request) {
    begin("BatchWriteItem", "");
    BatchWriteItemRequest physical = request;
    std::string detail;
    double units = 0;
    for (auto& [table, writes] : physical.request_items) {
      const LayoutPtr layout = find(table);
      if (layout) {
        if (const auto done = plan_batch(*layout, writes); !done.ok()) return refuse(done.error());
        plan_.route = Route::rewritten;
      }
      for (const WriteRequest& write : writes) {
        const auto* put = std::get_if<PutRequest>(&write);
        if (put == nullptr)
          units += 1;
        else
          units += layout ? units_of_item(*layout, put->item) : write_units(size_bytes(put->item));
      }
      detail += (detail.empty() ? "" : ", ") + table + ": " + std::to_string(writes.size());
    }
    add("BatchWriteItem", "", detail, std::move(physical)).write_units = units;
    note("Each item is rounded up to 1 KB by itself, in the table and in each index.");
    return finish();
  }

  Plan operator()(const QueryRequest& request) {
    begin("Query", request.table_name);
    plan_.index = request.index_name;
    const ShardedIndex* index =
        layout_ && request.index_name ? layout_->find_index(*request.index_name) : nullptr;
    if (index == nullptr || !index->live) return plain_query(request);
    if (!index->misfit.empty()) return refuse(messages::rule_does_not_fit(*index));
    const auto plan = plan_query(layout_, *index, request);
    if (!plan.ok()) return refuse(plan.error());
    if (const auto verdict = judge_scatter(*plan); !verdict.ok()) return refuse(verdict.error());
    explain_reads(*plan, plan_);
    return finish();
  }

  Plan operator()(const ScanRequest& request) {
    begin("Scan", request.table_name);
    plan_.index = request.index_name;
    ScanRequest physical = request;
    if (layout_) {
      auto planned = plan_scan(*layout_, request);
      if (!planned.ok()) return refuse(planned.error());
      plan_.route = planned->route;
      physical = std::move(planned->request);
    }
    const auto index = physical.index_name;
    const auto limit = physical.limit;
    PhysicalRequest& sent = add("Scan", request.table_name, "", std::move(physical));
    sent.index = index;
    sent.limit = limit;
    sent.read_units = read_units(0, request.consistent_read);
    note(
        "A scan costs 1 unit (eventually consistent: 0.5) for each 4 KB evaluated, at the least "
        "one for each partition searched.");
    return finish();
  }

 private:
  LayoutPtr find(const std::string& table) const {
    const auto at = tables_.find(table_name_in(table));
    return at == tables_.end() ? nullptr : at->second;
  }

  void begin(std::string operation, const std::string& table) {
    plan_.operation = std::move(operation);
    plan_.table = table;
    layout_ = find(table);
  }

  void note(std::string text) { plan_.notes.push_back(std::move(text)); }

  template <class Request>
  PhysicalRequest& add(std::string operation, const std::string& table, std::string detail,
                       Request request) {
    PhysicalRequest sent;
    sent.operation = std::move(operation);
    sent.table = table;
    sent.detail = std::move(detail);
    sent.request = std::move(request);
    plan_.requests.push_back(std::move(sent));
    return plan_.requests.back();
  }

  Plan refuse(Error error) {
    plan_.route = Route::refused;
    plan_.requests.clear();
    plan_.notes.clear();
    plan_.refusal = std::move(error);
    return std::move(plan_);
  }

  Plan finish() {
    for (const PhysicalRequest& request : plan_.requests) {
      plan_.read_units += request.read_units;
      plan_.write_units += request.write_units;
    }
    return std::move(plan_);
  }

  void add_update(const UpdateItemRequest& physical) {
    std::string detail = spelled_out(physical.key);
    if (physical.update_expression)
      detail += ": " + spelled_out(*physical.update_expression, physical.placeholders);
    add("UpdateItem", physical.table_name, std::move(detail), physical).write_units = 1;
  }

  void add_undecided(const UpdatePlan& plan) {
    std::string names;
    for (const std::string& name : plan.dependencies) names += (names.empty() ? "" : ", ") + name;
    add("GetItem", plan.request.table_name, spelled_out(plan.request.key), read_before(plan))
        .read_units = read_units(0, true);
    add_update(physical_update(plan));
    PhysicalRequest& update = plan_.requests.back();
    for (const ShardedIndex* index : plan.undecided)
      update.detail += (update.detail.find(": ") == std::string::npos ? ": SET " : ", ") +
                       index->attribute() + " = <from the item>";
    if (!names.empty()) update.detail += " IF unchanged: " + names;
    note(
        "The shard depends on attributes that the update does not name, so the item is read "
        "first; if another writer changes them in between, the update is tried again.");
  }

  Plan plain_query(const QueryRequest& request) {
    if (layout_) {
      const auto planned = plan_plain_query(*layout_, request);
      if (!planned.ok()) return refuse(planned.error());
    }
    std::string detail;
    if (request.key_condition_expression)
      detail = spelled_out(*request.key_condition_expression, request.placeholders);
    PhysicalRequest& sent = add("Query", request.table_name, std::move(detail), request);
    sent.index = request.index_name;
    sent.limit = request.limit;
    sent.read_units = read_units(0, request.consistent_read);
    note("A query costs 1 unit (eventually consistent: 0.5) for each 4 KB evaluated.");
    return finish();
  }

  const PlannedTables& tables_;
  LayoutPtr layout_;
  Plan plan_;
};

}  // namespace

std::string_view route_name(Route route) {
  switch (route) {
    case Route::pass_through: return "pass-through";
    case Route::rewritten: return "rewritten";
    case Route::one_shard: return "one-shard";
    case Route::scatter: return "scatter";
    case Route::read_then_write: return "read-then-write";
    case Route::refused: return "refused";
  }
  return "refused";
}

Plan explain(const PlannedTables& tables, const LogicalRequest& request) {
  Explainer explainer(tables);
  return std::visit(explainer, request);
}

Plan explain(const schema::Schema& schema, const TableDescription& physical,
             const LogicalRequest& request) {
  PlannedTables tables;
  const schema::TableRule* rule = schema.find_table(physical.name);
  if (rule == nullptr) return explain(tables, request);
  KeyedTables keyed;
  TableDescription logical = physical;
  if (rule->key) {
    keyed.emplace(physical.name, KeyLayout::make(*rule, physical));
    logical = logical_table(*rule->key, physical);
  }
  if (rule->has_sharded_index())
    tables.emplace(physical.name, std::make_shared<const Layout>(*rule, logical));
  Plan plan = explain(tables, request);
  PlannedIndexTables index_tables;
  if (rule->has_index_table())
    index_tables.emplace(physical.name, assumed_indexed_table(*rule, logical));
  explain_index_tables(index_tables, plan);
  return explain_keys(keyed, std::move(plan));
}

namespace {

/// Tables that a request names.
std::vector<std::string> tables_of(const LogicalRequest& request) {
  return std::visit(
      [](const auto& r) -> std::vector<std::string> {
        if constexpr (requires { r.table_name; }) {
          return {r.table_name};
        } else {
          std::vector<std::string> names;
          for (const auto& [table, items] : r.request_items) names.push_back(table);
          return names;
        }
      },
      request);
}

}  // namespace

Task<Result<Plan>> Gateway::explain(LogicalRequest request) {
  PlannedTables tables;
  for (const std::string& table : tables_of(request)) {
    CO_ASSIGN_OR_RETURN(LayoutPtr layout, co_await layouts_->find(table));
    if (layout) tables.emplace(table_name_in(table), std::move(layout));
  }
  Plan plan = gateway::explain(tables, request);
  CO_ASSIGN_OR_RETURN(const PlannedIndexTables index_tables,
                      co_await index_tables_->planned(tables_of(request)));
  explain_index_tables(index_tables, plan);
  co_return co_await keys_->explain(std::move(plan));
}

}  // namespace isotherm::gateway
