#include "store/engine/maintenance.h"

#include <algorithm>
#include <utility>

#include "store/engine/backup_jobs.h"
#include "store/engine/change_logs.h"
#include "store/engine/expiry_pass.h"
#include "store/engine/table_checks.h"

namespace isotherm::engine {
namespace {

// Records that one step counts.
constexpr int recount_records = 20'000;
// How often it is looked whether a backup has expired.
constexpr auto expiry_period = std::chrono::minutes(1);

bool store_if_changed(Core& core, ResourceId id, LoadedResource& load, rocksdb::WriteBatch& batch) {
  if (load.resource.version() == load.stored_version) return false;
  load.stored_version = load.resource.version();
  core.catalog().put_partitions(id, load.resource.snapshot(), batch);
  return true;
}

/// Publishes the table without the indexes that were dropped.
void forget_indexes(Core& core, const TablePtr& table) {
  auto next = std::make_shared<Table>(*table);
  next->description = describe(*table, core.clock().now());
  std::erase_if(next->indexes, [](const Index& index) { return index.is_deleting; });
  std::erase_if(next->description.global_indexes, [&](const GlobalSecondaryIndex& index) {
    return next->find_index(index.name) == nullptr;
  });
  drop_unused_definitions(next->description);
  next->settle_after(Duration(0), core.clock());
  rocksdb::WriteBatch batch;
  core.catalog().put_table(*next, batch);
  for (const Index& index : table->indexes) {
    if (index.is_deleting) core.catalog().put_dropped(index.id, batch);
  }
  if (core.database().write(batch).ok()) core.tables().publish(std::move(next));
}

}  // namespace

Result<void> throughput_step(Core& core) {
  if (core.options().throughput.mode == throughput::Mode::off) return {};
  rocksdb::WriteBatch batch;
  bool changed = false;
  for (const TablePtr& table : core.tables().all()) {
    if (table->description.status == TableStatus::deleting) continue;
    const std::lock_guard lock(table->load->mutex);
    const TimePoint now = core.clock().now();
    table->load->table.resource.advance(now);
    changed |= store_if_changed(core, table->id, table->load->table, batch);
    for (const Index& index : table->indexes) {
      if (!index.load || index.is_deleting) continue;
      index.load->resource.advance(now);
      changed |= store_if_changed(core, index.id, *index.load, batch);
    }
  }
  if (!changed) return {};
  return core.database().write(batch);
}

Result<bool> drop_step(Core& core) {
  {
    const std::lock_guard lock(core.table_mutex());
    core.tables().erase_deleted();
    for (const TablePtr& table : core.tables().all()) {
      const bool drops = table->description.status != TableStatus::deleting &&
                         std::any_of(table->indexes.begin(), table->indexes.end(),
                                     [](const Index& index) { return index.is_deleting; });
      if (drops && core.clock().now() >= *table->settles_at) forget_indexes(core, table);
    }
  }
  ASSIGN_OR_RETURN(const std::vector<ResourceId> dropped, core.catalog().dropped());
  bool any = false;
  for (const ResourceId resource : dropped) {
    if (core.jobs().reads(resource)) continue;
    any = true;
    TRY(core.database().remove_range(resource_prefix(resource), resource_end(resource)));
    rocksdb::WriteBatch batch;
    core.catalog().forget(resource, batch);
    TRY(core.database().write(batch));
  }
  return any;
}

Recount::Recount(Database& database, const std::vector<TablePtr>& tables)
    : database_(database), snapshot_(database.rocks().GetSnapshot()) {
  const auto add = [&](ResourceId resource, const std::shared_ptr<Counters>& counters) {
    targets_.push_back({resource, counters, counters->items.load(), counters->bytes.load()});
  };
  for (const TablePtr& table : tables) {
    add(table->id, table->counters);
    for (const Index& index : table->indexes) add(index.id, index.counters);
  }
  begin(0);
}

Recount::~Recount() { database_.rocks().ReleaseSnapshot(snapshot_); }

void Recount::begin(std::size_t target) {
  current_ = target;
  items_ = bytes_ = 0;
  if (target < targets_.size()) cursor_ = resource_prefix(targets_[target].resource);
}

Result<bool> Recount::step() {
  if (current_ == targets_.size()) return false;
  const Target& target = targets_[current_];
  const std::string end = resource_end(target.resource);
  const std::string from = cursor_;
  Database::Range range(database_, from, end, true, snapshot_);
  for (int i = 0; i < recount_records && range.valid(); ++i, range.next()) {
    const std::optional<std::size_t> bytes = encoded_item_size(range.value());
    if (!bytes) return database_.corrupt_record(range.key());
    ++items_;
    bytes_ += static_cast<std::int64_t>(*bytes);
  }
  if (range.valid()) {
    cursor_ = std::string(range.key());
    return true;
  }
  TRY(range.status());
  target.counters->add(items_ - target.items_at_start, bytes_ - target.bytes_at_start);
  begin(current_ + 1);
  return current_ < targets_.size();
}

bool Core::maintain() {
  const std::lock_guard lock(maintain_mutex_);
  if (!database_->failure().empty()) return false;
  bool more = false;
  if (clock_->now() >= expire_after_) {
    expire_after_ = clock_->now() + expiry_period;
    if (!expire_backups(*this).ok() || !forget_old_jobs(*this).ok()) return false;
  }
  // A failure has turned the database to failed; every write tells it.
  if (!throughput_step(*this).ok()) return false;
  if (!change_log_step(*this).ok()) return false;
  if (const Result<bool> dropped = drop_step(*this); !dropped.ok()) return false;
  if (!request_tokens_.drop_old().ok()) return false;
  if (const Result<bool> filled = backfill_step(*this); filled.ok()) {
    more = filled.value();
  } else {
    return false;
  }
  if (!expiry_->step(*this).ok()) return false;
  if (const Result<bool> working = jobs_.step(); working.ok()) {
    more = more || working.value();
  } else {
    return false;
  }
  if (recount_) {
    const Result<bool> counting = recount_->step();
    if (!counting.ok()) return false;
    if (!counting.value()) recount_.reset();
    more = true;
  }
  return more;
}

}  // namespace isotherm::engine
