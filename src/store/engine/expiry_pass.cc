#include "store/engine/expiry_pass.h"

#include <cstdlib>
#include <utility>

#include "store/engine/item_change.h"

namespace isotherm::engine {
namespace {

// Items of one table that one chunk looks at, and the time between chunks: 5,000 a second at the
// most, about one percent of a core.
constexpr int chunk_items = 1000;
constexpr auto chunk_period = std::chrono::milliseconds(200);
constexpr std::int64_t too_old_seconds = 5 * 365 * 24 * 3600ll;

bool is_expired(const Item& item, const std::string& attribute, UnixMillis now) {
  const AttributeValue* value = find(item, attribute);
  const Number* number = value == nullptr ? nullptr : value->get_if<Number>();
  if (number == nullptr) return false;
  const double expires = std::strtod(number->to_string().c_str(), nullptr);
  const double seconds = static_cast<double>(now.count()) / 1000;
  return expires <= seconds && expires > seconds - static_cast<double>(too_old_seconds);
}

/// Removes one item, when it is still there and still expired.
Result<void> expire(Core& core, const TablePtr& table, const std::string& record) {
  const auto lock = core.item_locks().lock(record);
  if (!table->is_current()) return {};
  ASSIGN_OR_RETURN(const std::optional<SizedItem> before, core.read_item(record));
  const UnixMillis now = core.clock().unix_time();
  if (!before || !is_expired(before->item, table->settings->ttl_attribute, now)) return {};
  const KeySchema& schema = table->description.key;
  const RecordKey key = item_key(table->id, schema, before->item);
  const ItemChange change{.key = &key,
                          .existed = true,
                          .before = &before->item,
                          .before_bytes = before->size,
                          .partition = find(before->item, schema.partition.name),
                          .origin = ChangeOrigin::ttl};
  rocksdb::WriteBatch batch;
  ASSIGN_OR_RETURN(const ChangePlan plan, ChangePlan::make(core, *table, change, batch));
  TRY(core.database().write(batch));
  plan.apply(core, *table);
  return {};
}

}  // namespace

Result<bool> ExpiryPass::step(Core& core, const TablePtr& table, Walk& walk) {
  const TimePoint time = core.clock().now();
  if (!walk.is_walking) {
    if (time < walk.begins) return false;
    walk.begins = time + core.options().ttl_interval;
    walk.is_walking = true;
    walk.next = resource_prefix(table->id);
  }
  const UnixMillis now = core.clock().unix_time();
  std::vector<std::string> expired;
  {
    const std::string upper = resource_end(table->id);
    const std::string lower = walk.next;
    Database::Range range(core.database(), lower, upper, true);
    for (int i = 0; i < chunk_items && range.valid(); ++i, range.next()) {
      const std::optional<Item> item = decode_item(range.value());
      if (!item) return core.database().corrupt_record(range.key());
      if (is_expired(*item, table->settings->ttl_attribute, now)) expired.emplace_back(range.key());
    }
    if (range.valid()) {
      walk.next = std::string(range.key());
    } else {
      TRY(range.status());
      walk.is_walking = false;
    }
  }
  for (const std::string& record : expired) TRY(expire(core, table, record));
  return walk.is_walking;
}

Result<bool> ExpiryPass::step(Core& core) {
  const TimePoint time = core.clock().now();
  if (core.options().ttl_interval <= Duration::zero() || time < rests_until_) return false;
  std::map<ResourceId, Walk> walks;
  bool is_walking = false;
  for (const TablePtr& table : core.tables().all()) {
    if (table->settings->ttl_attribute.empty()) continue;
    if (status_at(*table, time) == TableStatus::deleting) continue;
    Walk walk = std::move(walks_[table->id]);
    ASSIGN_OR_RETURN(const bool goes_on, step(core, table, walk));
    is_walking |= goes_on;
    walks[table->id] = std::move(walk);
  }
  walks_ = std::move(walks);
  rests_until_ = time + chunk_period;
  return is_walking;
}

}  // namespace isotherm::engine
