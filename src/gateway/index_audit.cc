#include "gateway/index_audit.h"

#include <algorithm>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <set>

#include "gateway/messages.h"
#include "gateway/placeholder_names.h"
#include "gateway/shard_attribute.h"
#include "store/gather.h"

namespace isotherm::gateway {
namespace {

namespace asio = boost::asio;

/// What one item's attribute is, and should be.
struct Verdict {
  std::optional<AuditFault> fault;
  std::optional<AttributeValue> stored;
  std::optional<AttributeValue> expected;
};

Verdict verdict_of(const ShardedIndex& index, Item item) {
  Verdict verdict;
  if (const auto at = item.find(index.attribute()); at != item.end()) {
    verdict.stored = std::move(at->second);
    item.erase(at);
  }
  const Result<std::optional<AttributeValue>> expected =
      updated_shard_attribute(index, item, &item);
  if (!expected.ok()) {
    verdict.fault = AuditFault::unplaceable;
    return verdict;
  }
  verdict.expected = *expected;
  if (verdict.expected == verdict.stored) return verdict;
  verdict.fault = !verdict.stored    ? AuditFault::missing
                  : verdict.expected ? AuditFault::wrong
                                     : AuditFault::superfluous;
  return verdict;
}

class Audit {
 public:
  Audit(Store& store, const Layout& layout, AuditProgress& progress, AuditOptions options)
      : store_(store), layout_(layout), progress_(progress), options_(std::move(options)) {
    for (const ShardedIndex& index : layout.indexes())
      found_.push_back({layout.physical()->name, index.name(), {}, 0, 0, {}});
  }

  Task<Result<void>> walk_segment(std::size_t segment) {
    const auto executor = co_await asio::this_coro::executor;
    asio::steady_timer pace(executor);
    AuditProgress::Segment& at = progress_.segments[segment];
    while (!at.is_done) {
      const auto begun = std::chrono::steady_clock::now();
      ScanRequest scan = page_of(segment);
      CO_ASSIGN_OR_RETURN(ReadManyResponse page, co_await store_.scan(std::move(scan)));
      for (const Item& item : page.items) CO_TRY(co_await look_at(item));
      progress_.scanned += std::ssize(page.items);
      at.is_done = !page.last_evaluated_key;
      at.next = std::move(page.last_evaluated_key);
      if (options_.on_page) options_.on_page(progress_, found_);
      if (!options_.items_a_second || at.is_done) continue;
      // Each segment has its share of the rate.
      const double share =
          *options_.items_a_second / static_cast<double>(progress_.segments.size());
      const std::chrono::duration<double> took(static_cast<double>(page.items.size()) / share);
      pace.expires_at(begun +
                      std::chrono::duration_cast<std::chrono::steady_clock::duration>(took));
      co_await pace.async_wait(asio::use_awaitable);
    }
    co_return Result<void>();
  }

  std::vector<AuditedIndex> take_found() { return std::move(found_); }

 private:
  /// Every attribute that is looked at.
  std::set<std::string> wanted() const {
    std::set<std::string> names;
    layout_.physical()->key.for_each([&](const auto& part) { names.insert(part.name); });
    for (const ShardedIndex& index : layout_.indexes()) {
      names.insert(index.attribute());
      for (const std::string& name : index.relevant_attributes()) names.insert(name);
    }
    return names;
  }

  ScanRequest page_of(std::size_t segment) const {
    ScanRequest scan;
    scan.table_name = layout_.physical()->name;
    scan.consistent_read = true;
    scan.segment = static_cast<std::int64_t>(segment);
    scan.total_segments = std::ssize(progress_.segments);
    scan.limit = options_.page_items;
    scan.exclusive_start_key = progress_.segments[segment].next;
    PlaceholderNames names(scan.placeholders);
    std::string projection;
    for (const std::string& name : wanted())
      projection += (projection.empty() ? "" : ", ") + names.name(name);
    scan.projection_expression = std::move(projection);
    return scan;
  }

  Task<Result<void>> look_at(const Item& item) {
    for (std::size_t i = 0; i < found_.size(); ++i) {
      const ShardedIndex& index = layout_.indexes()[i];
      Verdict verdict = verdict_of(index, item);
      if (!verdict.fault) continue;
      AuditedIndex& found = found_[i];
      ++found.faults[*verdict.fault];
      if (found.samples.size() < options_.samples_max)
        found.samples.push_back({*verdict.fault, key_of(item, layout_.physical()->key),
                                 verdict.stored, verdict.expected});
      if (options_.repair && *verdict.fault != AuditFault::unplaceable)
        CO_TRY(co_await repair(index, item, std::move(verdict), found));
    }
    co_return Result<void>();
  }

