#include "control/worker_ids.h"

#include <algorithm>
#include <charconv>

#include "model/limits.h"

namespace isotherm::control {
namespace {

constexpr std::string_view key_attribute = "pk";

AttributeValue number(std::int64_t value) { return Number(value); }

/// A whole number of an item, or an error of a record that somebody else wrote.
Result<std::int64_t> whole(const Item& item, std::string_view name) {
  const AttributeValue* value = find(item, name);
  const Number* found = value == nullptr ? nullptr : value->get_if<Number>();
  std::int64_t out = 0;
  const std::string text = found == nullptr ? "" : found->to_string();
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc() || stop != text.data() + text.size() || text.empty())
    return Error::internal("a worker id's record has no number '" + std::string(name) + "'");
  return out;
}

Result<std::string> text(const Item& item, std::string_view name) {
  const AttributeValue* value = find(item, name);
  const auto* found = value == nullptr ? nullptr : value->get_if<std::string>();
  if (found == nullptr)
    return Error::internal("a worker id's record has no text '" + std::string(name) + "'");
  return *found;
}

}  // namespace

std::string WorkerIds::key_of(std::uint32_t node) const {
  return key_of_pool() + std::to_string(node);
}

std::string WorkerIds::key_of_pool() const { return "worker-id#" + pool_.name + "#"; }

Item WorkerIds::item_of(const ids::WorkerLease& lease) const {
  return {{std::string(key_attribute), key_of(lease.node)},
          {"node", number(lease.node)},
          {"owner", lease.owner},
          {"version", number(static_cast<std::int64_t>(lease.version))},
          {"windowBegin", number(lease.window.begin.count())},
          {"windowEnd", number(lease.window.end.count())},
          {"layout", pool_.layout.to_string()}};
}

Result<ids::WorkerLease> WorkerIds::lease_of(const Item& item) const {
  ids::WorkerLease lease;
  ASSIGN_OR_RETURN(const std::int64_t node, whole(item, "node"));
  ASSIGN_OR_RETURN(const std::int64_t version, whole(item, "version"));
  ASSIGN_OR_RETURN(const std::int64_t begin, whole(item, "windowBegin"));
  ASSIGN_OR_RETURN(const std::int64_t end, whole(item, "windowEnd"));
  ASSIGN_OR_RETURN(lease.owner, text(item, "owner"));
  ASSIGN_OR_RETURN(const std::string layout, text(item, "layout"));
  if (layout != pool_.layout.to_string()) return other_layout(layout);
  lease.node = static_cast<std::uint32_t>(node);
  lease.version = static_cast<std::uint64_t>(version);
  lease.window = {UnixMillis(begin), UnixMillis(end)};
  return lease;
}

Error WorkerIds::other_layout(const std::string& layout) const {
  return Error::validation("the pool '" + pool_.name + "' has the layout " + layout + ", not " +
                           pool_.layout.to_string() +
                           ": ids of two layouts are neither unique nor in order");
}

// The first taker of a pool says its layout: records of workers are read a hundred at a time, and
// two takers need not meet the same ones.
Task<Result<void>> WorkerIds::claim_layout() {
  const std::string key = "worker-pool#" + pool_.name;
  PutItemRequest put;
  put.table_name = pool_.table;
  put.item = {{std::string(key_attribute), key}, {"layout", pool_.layout.to_string()}};
  put.condition_expression = "attribute_not_exists(pk) OR #layout = :layout";
  put.placeholders.names = ExpressionNames{{"#layout", "layout"}};
  put.placeholders.values = ExpressionValues{{":layout", pool_.layout.to_string()}};
  const auto written = co_await store_.put_item(std::move(put));
  if (written.ok()) co_return Result<void>();
  if (written.error().code() != ErrorCode::conditional_check_failed)
    co_return Failure(written.error());
  GetItemRequest get;
  get.table_name = pool_.table;
  get.key = {{std::string(key_attribute), key}};
  get.consistent_read = true;
  CO_ASSIGN_OR_RETURN(const GetItemResponse found, co_await store_.get_item(std::move(get)));
  CO_ASSIGN_OR_RETURN(const std::string layout, text(found.item.value_or(Item()), "layout"));
  co_return other_layout(layout);
}

