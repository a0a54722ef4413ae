#include "gateway/explain_keys.h"

#include <algorithm>
#include <utility>

#include "gateway/drawn_items.h"
#include "gateway/explain_reads.h"
#include "gateway/key_checks.h"
#include "gateway/key_gateway.h"
#include "gateway/key_reads.h"
#include "gateway/key_requests.h"
#include "gateway/parted_items.h"
#include "gateway/spelled_out.h"
#include "gateway/update_plan.h"
#include "store/table_names.h"

namespace isotherm::gateway {
namespace {

constexpr std::string_view all_shards =
    "The item's parts in all other shards are changed along, in one transaction.";

/// Makes the requests of one plan physical, one after the other.
class KeyExplainer {
 public:
  KeyExplainer(const KeyedTables& tables, Plan& plan) : tables_(tables), plan_(plan) {}

  /// Success: it is in the plan.
  Result<void> add(PhysicalRequest sent) {
    sent_ = std::move(sent);
    LogicalRequest request = std::move(sent_.request);
    return std::visit([this](auto& one) { return become(one); }, request);
  }

 private:
  const KeyLayout* find(const std::string& table) const {
    const auto at = tables_.find(table_name_in(table));
    return at == tables_.end() ? nullptr : at->second.get();
  }

  template <class Request>
  Result<void> keep(Request& request, bool is_changed) {
    if (is_changed && plan_.route == Route::pass_through) plan_.route = Route::rewritten;
    sent_.request = std::move(request);
    plan_.requests.push_back(std::move(sent_));
    return {};
  }

  void note(std::string text) {
    if (std::ranges::find(plan_.notes, text) == plan_.notes.end())
      plan_.notes.push_back(std::move(text));
  }

  /// Any shard for what is drawn, to show one; of others, the key tells.
  static std::optional<sharding::Shard> some_shard(const KeyLayout& layout) {
    return layout.is_drawn() ? std::optional<sharding::Shard>(0) : std::nullopt;
  }

  /// The question that all shards of a key are asked.
  Result<void> ask_all(const KeyLayout& layout, const Item& key, bool consistent) {
    note(layout.is_drawn()
             ? "The shard was drawn, so all are asked for the item."
             : "The item's aggregates lie in parts in all shards; their answers are put together.");
    PhysicalRequest sent;
    sent.operation = "BatchGetItem";
    sent.detail = layout.physical().name + ": " + std::to_string(layout.shards_of(key));
    BatchGetItemRequest request;
    KeysAndAttributes& keys = request.request_items[layout.physical().name];
    keys.consistent_read = consistent;
    for (sharding::Shard shard = 0; shard < layout.shards_of(key); ++shard) {
      keys.keys.push_back(key);
      TRY(layout.place_key(keys.keys.back(), shard));
    }
    sent.read_units = static_cast<double>(keys.keys.size()) * read_units(0, consistent);
    sent.request = std::move(request);
    plan_.requests.push_back(std::move(sent));
    if (plan_.route == Route::pass_through) plan_.route = Route::scatter;
    return {};
  }

  Result<void> become(GetItemRequest& request) {
    const KeyLayout* layout = find(request.table_name);
    if (layout != nullptr && layout->is_spread() && check_key(request.key, layout->key()).ok())
      return ask_all(*layout, request.key, request.consistent_read);
    return place_one(request);
  }

  Result<void> become(DeleteItemRequest& request) {
    const KeyLayout* layout = find(request.table_name);
    if (layout != nullptr && layout->is_drawn() && check_key(request.key, layout->key()).ok())
      TRY(ask_all(*layout, request.key, true));
    if (layout != nullptr && is_parted(*layout)) note(std::string(all_shards));
    return place_one(request);
  }

  template <class Request>
  Result<void> place_one(Request& request) {
    const KeyLayout* layout = find(request.table_name);
    if (layout == nullptr) return keep(request, false);
    TRY(place(*layout, request, some_shard(*layout)));
    sent_.detail = spelled_out(request.key);
    return keep(request, true);
  }

  Result<void> become(PutItemRequest& request) {
    const KeyLayout* layout = find(request.table_name);
    if (layout == nullptr) return keep(request, false);
    if (layout->is_drawn()) {
      TRY(check_put(*layout, request));
      note("Each put draws its shard.");
      TRY(place(*layout, request, layout->draw(request.item)));
    } else {
      if (is_parted(*layout)) note(std::string(all_shards));
      TRY(place(*layout, request));
    }
    sent_.detail = spelled_out(request.item);
    return keep(request, true);
  }

