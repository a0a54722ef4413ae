#pragma once

// A table as requests see it: one version of its description with its ids, indexes, counters and
// load. Versions are immutable and shared; a change of the table publishes a new one. Counters and
// load are shared by all versions.

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "model/table.h"
#include "store/engine/key_codec.h"
#include "store/engine/table_settings.h"
#include "throughput/resource.h"

namespace isotherm::engine {

/// Items and their bytes, exact at every moment after the count at the start.
struct Counters {
  std::atomic<std::int64_t> items{0};
  std::atomic<std::int64_t> bytes{0};
  void add(std::int64_t item_count, std::int64_t byte_count) {
    items.fetch_add(item_count, std::memory_order_relaxed);
    bytes.fetch_add(byte_count, std::memory_order_relaxed);
  }
};

/// Throughput of one table or global index. Guarded by the mutex of the table's load.
struct LoadedResource {
  explicit LoadedResource(throughput::Resource r) : resource(std::move(r)) {}
  throughput::Resource resource;
  /// The version that is stored.
  std::uint64_t stored_version = 0;
};

/// Throughput of a table and its global indexes: one lock, since a write is admitted by all.
struct Load {
  explicit Load(throughput::Resource table_resource) : table(std::move(table_resource)) {}
  std::mutex mutex;
  LoadedResource table;
};

struct Index {
  ResourceId id = 0;
  std::string name = {};
  KeySchema key = {};
  Projection projection = {};
  bool is_global = false;
  /// Its entries are not complete yet.
  bool is_backfilling = false;
  /// Its entries are being dropped: writes leave it alone, reads do not see it.
  bool is_deleting = false;
  std::shared_ptr<Counters> counters = std::make_shared<Counters>();
  /// Of a global index.
  std::shared_ptr<LoadedResource> load = nullptr;

  /// Whether its entries hold the attribute of a table with that key.
  bool projects(std::string_view attribute, const KeySchema& table_key) const;
};

/// Which version of a table is the current one; shared by all of them.
struct TableVersion {
  std::atomic<std::uint64_t> current{1};
};

class ChangeLog;
class TableCopy;

struct Table {
  TableDescription description;
  ResourceId id = 0;
  /// Local ones first, then global ones, each in the order of the description.
  std::vector<Index> indexes;
  std::shared_ptr<Counters> counters = std::make_shared<Counters>();
  std::shared_ptr<Load> load;
  /// Where changes of its items are logged; nullptr: neither a stream nor recovery needs them.
  std::shared_ptr<ChangeLog> log;
  /// Never nullptr.
  std::shared_ptr<const TableSettings> settings = std::make_shared<const TableSettings>();
  /// It is being filled from elsewhere, and CREATING until that ends.
  bool is_loading = false;
  /// Copies that are being made of it: every write takes care of them.
  std::vector<std::shared_ptr<TableCopy>> copies;
  /// Until then its status, and that of indexes that changed with it, is shown as in
  /// `description`; from then on as settled.
  std::optional<TimePoint> settles_at;
  /// The same as a time that a restart survives; 0: it has settled.
  UnixMillis settles_time{0};
  /// The description that it had before an update: until it settles, its capacity is shown.
  std::shared_ptr<const TableDescription> before_update;

  std::shared_ptr<TableVersion> versions = std::make_shared<TableVersion>();
  std::uint64_t version = 1;

  /// Asked under the lock of an item: whether no newer version was published.
  bool is_current() const { return versions->current.load(std::memory_order_acquire) == version; }
  const Index* find_index(std::string_view name) const;
  /// Whether a write must know the item that it changes.
  bool needs_before_image() const { return !indexes.empty() || log != nullptr; }
  /// Whether a change of it still goes on at that time.
  bool is_settling(TimePoint now) const { return settles_at && now < *settles_at; }
  /// It shows the change that is made to it now for so long.
  void settle_after(Duration delay, const Clock& clock) {
    settles_at = clock.now() + delay;
    settles_time = delay > Duration(0)
                       ? clock.unix_time() + std::chrono::duration_cast<UnixMillis>(delay)
                       : UnixMillis(0);
  }
  bool has_local_index() const { return !description.local_indexes.empty(); }
};

using TablePtr = std::shared_ptr<const Table>;

/// The description as it shows at a time: status settled, counters filled in.
TableDescription describe(const Table& table, TimePoint now);

/// Shows the capacity, warm throughput and counts that a table has while an update of it goes on.
void show_capacity_of(const TableDescription& before, TableDescription& description);

/// Whether two times are of one day (UTC): decreases of capacity are counted by day.
inline bool is_same_day(UnixMillis a, UnixMillis b) {
  using Days = std::chrono::duration<std::int64_t, std::ratio<86'400>>;
  return std::chrono::floor<Days>(a) == std::chrono::floor<Days>(b);
}

/// Its status at a time.
TableStatus status_at(const Table& table, TimePoint now);

}  // namespace isotherm::engine
