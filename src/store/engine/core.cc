#include "store/engine/core.h"

#include <algorithm>
#include <utility>

#include "store/engine/expiry_pass.h"
#include "store/engine/maintenance.h"
#include "store/engine/operations.h"

namespace isotherm::engine {
namespace {

// How often the background looks for work that nobody told it of: splits, changed states.
constexpr auto background_period = std::chrono::milliseconds(200);

throughput::Resource make_resource(throughput::ResourceIdentity identity,
                                   const throughput::ResourceCapacity& capacity,
                                   const throughput::Settings& settings, TimePoint now,
                                   const std::optional<throughput::Snapshot>& snapshot) {
  if (snapshot) {
    return throughput::Resource(std::move(identity), capacity, settings, now, *snapshot);
  }
  return throughput::Resource(std::move(identity), capacity, settings, now);
}

}  // namespace

Core::Core(EngineOptions options, std::unique_ptr<Database> database)
    : options_(std::move(options)),
      clock_(options_.clock != nullptr ? options_.clock : &system_clock_),
      database_(std::move(database)),
      history_(History::make(database_->rocks(), options_, *clock_)),
      catalog_(*database_),
      tables_(*clock_),
      change_logs_(*database_),
      request_tokens_(*database_, *clock_),
      expiry_(std::make_unique<ExpiryPass>()) {
  database_->keep_history(history_.get());
}

Result<std::unique_ptr<Core>> Core::open(EngineOptions options) {
  ASSIGN_OR_RETURN(auto database, Database::open(options));
  std::unique_ptr<Core> core(new Core(std::move(options), std::move(database)));
  TRY(core->catalog_.check_format());
  TRY(core->change_logs_.open(core->catalog_));
  TRY(core->open_tables());
  TRY(resume_jobs(*core));
  if (core->options_.background) {
    core->background_ = std::thread([self = core.get()] { self->run_background(); });
  }
  return core;
}

Core::~Core() {
  if (background_.joinable()) {
    {
      const std::lock_guard lock(background_mutex_);
      stopping_ = true;
    }
    background_wake_.notify_one();
    background_.join();
  }
  if (!recount_) store_counters();
  database_->flush();
}

void Core::store_counters() {
  if (!database_->failure().empty()) return;
  rocksdb::WriteBatch batch;
  for (const TablePtr& table : tables_.all()) {
    catalog_.put_counters(table->id, *table->counters, batch);
    for (const Index& index : table->indexes) {
      catalog_.put_counters(index.id, *index.counters, batch);
    }
  }
  catalog_.put_closed_in_order(batch);
  // Without them the next start counts again.
  if (database_->write(batch).ok()) (void)database_->sync().ok();
}

Result<void> Core::open_tables() {
  ASSIGN_OR_RETURN(const bool in_order, catalog_.take_closed_in_order());
  ASSIGN_OR_RETURN(const std::vector<StoredTable> stored, catalog_.tables());
  std::vector<TablePtr> opened;
  for (const StoredTable& one : stored) {
    ASSIGN_OR_RETURN(std::shared_ptr<Table> table, open_table(one));
    watch_items(*table);
    // A table that is being filled is counted at the end of that.
    const TablePtr published = tables_.publish(std::move(table));
    if (!published->is_loading) opened.push_back(published);
  }
  if (!in_order && !opened.empty()) recount_ = std::make_unique<Recount>(*database_, opened);
  return {};
}

Result<std::shared_ptr<Table>> Core::open_table(const StoredTable& stored) {
  auto table = std::make_shared<Table>();
  table->description = stored.description;
  table->description.arn = table_arn(options_.region, options_.account, stored.description.name);
  table->id = stored.id;
  const Duration left = stored.settles_time - clock_->unix_time();
  table->settle_after(std::clamp(left, Duration(0), options_.state_change_delay), *clock_);
  table->before_update = stored.before_update;
  table->settings = std::make_shared<const TableSettings>(stored.settings);
  if (stored.log_id != 0) table->log = change_logs_.find(stored.log_id);
  table->is_loading = stored.is_loading;
  ASSIGN_OR_RETURN(table->load, make_load(table->description, stored.id));
  ASSIGN_OR_RETURN(const StoredCounters counters, catalog_.counters(stored.id));
  table->counters->add(counters.items, counters.bytes);

  const auto add_index = [&](Index index) -> Result<void> {
    for (const auto& [name, id] : stored.index_ids) {
      if (name == index.name) index.id = id;
    }
    ASSIGN_OR_RETURN(const StoredCounters index_counters, catalog_.counters(index.id));
    index.counters->add(index_counters.items, index_counters.bytes);
    table->indexes.push_back(std::move(index));
    return {};
  };
  for (const LocalSecondaryIndex& local : table->description.local_indexes) {
    TRY(add_index({.name = local.name, .key = local.key, .projection = local.projection}));
  }
  for (const GlobalSecondaryIndex& global : table->description.global_indexes) {
    Index index{.name = global.name,
                .key = global.key,
                .projection = global.projection,
                .is_global = true,
                .is_backfilling = global.backfilling,
                .is_deleting = global.status == IndexStatus::deleting};
    for (const auto& [name, id] : stored.index_ids) {
      if (name != global.name) continue;
      ASSIGN_OR_RETURN(index.load, make_index_load(table->description, global, id));
    }
    TRY(add_index(std::move(index)));
  }
  return table;
}

Result<std::shared_ptr<Load>> Core::make_load(const TableDescription& description, ResourceId id) {
  ASSIGN_OR_RETURN(const auto snapshot, catalog_.partitions(id));
  return std::make_shared<Load>(make_resource(throughput::identity_of(description),
                                              throughput::capacity_of(description),
                                              options_.throughput, clock_->now(), snapshot));
}

Result<std::shared_ptr<LoadedResource>> Core::make_index_load(const TableDescription& description,
                                                              const GlobalSecondaryIndex& index,
                                                              ResourceId id) {
  ASSIGN_OR_RETURN(const auto snapshot, catalog_.partitions(id));
  return std::make_shared<LoadedResource>(
      make_resource(throughput::identity_of(index), throughput::capacity_of(description, index),
                    options_.throughput, clock_->now(), snapshot));
}

Result<std::optional<SizedItem>> Core::read_item(std::string_view key,
                                                 const rocksdb::Snapshot* snapshot) {
  rocksdb::PinnableSlice value;
  ASSIGN_OR_RETURN(const bool found, database_->get(key, value, snapshot));
  if (!found) return std::optional<SizedItem>();
  std::optional<Item> item = decode_item(view(value));
  if (!item) return database_->corrupt_record(key);
  return std::optional<SizedItem>(
      SizedItem{std::move(*item), encoded_item_size(view(value)).value_or(0)});
}

Result<std::optional<std::size_t>> Core::read_item_size(std::string_view key) {
  rocksdb::PinnableSlice value;
  ASSIGN_OR_RETURN(const bool found, database_->get(key, value));
  if (!found) return std::optional<std::size_t>();
  const std::optional<std::size_t> size = encoded_item_size(view(value));
  if (!size) return database_->corrupt_record(key);
  return size;
}

Result<void> Core::admit_write(const Table& table, std::span<const throughput::Charge> charges) {
  if (options_.throughput.mode == throughput::Mode::off) return {};
  const std::lock_guard lock(table.load->mutex);
  const throughput::Admission admission = throughput::admit_write(charges, clock_->now());
  if (admission) return {};
  return throughput::throttling_error(admission, table.description.arn);
}

Result<void> Core::admit_read(const Table& table, std::span<const throughput::Charge> charges) {
  if (options_.throughput.mode == throughput::Mode::off) return {};
  const std::lock_guard lock(table.load->mutex);
  const throughput::Admission admission = throughput::admit_read(charges, clock_->now());
  if (admission) return {};
  return throughput::throttling_error(admission, table.description.arn);
}

Result<void> Core::check_read(const Table& table, const throughput::Charge& charge) {
  if (options_.throughput.mode != throughput::Mode::enforce) return {};
  {
    const std::lock_guard lock(table.load->mutex);
    if (throughput::would_admit(throughput::Direction::read, {&charge, 1}, clock_->now())) {
      return {};
    }
  }
  return admit_read(table, {&charge, 1});
}

EngineStatistics Core::statistics() {
  EngineStatistics statistics;
  for (const TablePtr& table : tables_.all()) {
    const std::lock_guard lock(table->load->mutex);
    const TimePoint now = clock_->now();
    statistics.resources.push_back(
        {table->description.name, table->load->table.resource.statistics(now)});
    for (const Index& index : table->indexes) {
      if (!index.load) continue;
      statistics.resources.push_back(
          {table->description.name, index.load->resource.statistics(now)});
    }
  }
  statistics.writes = database_->write_count();
  statistics.syncs = database_->sync_count();
  statistics.failure = database_->failure();
  return statistics;
}

void Core::wake() {
  {
    const std::lock_guard lock(background_mutex_);
    background_work_ = true;
  }
  background_wake_.notify_one();
}

void Core::run_background() {
  std::unique_lock lock(background_mutex_);
  while (!stopping_) {
    background_work_ = false;
    lock.unlock();
    const bool more = maintain();
    lock.lock();
    if (more) continue;
    background_wake_.wait_for(lock, background_period,
                              [this] { return stopping_ || background_work_; });
  }
}

}  // namespace isotherm::engine