  Result<void> become(UpdateItemRequest& request) {
    const KeyLayout* layout = find(request.table_name);
    if (layout == nullptr) return keep(request, false);
    std::optional<sharding::Shard> shard = some_shard(*layout);
    const bool is_good =
        has_good_expressions(request) && check_key(request.key, layout->key()).ok();
    if (is_good && layout->is_drawn()) TRY(ask_all(*layout, request.key, true));
    if (is_good && is_parted(*layout)) {
      ASSIGN_OR_RETURN(const AggregateChange change, change_of(*layout, request));
      if (change == AggregateChange::contributes) {
        shard = layout->next_shard(request.key);
        note(
            "Contributions to aggregates go to the shards in turn; the first in each shard is a "
            "transaction with the item's home.");
      }
      if (change == AggregateChange::resets) note(std::string(all_shards));
    }
    TRY(place(*layout, request, shard));
    sent_.detail = spelled_out(request.key);
    if (request.update_expression)
      sent_.detail += ": " + spelled_out(*request.update_expression, request.placeholders);
    return keep(request, true);
  }

  Result<void> become(BatchGetItemRequest& request) {
    bool is_changed = false;
    for (auto& [table, keys] : request.request_items)
      if (const KeyLayout* layout = find(table)) {
        is_changed = true;
        std::vector<Item> logical = std::exchange(keys.keys, {});
        for (Item& key : logical) {
          if (layout->is_spread() && check_key(key, layout->key()).ok()) {
            TRY(ask_all(*layout, key, keys.consistent_read));
            continue;
          }
          TRY(place_key(*layout, key, some_shard(*layout)));
          keys.keys.push_back(std::move(key));
        }
      }
    std::erase_if(request.request_items,
                  [](const auto& entry) { return entry.second.keys.empty(); });
    if (request.request_items.empty()) return {};
    return keep(request, is_changed);
  }

  Result<void> become(BatchWriteItemRequest& request) {
    bool is_changed = false;
    for (auto& [table, writes] : request.request_items)
      if (const KeyLayout* layout = find(table)) {
        is_changed = true;
        if (layout->is_drawn()) note("Puts draw their shards; deletes ask all shards first.");
        if (is_parted(*layout)) note(std::string(all_shards));
        for (WriteRequest& write : writes) TRY(place(*layout, write, some_shard(*layout)));
      }
    return keep(request, is_changed);
  }

  Result<void> become(QueryRequest& request) {
    const KeyLayout* layout = find(request.table_name);
    if (layout == nullptr) return keep(request, false);
    const ShardedIndex* view = layout->view(request.index_name);
    if (view == nullptr) {
      ASSIGN_OR_RETURN(auto placed, place_index_query(*layout, request));
      return keep(placed.request, true);
    }
    ASSIGN_OR_RETURN(const QueryPlan query, plan_query(layout->names(), *view, request));
    plan_.notes.clear();
    explain_reads(query, plan_);
    return {};
  }

  Result<void> become(ScanRequest& request) {
    const KeyLayout* layout = find(request.table_name);
    if (layout == nullptr) return keep(request, false);
    ASSIGN_OR_RETURN(auto placed, place_scan(*layout, request));
    return keep(placed.request, true);
  }

  const KeyedTables& tables_;
  Plan& plan_;
  PhysicalRequest sent_;
};

}  // namespace

Plan explain_keys(const KeyedTables& tables, Plan plan) {
  if (tables.empty() || plan.refusal) return plan;
  std::vector<PhysicalRequest> requests = std::move(plan.requests);
  plan.requests.clear();
  KeyExplainer explainer(tables, plan);
  for (PhysicalRequest& request : requests) {
    if (const Result<void> added = explainer.add(std::move(request)); !added.ok()) {
      plan.route = Route::refused;
      plan.requests.clear();
      plan.notes.clear();
      plan.read_units = plan.write_units = 0;
      plan.refusal = added.error();
      return plan;
    }
  }
  plan.read_units = plan.write_units = 0;
  for (const PhysicalRequest& request : plan.requests) {
    plan.read_units += request.read_units;
    plan.write_units += request.write_units;
  }
  return plan;
}

Task<Result<Plan>> KeyGateway::explain(Plan plan) {
  KeyedTables tables;
  const auto add = [&](const std::string& table) -> Task<Result<void>> {
    if (!layouts_.is_sharded(table)) co_return Result<void>();
    CO_ASSIGN_OR_RETURN(KeyLayoutPtr layout, co_await layouts_.find(table));
    if (layout) tables.emplace(table_name_in(table), std::move(layout));
    co_return Result<void>();
  };
  for (const PhysicalRequest& request : plan.requests) {
    if (!request.table.empty()) CO_TRY(co_await add(request.table));
    if (const auto* get = std::get_if<BatchGetItemRequest>(&request.request))
      for (const auto& [table, keys] : get->request_items) CO_TRY(co_await add(table));
    if (const auto* write = std::get_if<BatchWriteItemRequest>(&request.request))
      for (const auto& [table, writes] : write->request_items) CO_TRY(co_await add(table));
  }
  co_return explain_keys(tables, std::move(plan));
}

}  // namespace isotherm::gateway
