#include "store/engine/change_log.h"

#include <algorithm>

#include "store/engine/catalog.h"
#include "store/engine/item_change.h"

namespace isotherm::engine {
namespace {

using throughput::KeyPoint;
using throughput::KeyPosition;
using throughput::KeyRange;

// Between two looks for records that are too old.
constexpr std::chrono::seconds trim_period{10};

/// One past the greatest number that a record of the shard can have.
std::uint64_t end_of(const LogShard& shard) { return shard.last.value_or(UINT64_MAX); }

/// The last record of a shard.
Result<std::optional<std::pair<std::uint64_t, UnixMillis>>> last_record(Database& database,
                                                                        ResourceId log,
                                                                        const LogShard& shard) {
  using Last = std::optional<std::pair<std::uint64_t, UnixMillis>>;
  const std::string lower = change_key(log, shard.number, shard.first);
  const std::string upper = change_key(log, shard.number, UINT64_MAX);
  const Database::Range range(database, lower, upper, false);
  if (!range.valid()) {
    TRY(range.status());
    return Last();
  }
  const std::optional<UnixMillis> time = time_of_change(range.value());
  if (!time) return database.corrupt_record(range.key());
  return Last(std::pair(sequence_of_change(range.key()), *time));
}

/// The borders of partitions that lie inside a range, which they then cut.
std::vector<KeyPoint> borders_inside(const throughput::Borders& partitions, const KeyRange& range) {
  std::vector<KeyPoint> inside;
  for (std::size_t i = 0; i < partitions.size(); ++i) {
    const KeyPoint& begin = partitions.begin_of(i);
    if (begin != range.begin && range.contains(begin)) inside.push_back(begin);
  }
  return inside;
}

}  // namespace

ChangeLog::ChangeLog(Database& database, ChangeLogState state)
    : database_(database), id_(state.id), table_id_(state.table_id) {
  install(std::move(state));
}

Result<std::shared_ptr<ChangeLog>> ChangeLog::open(Database& database, ChangeLogState state) {
  for (const LogShard& shard : state.shards) {
    if (!shard.is_open()) continue;
    ASSIGN_OR_RETURN(const auto last, last_record(database, state.id, shard));
    if (!last) continue;
    state.next_sequence = std::max(state.next_sequence, last->first + 1);
    state.last_time = std::max(state.last_time, last->second);
  }
  return std::make_shared<ChangeLog>(database, std::move(state));
}

void ChangeLog::install(ChangeLogState state) {
  state_ = std::move(state);
  std::vector<const LogShard*> open;
  for (const LogShard& shard : state_.shards) {
    if (shard.is_open()) open.push_back(&shard);
  }
  std::sort(open.begin(), open.end(),
            [](const LogShard* a, const LogShard* b) { return a->range.begin < b->range.begin; });
  std::vector<KeyPoint> begins;
  open_shards_.clear();
  for (const LogShard* shard : open) {
    begins.push_back(shard->range.begin);
    open_shards_.push_back(shard->number);
  }
  borders_ = throughput::Borders(std::move(begins));
}

ChangeLog::Entry ChangeLog::append(const ItemChange& change, UnixMillis now,
                                   rocksdb::WriteBatch& batch) {
  expects(change.existed == (change.before != nullptr), "the log is given both versions");
  if (change.before == nullptr && change.after == nullptr) return {};
  if (change.before != nullptr && change.after != nullptr && *change.before == *change.after) {
    return {};
  }
  const KeyPosition position = position_of(change.key->bytes());
  ChangeToLog logged{.origin = change.origin,
                     .before = change.before,
                     .before_bytes = change.before_bytes,
                     .after = change.after,
                     .after_bytes = change.after_bytes};
  std::uint64_t sequence = 0;
  std::uint32_t shard = 0;
  {
    const std::lock_guard lock(mutex_);
    // Just disabled: the writer has not seen it yet.
    if (open_shards_.empty()) return {};
    sequence = state_.next_sequence++;
    state_.last_time = std::max(state_.last_time, now);
    logged.time = state_.last_time;
    shard = open_shards_[borders_.find(position)];
    in_flight_.push_back(sequence);
  }
  Entry entry(*this, sequence);
  batch.Put(change_key(id_, shard, sequence), encode_change(logged));
  return entry;
}

void ChangeLog::finish(std::uint64_t sequence) {
  const std::lock_guard lock(mutex_);
  const auto it = std::lower_bound(in_flight_.begin(), in_flight_.end(), sequence);
  expects(it != in_flight_.end() && *it == sequence, "a number ends once");
  in_flight_.erase(it);
}

ChangeLogState ChangeLog::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

bool ChangeLog::has_stream(std::string_view table, std::string_view label) const {
  const std::lock_guard lock(mutex_);
  return state_.table_name == table && state_.find_stream(label) != nullptr;
}

std::uint64_t ChangeLog::readable_before() const {
  const std::lock_guard lock(mutex_);
  return in_flight_.empty() ? state_.next_sequence : in_flight_.front();
}

Result<std::uint64_t> ChangeLog::first_since(const LogShard& shard, UnixMillis time) const {
  std::uint64_t low = std::max(shard.first, shard.trimmed + 1);
  std::uint64_t high = std::max(low, std::min(readable_before(), end_of(shard)));
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    const ChangeReader reader(database_, id_, shard.number, middle, high);
    if (!reader.valid()) {
      TRY(reader.status());
      high = middle;
      continue;
    }
    ASSIGN_OR_RETURN(const UnixMillis found, reader.time());
    if (found < time) {
      low = reader.sequence() + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

ChangeLog::Edit ChangeLog::edit() { return Edit(*this); }

void ChangeLog::Edit::close(LogShard& shard, UnixMillis now) {
  shard.last = state_.next_sequence++;
  shard.closed = std::max(now, state_.last_time);
}

void ChangeLog::Edit::close_all(UnixMillis now) {
  for (LogShard& shard : state_.shards) {
    if (shard.is_open()) close(shard, now);
  }
}

void ChangeLog::Edit::open(std::string stream, std::uint32_t parent, throughput::KeyRange range,
                           UnixMillis now) {
  LogShard shard;
  shard.number = state_.next_shard++;
  shard.parent = parent;
  shard.stream = std::move(stream);
  shard.range = std::move(range);
  state_.last_shard_time = std::max(now, state_.last_shard_time + UnixMillis(1));
  shard.created = state_.last_shard_time;
  shard.first = state_.next_sequence++;
  state_.shards.push_back(std::move(shard));
}

Result<void> ChangeLog::follow(std::shared_ptr<const throughput::Borders> partitions,
                               UnixMillis now, Catalog& catalog) {
  if (partitions == followed_) return {};
  Edit edit(*this);
  ChangeLogState& next = edit.state();
  if (next.enabled_stream() == nullptr) return {};
  followed_ = partitions;
  const std::size_t count = next.shards.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (!next.shards[i].is_open()) continue;
    const KeyRange range = next.shards[i].range;
    std::vector<KeyPoint> cuts = borders_inside(*partitions, range);
    if (cuts.empty()) continue;
    edit.close(next.shards[i], now);
    const std::string stream = next.shards[i].stream;
    const std::uint32_t parent = next.shards[i].number;
    KeyPoint begin = range.begin;
    for (KeyPoint& cut : cuts) {
      edit.open(stream, parent, KeyRange{std::exchange(begin, cut), cut}, now);
    }
    edit.open(stream, parent, KeyRange{begin, range.end}, now);
  }
  if (next.shards.size() == count) return {};
  rocksdb::WriteBatch batch;
  catalog.put_change_log(next, batch);
  TRY(database_.write(batch));
  edit.commit();
  return {};
}

Result<bool> ChangeLog::trim(UnixMillis now, std::optional<UnixMillis> held_since,
                             Catalog& catalog) {
  if (now < trim_after_) return true;
  trim_after_ = now + trim_period;
  const ChangeLogState before = state();
  const UnixMillis stream_horizon = now - stream_retention;
  const UnixMillis horizon =
      std::min({stream_horizon, now - before.recovery.value_or(stream_retention),
                held_since.value_or(UnixMillis::max())});
  // Found before the log is held: it is the long part.
  std::vector<std::pair<std::uint32_t, std::uint64_t>> kept_from;
  for (const LogShard& shard : before.shards) {
    ASSIGN_OR_RETURN(const std::uint64_t first, first_since(shard, horizon));
    kept_from.emplace_back(shard.number, first);
  }

  Edit edit(*this);
  ChangeLogState& next = edit.state();
  rocksdb::WriteBatch batch;
  bool changed = false;
  for (const auto& [number, first] : kept_from) {
    const auto shard =
        std::find_if(next.shards.begin(), next.shards.end(),
                     [&, n = number](const LogShard& one) { return one.number == n; });
    if (shard == next.shards.end() || first <= std::max(shard->first, shard->trimmed + 1)) continue;
    batch.DeleteRange(change_key(id_, number), change_key(id_, number, first));
    shard->trimmed = first - 1;
    changed = true;
  }
  changed |= std::erase_if(next.shards, [&](const LogShard& shard) {
               return shard.closed && *shard.closed < horizon;
             }) > 0;
  changed |= std::erase_if(next.streams, [&](const StreamState& stream) {
               return stream.disabled && *stream.disabled < stream_horizon;
             }) > 0;
  if (!changed) return true;
  if (next.streams.empty() && next.shards.empty()) return false;
  catalog.put_change_log(next, batch);
  TRY(database_.write(batch));
  edit.commit();
  return true;
}

ChangeReader::ChangeReader(Database& database, ResourceId log, std::uint32_t shard,
                           std::uint64_t from, std::uint64_t before)
    : database_(database),
      lower_(change_key(log, shard, from)),
      upper_(change_key(log, shard, std::max(from, before))),
      range_(database, lower_, upper_, true) {}

Result<UnixMillis> ChangeReader::time() const {
  const std::optional<UnixMillis> time = time_of_change(range_.value());
  if (!time) return database_.corrupt_record(range_.key());
  return *time;
}

Result<ChangeRecord> ChangeReader::record() const {
  std::optional<ChangeRecord> record = decode_change(range_.value());
  if (!record) return database_.corrupt_record(range_.key());
  record->sequence = sequence();
  return std::move(*record);
}

Result<void> walk_changes(Database& database, const ChangeLog& log, UnixMillis from, UnixMillis to,
                          const ChangeVisitor& visit) {
  const std::uint64_t end = log.readable_before();
  // Shards are in the order of their creation: parents come first.
  for (const LogShard& shard : log.state().shards) {
    if (shard.closed && *shard.closed < from) continue;
    ASSIGN_OR_RETURN(const std::uint64_t first, log.first_since(shard, from));
    ChangeReader reader(database, log.id(), shard.number, first, end);
    for (; reader.valid(); reader.next()) {
      ASSIGN_OR_RETURN(ChangeRecord record, reader.record());
      if (record.time >= to) break;
      ASSIGN_OR_RETURN(const bool more, visit(std::move(record)));
      if (!more) return {};
    }
    if (!reader.valid()) TRY(reader.status());
  }
  return {};
}

}  // namespace isotherm::engine
