#pragma once

// Resource: the throughput of one table or one global index: its own buckets, its partitions, and
// how they grow.
//
//     charge ──> resource bucket ──> partition bucket
//                provisioned: rate, up to 300 s unused        3,000 read, 1,000 write
//                on demand: maximum, ceiling, 2 × peak
//
// Any partition may use the whole allowance of its table up to its own limit (instant adaptive
// capacity): there is no share of a partition. Partitions are only split, never merged.
//
// Pure: time is handed in and must not go back; no locks, no I/O. Work that is due (a split that
// ends, a second that ends) is done by the next call that brings a later time; `advance` is for
// times without traffic.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "model/table.h"
#include "throughput/admission.h"
#include "throughput/key_range.h"
#include "throughput/reason.h"
#include "throughput/settings.h"
#include "throughput/statistics.h"

namespace isotherm::throughput {

/// Who a resource is; never changes.
struct ResourceIdentity {
  ResourceKind kind = ResourceKind::table;
  /// The index's name; empty for a table.
  std::string index;
  bool has_sort_key = false;
  /// A table with a local index: an item collection stays on one partition
  /// [DG:burst-adaptive-capacity].
  bool keeps_collections_whole = false;
};

/// What a resource may use; changes with UpdateTable.
struct ResourceCapacity {
  BillingMode billing_mode = BillingMode::provisioned;
  ProvisionedThroughput provisioned;
  OnDemandThroughput on_demand;
  /// Warm throughput asked for; it never decreases.
  std::optional<ProvisionedThroughput> warm;
};

ResourceIdentity identity_of(const TableDescription& table);
ResourceIdentity identity_of(const GlobalSecondaryIndex& index);
ResourceCapacity capacity_of(const TableDescription& table);
/// An index takes its mode from the table.
ResourceCapacity capacity_of(const TableDescription& table, const GlobalSecondaryIndex& index);

/// max(1, ceil(read / 3000), ceil(write / 1000), ceil(bytes / 10 GB)) [facts sheet §1, inferred].
std::size_t initial_partition_count(const ProvisionedThroughput& warm, std::int64_t bytes,
                                    const Settings& settings = {});

/// What survives a restart: the borders, and what a resource has once reached. To be stored by the
/// caller whenever `version` has changed.
struct Snapshot {
  struct Part {
    std::uint64_t id = 0;
    /// The partition it was split from; 0: none.
    std::uint64_t parent = 0;
    KeyPoint begin;
    std::int64_t bytes = 0;
    friend bool operator==(const Part&, const Part&) = default;
  };
  /// In order; the first begins at the start of the key space, each ends where the next begins.
  std::vector<Part> partitions;
  std::uint64_t next_id = 1;
  /// Highest capacity ever had: what "warm" means.
  ProvisionedThroughput warm;
  /// Highest sustained on-demand rates.
  double peak_read = 0;
  double peak_write = 0;
  friend bool operator==(const Snapshot&, const Snapshot&) = default;
};

class Resource {
 public:
  /// A new one, with the partitions that its capacity and size ask for.
  Resource(ResourceIdentity identity, const ResourceCapacity& capacity, const Settings& settings,
           TimePoint now, std::int64_t bytes = 0);
  /// As it was when the snapshot was taken; buckets start as those of a new one. A snapshot whose
  /// borders are not in order is refused: `is_valid` asks.
  Resource(ResourceIdentity identity, const ResourceCapacity& capacity, const Settings& settings,
           TimePoint now, const Snapshot& snapshot);
  Resource(const Resource&) = delete;
  Resource& operator=(const Resource&) = delete;
  Resource(Resource&&) noexcept;
  Resource& operator=(Resource&&) noexcept;
  ~Resource();

  static bool is_valid(const Snapshot& snapshot);
  Snapshot snapshot() const;
  /// Changes with every change of borders or of high-water marks, and now and then as data grow.
  std::uint64_t version() const;

  /// UpdateTable: new capacity. Partitions double until a raised one fits.
  void set_capacity(const ResourceCapacity& capacity, TimePoint now);
  void set_mode(Mode mode);
  /// Whether the hottest items are told from the hottest partition keys. What was seen so far is
  /// forgotten at the end. Nothing for keys without a sort key: there an item is a partition key.
  void watch_items(bool watch);

  /// Tells that stored bytes were added (or removed) at a key; a partition of 10 GB is split.
  void add_bytes(KeyPosition position, std::int64_t bytes, TimePoint now);

  /// Does what is due by now: ends splits, counts peaks.
  void advance(TimePoint now);

  const ResourceIdentity& identity() const;
  const ResourceCapacity& capacity() const;
  const Settings& settings() const;
  /// Warm throughput as DescribeTable shows it: what the resource can bear at once.
  ProvisionedThroughput warm() const;

  /// The borders as of now, for use without the lock (PageMeter); a split makes new ones.
  std::shared_ptr<const Borders> borders() const;
  std::size_t partition_count() const;
  /// The range of the i-th partition, in key order.
  KeyRange partition_range(std::size_t i) const;
  std::uint64_t partition_id(std::size_t i) const;
  /// Which partition holds the key.
  std::size_t partition_at(KeyPosition position) const;

  /// Everything that a console, a demo or a test wants to know, as of now.
  ResourceStatistics statistics(TimePoint now) const;

  /// The parts that admission works on.
  struct State;
  State& state() { return *state_; }
  const State& state() const { return *state_; }

 private:
  std::unique_ptr<State> state_;
};

}  // namespace isotherm::throughput