Task<Result<void>> WorkerIds::make_table() {
  CreateTableRequest request;
  request.table_name = pool_.table;
  request.attribute_definitions = {{std::string(key_attribute), KeyType::S}};
  request.key_schema = {{std::string(key_attribute), true}};
  request.billing_mode = BillingMode::pay_per_request;
  const auto made = co_await store_.create_table(std::move(request));
  if (!made.ok() && made.error().code() != ErrorCode::resource_in_use)
    co_return Failure(made.error());
  co_return Result<void>();
}

Task<Result<WorkerIds::Records>> WorkerIds::read(std::vector<std::uint32_t> nodes,
                                                 std::vector<std::uint32_t>& unknown) {
  KeysAndAttributes keys;
  keys.consistent_read = true;
  for (const std::uint32_t node : nodes)
    keys.keys.push_back({{std::string(key_attribute), key_of(node)}});
  BatchGetItemRequest request;
  request.request_items.emplace(pool_.table, std::move(keys));
  CO_ASSIGN_OR_RETURN(BatchGetItemResponse answer,
                      co_await store_.batch_get_item(std::move(request)));
  Records records;
  for (const auto& [table, items] : answer.responses) {
    for (const Item& item : items) {
      CO_ASSIGN_OR_RETURN(ids::WorkerLease lease, lease_of(item));
      records.emplace(lease.node, std::move(lease));
    }
  }
  for (const auto& [table, unread] : answer.unprocessed_keys)
    for (const Item& key : unread.keys)
      for (const std::uint32_t node : nodes)
        if (*find(key, key_attribute) == AttributeValue(key_of(node))) unknown.push_back(node);
  co_return records;
}

Task<Result<void>> WorkerIds::write(const ids::WorkerLease& lease, std::string condition,
                                    ExpressionValues values) {
  PutItemRequest put;
  put.table_name = pool_.table;
  put.item = item_of(lease);
  put.condition_expression = std::move(condition);
  if (!values.empty()) {
    put.placeholders.values = std::move(values);
    put.placeholders.names = ExpressionNames{{"#owner", "owner"}};
  }
  const auto written = co_await store_.put_item(std::move(put));
  if (!written.ok()) co_return Failure(written.error());
  co_return Result<void>();
}

Task<Result<void>> WorkerIds::write_taken(const ids::WorkerLease& lease,
                                          const std::optional<ids::WorkerLease>& before) {
  if (!before) co_return co_await write(lease, "attribute_not_exists(pk)", {});
  // The end too: the holder may have renewed since the record was read.
  ExpressionValues values = {{":owner", before->owner},
                             {":version", number(static_cast<std::int64_t>(before->version))},
                             {":end", number(before->window.end.count())}};
  co_return co_await write(lease, "#owner = :owner AND version = :version AND windowEnd = :end",
                           std::move(values));
}

Task<Result<std::vector<ids::WorkerLease>>> WorkerIds::leases() {
  const std::string prefix = key_of_pool();
  Records records;
  std::optional<Item> after;
  do {
    ScanRequest request;
    request.table_name = pool_.table;
    request.consistent_read = true;
    request.exclusive_start_key = std::move(after);
    CO_ASSIGN_OR_RETURN(ReadManyResponse page, co_await store_.scan(std::move(request)));
    for (const Item& item : page.items) {
      CO_ASSIGN_OR_RETURN(const std::string key, text(item, key_attribute));
      // Another pool's name may begin with this one's: what follows is a number then only.
      if (!key.starts_with(prefix) || key.find('#', prefix.size()) != std::string::npos) continue;
      CO_ASSIGN_OR_RETURN(ids::WorkerLease lease, lease_of(item));
      records.emplace(lease.node, std::move(lease));
    }
    after = std::move(page.last_evaluated_key);
  } while (after);
  std::vector<ids::WorkerLease> leases;
  for (auto& [node, lease] : records) leases.push_back(std::move(lease));
  co_return leases;
}

