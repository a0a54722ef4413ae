#include "throughput/resource.h"

#include <algorithm>
#include <cmath>

#include "base/expects.h"
#include "base/hash.h"
#include "throughput/state.h"

namespace isotherm::throughput {

namespace {

// Sizes are worth storing again when they have changed by about so much.
constexpr std::int64_t bytes_step = 64LL * 1024 * 1024;

// Each sampler of a resource has its own sequence.
std::uint64_t seed_of(const ResourceIdentity& identity, const Settings& settings,
                      std::uint64_t which) {
  return xxh64(identity.index, settings.seed) ^ (which << 56);
}

std::size_t parts_for(double whole, double part) {
  const double parts = std::ceil(whole / part);
  return parts > 1 ? static_cast<std::size_t>(parts) : 1;
}

}  // namespace

ResourceIdentity identity_of(const TableDescription& table) {
  return {ResourceKind::table, "", table.key.sort.has_value(), !table.local_indexes.empty()};
}

ResourceIdentity identity_of(const GlobalSecondaryIndex& index) {
  return {ResourceKind::index, index.name, index.key.sort.has_value(), false};
}

ResourceCapacity capacity_of(const TableDescription& table) {
  return {table.billing_mode, table.provisioned, table.on_demand.value_or(OnDemandThroughput{}),
          table.warm};
}

ResourceCapacity capacity_of(const TableDescription& table, const GlobalSecondaryIndex& index) {
  return {table.billing_mode, index.provisioned, index.on_demand.value_or(OnDemandThroughput{}),
          index.warm};
}

std::size_t initial_partition_count(const ProvisionedThroughput& warm, std::int64_t bytes,
                                    const Settings& settings) {
  return std::max(
      {parts_for(static_cast<double>(warm.read_units), settings.read_limit),
       parts_for(static_cast<double>(warm.write_units), settings.write_limit),
       parts_for(static_cast<double>(bytes), static_cast<double>(settings.bytes_limit))});
}

Resource::State::State(ResourceIdentity who, const ResourceCapacity& what, const Settings& how,
                       TimePoint now)
    : identity(std::move(who)),
      capacity(what),
      settings(how),
      meter(now + std::chrono::seconds(1)),
      keys{KeyGauge(seed_of(identity, settings, 1)), KeyGauge(seed_of(identity, settings, 2))},
      throttled_keys{KeyGauge(seed_of(identity, settings, 3)),
                     KeyGauge(seed_of(identity, settings, 4))} {
  expects(settings.time_scale > 0, "time passes");
}

void Resource::State::do_due(TimePoint now) {
  if (now >= next_split) end_splits(now);
  const std::int64_t seconds = meter.roll(now);
  if (seconds == 0) return;
  const UsageSecond last = meter.last();
  for (std::size_t d = 0; d < direction_count; ++d) {
    keys[d].end_seconds(last.units[d], seconds);
    throttled_keys[d].end_seconds(last.denied[d], seconds);
    if (!items) continue;
    items->accessed[d].end_seconds(last.units[d], seconds);
    items->throttled[d].end_seconds(last.denied[d], seconds);
  }
  count_peaks(now);
}

Resource::Resource(ResourceIdentity identity, const ResourceCapacity& capacity,
                   const Settings& settings, TimePoint now, std::int64_t bytes)
    : state_(std::make_unique<State>(std::move(identity), capacity, settings, now)) {
  state_->apply_capacity(now, true);
  state_->make_partitions(
      std::min(initial_partition_count(state_->warm, bytes, settings), settings.partitions_max),
      bytes, now);
}

Resource::Resource(ResourceIdentity identity, const ResourceCapacity& capacity,
                   const Settings& settings, TimePoint now, const Snapshot& snapshot)
    : state_(std::make_unique<State>(std::move(identity), capacity, settings, now)) {
  state_->warm = snapshot.warm;
  state_->peaks[0].rate = snapshot.peak_read;
  state_->peaks[1].rate = snapshot.peak_write;
  state_->restore_partitions(snapshot, now);
  state_->apply_capacity(now, true);
  state_->grow_to_fit(now);
}

Resource::Resource(Resource&&) noexcept = default;
Resource& Resource::operator=(Resource&&) noexcept = default;
Resource::~Resource() = default;

bool Resource::is_valid(const Snapshot& snapshot) {
  const auto& parts = snapshot.partitions;
  if (parts.empty() || parts.front().begin != KeyPoint()) return false;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0 && parts[i - 1].begin >= parts[i].begin) return false;
    if (parts[i].id == 0 || parts[i].id >= snapshot.next_id) return false;
  }
  return true;
}

Snapshot Resource::snapshot() const {
  Snapshot snapshot;
  for (std::size_t i = 0; i < state_->partitions.size(); ++i) {
    const Partition& partition = state_->partitions[i];
    snapshot.partitions.push_back(
        {partition.id, partition.parent, state_->borders->begin_of(i), partition.bytes});
  }
  snapshot.next_id = state_->next_id;
  snapshot.warm = state_->warm;
  snapshot.peak_read = state_->peaks[0].rate;
  snapshot.peak_write = state_->peaks[1].rate;
  return snapshot;
}

std::uint64_t Resource::version() const { return state_->version; }

void Resource::set_capacity(const ResourceCapacity& capacity, TimePoint now) {
  state_->advance(now);
  state_->capacity = capacity;
  state_->apply_capacity(now, false);
  state_->grow_to_fit(now);
}

void Resource::set_mode(Mode mode) { state_->settings.mode = mode; }

void Resource::watch_items(bool watch) {
  State& state = *state_;
  if (!watch || !state.identity.has_sort_key) {
    state.items.reset();
  } else if (!state.items) {
    const auto gauge = [&](int salt) {
      return KeyGauge(seed_of(state.identity, state.settings, salt), KeyLevel::item);
    };
    state.items.reset(new ItemGauges{{gauge(5), gauge(6)}, {gauge(7), gauge(8)}});
  }
}

void Resource::add_bytes(KeyPosition position, std::int64_t bytes, TimePoint now) {
  state_->advance(now);
  const std::size_t i = state_->borders->find(position);
  std::int64_t& size = state_->partitions[i].bytes;
  const std::int64_t before = size;
  size = std::max<std::int64_t>(0, size + bytes);
  if (before / bytes_step != size / bytes_step) ++state_->version;
  if (size >= state_->settings.bytes_limit) state_->split_for_size(i, now);
}

void Resource::advance(TimePoint now) { state_->advance(now); }

const ResourceIdentity& Resource::identity() const { return state_->identity; }
const ResourceCapacity& Resource::capacity() const { return state_->capacity; }
const Settings& Resource::settings() const { return state_->settings; }
ProvisionedThroughput Resource::warm() const { return state_->warm; }

std::shared_ptr<const Borders> Resource::borders() const { return state_->borders; }
std::size_t Resource::partition_count() const { return state_->partitions.size(); }
KeyRange Resource::partition_range(std::size_t i) const { return state_->borders->range(i); }
std::uint64_t Resource::partition_id(std::size_t i) const { return state_->partitions[i].id; }
std::size_t Resource::partition_at(KeyPosition position) const {
  return state_->borders->find(position);
}

}  // namespace isotherm::throughput