  Task<Result<void>> repair(const ShardedIndex& index, Item item, Verdict verdict,
                            AuditedIndex& found) {
    constexpr int attempts = 10;
    for (int attempt = 0; attempt < attempts; ++attempt) {
      const auto written = co_await store_.update_item(repair_of(index, item, verdict));
      if (written.ok()) {
        ++found.repaired;
        co_return Result<void>();
      }
      if (written.error().code() != ErrorCode::conditional_check_failed) co_return written.error();
      GetItemRequest read;
      read.table_name = layout_.physical()->name;
      read.key = key_of(item, layout_.physical()->key);
      read.consistent_read = true;
      CO_ASSIGN_OR_RETURN(GetItemResponse now, co_await store_.get_item(std::move(read)));
      if (now.item) verdict = verdict_of(index, *now.item);
      if (!now.item || !verdict.fault || *verdict.fault == AuditFault::unplaceable) {
        ++found.changed_meanwhile;
        co_return Result<void>();
      }
      item = *std::move(now.item);
    }
    // It stays counted as a fault.
    co_return Result<void>();
  }

  UpdateItemRequest repair_of(const ShardedIndex& index, const Item& item,
                              const Verdict& verdict) const {
    UpdateItemRequest update;
    update.table_name = layout_.physical()->name;
    update.key = key_of(item, layout_.physical()->key);
    PlaceholderNames names(update.placeholders);
    const std::string attribute = names.name(index.attribute());
    update.update_expression = verdict.expected
                                   ? "SET " + attribute + " = " + names.value(*verdict.expected)
                                   : "REMOVE " + attribute;
    std::string condition =
        "attribute_exists(" + names.name(layout_.physical()->key.partition.name) + ")";
    std::vector<std::string> unchanged = index.relevant_attributes();
    unchanged.push_back(index.attribute());
    for (const std::string& name : unchanged) {
      if (layout_.physical()->key.has(name)) continue;
      const AttributeValue* value = find(item, name);
      const std::string placeholder = names.name(name);
      condition += value == nullptr ? " AND attribute_not_exists(" + placeholder + ")"
                                    : " AND " + placeholder + " = " + names.value(*value);
    }
    update.condition_expression = std::move(condition);
    return update;
  }

  Store& store_;
  const Layout& layout_;
  AuditProgress& progress_;
  AuditOptions options_;
  std::vector<AuditedIndex> found_;
};

}  // namespace

std::string_view fault_name(AuditFault fault) {
  switch (fault) {
    case AuditFault::missing: return "missing";
    case AuditFault::wrong: return "wrong";
    case AuditFault::superfluous: return "superfluous";
    case AuditFault::unplaceable: return "unplaceable";
  }
  return {};
}

std::int64_t AuditedIndex::found() const {
  std::int64_t sum = 0;
  for (const auto& [fault, count] : faults) sum += count;
  return sum;
}

Task<Result<std::vector<AuditedIndex>>> audit_table(Store& store, const schema::TableRule& rule,
                                                    AuditProgress& progress, AuditOptions options) {
  CO_ASSIGN_OR_RETURN(TableDescription table, co_await store.describe_table({rule.name}));
  const Layout layout(rule, std::move(table));
  for (const ShardedIndex& index : layout.indexes())
    if (index.live && !index.misfit.empty()) co_return messages::rule_does_not_fit(index);
  if (progress.segments.empty())
    progress.segments.resize(std::max<std::size_t>(1, options.segments));
  const std::size_t segments = progress.segments.size();
  Audit audit(store, layout, progress, std::move(options));
  std::vector<std::function<Task<Result<void>>()>> walks;
  for (std::size_t segment = 0; segment < segments; ++segment)
    walks.push_back([&audit, segment] { return audit.walk_segment(segment); });
  const auto outcomes = co_await gather<Result<void>>(std::move(walks), segments);
  for (const Result<void>& outcome : outcomes)
    if (!outcome.ok()) co_return outcome.error();
  co_return audit.take_found();
}

}  // namespace isotherm::gateway