Task<Result<ids::WorkerLease>> WorkerIds::take(std::string owner, std::uint32_t start,
                                               UnixMillis now) {
  CO_TRY(co_await claim_layout());
  const std::uint32_t nodes = pool_.layout.nodes();
  for (std::uint32_t done = 0; done < nodes;) {
    std::vector<std::uint32_t> some;
    for (; some.size() < limits::batch_get_keys_max && done < nodes; ++done)
      some.push_back((start % nodes + done) % nodes);
    std::vector<std::uint32_t> unknown;
    CO_ASSIGN_OR_RETURN(Records records, co_await read(some, unknown));
    for (const std::uint32_t node : some) {
      if (std::find(unknown.begin(), unknown.end(), node) != unknown.end()) continue;
      const auto at = records.find(node);
      const auto before = at == records.end() ? std::nullopt : std::optional(at->second);
      if (!ids::is_free(before, now, pool_.terms)) continue;
      ids::WorkerLease lease = ids::taken(node, before, owner, now, pool_.terms);
      const auto written = co_await write_taken(lease, before);
      if (written.ok()) co_return lease;
      if (written.error().code() != ErrorCode::conditional_check_failed)
        co_return Failure(written.error());
    }
  }
  co_return Error::limit_exceeded("all " + std::to_string(nodes) + " worker ids of the pool '" +
                                  pool_.name +
                                  "' are held; give the layout more worker bits, or "
                                  "stop a process");
}

Task<Result<ids::WorkerLease>> WorkerIds::renew(ids::WorkerLease lease, UnixMillis now) {
  ids::WorkerLease longer = ids::renewed(lease, now, pool_.terms);
  ExpressionValues values = {{":owner", lease.owner},
                             {":version", number(static_cast<std::int64_t>(lease.version))},
                             {":end", number(longer.window.end.count())}};
  const auto written = co_await write(
      longer, "#owner = :owner AND version = :version AND windowEnd <= :end", std::move(values));
  if (written.ok()) co_return longer;
  if (written.error().code() != ErrorCode::conditional_check_failed)
    co_return Failure(written.error());
  // Perhaps an earlier renewal, whose answer was lost, reached further.
  std::vector<std::uint32_t> unknown;
  CO_ASSIGN_OR_RETURN(Records records, co_await read({lease.node}, unknown));
  if (!unknown.empty()) co_return Error::internal("a worker id's record could not be read");
  const auto at = records.find(lease.node);
  if (at != records.end() && at->second.owner == lease.owner && at->second.version == lease.version)
    co_return at->second;
  co_return Failure(written.error());
}

Task<Result<void>> WorkerIds::give_back(ids::WorkerLease lease, UnixMillis unused_from) {
  ExpressionValues values = {{":owner", lease.owner},
                             {":version", number(static_cast<std::int64_t>(lease.version))}};
  co_return co_await write(ids::given_back(lease, unused_from),
                           "#owner = :owner AND version = :version", std::move(values));
}

Task<Result<std::unique_ptr<LeasedSnowflake>>> LeasedSnowflake::take(WorkerIds& workers,
                                                                     std::string owner,
                                                                     std::uint32_t start,
                                                                     UnixMillis now) {
  CO_ASSIGN_OR_RETURN(const ids::WorkerLease lease,
                      co_await workers.take(std::move(owner), start, now));
  co_return std::make_unique<LeasedSnowflake>(workers, lease);
}

LeasedSnowflake::LeasedSnowflake(WorkerIds& workers, const ids::WorkerLease& lease)
    : workers_(workers),
      lease_(lease),
      generator_(workers.pool().layout, lease.node, lease.window) {}

Task<Result<void>> LeasedSnowflake::keep(UnixMillis now) {
  auto longer = co_await workers_.renew(lease_, now);
  if (longer.ok()) {
    lease_ = std::move(longer).value();
    generator_.extend_window(lease_.window.end);
    co_return Result<void>();
  }
  if (longer.error().code() == ErrorCode::conditional_check_failed) generator_.close_window();
  co_return Failure(longer.error());
}

Task<Result<void>> LeasedSnowflake::give_back() {
  const UnixMillis unused_from = generator_.close_window();
  co_return co_await workers_.give_back(lease_, unused_from);
}

}  // namespace isotherm::control
