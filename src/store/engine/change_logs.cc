#include "store/engine/change_logs.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "store/engine/core.h"

namespace isotherm::engine {

Result<void> ChangeLogs::open(Catalog& catalog) {
  ASSIGN_OR_RETURN(std::vector<ChangeLogState> states, catalog.change_logs());
  for (ChangeLogState& state : states) {
    const ResourceId id = state.id;
    ASSIGN_OR_RETURN(logs_[id], ChangeLog::open(database_, std::move(state)));
  }
  return {};
}

std::shared_ptr<ChangeLog> ChangeLogs::find(ResourceId log) const {
  const std::shared_lock lock(mutex_);
  const auto it = logs_.find(log);
  return it == logs_.end() ? nullptr : it->second;
}

std::shared_ptr<ChangeLog> ChangeLogs::find_of_table(ResourceId table) const {
  for (auto& log : all()) {
    if (log->table_id() == table) return log;
  }
  return nullptr;
}

std::shared_ptr<ChangeLog> ChangeLogs::find_stream(std::string_view table,
                                                   std::string_view label) const {
  for (auto& log : all()) {
    if (log->has_stream(table, label)) return log;
  }
  return nullptr;
}

std::vector<std::shared_ptr<ChangeLog>> ChangeLogs::all() const {
  std::vector<std::shared_ptr<ChangeLog>> all;
  const std::shared_lock lock(mutex_);
  all.reserve(logs_.size());
  for (const auto& [id, log] : logs_) all.push_back(log);
  return all;
}

void ChangeLogs::add(std::shared_ptr<ChangeLog> log) {
  const std::unique_lock lock(mutex_);
  logs_[log->id()] = std::move(log);
}

void ChangeLogs::remove(ResourceId log) {
  const std::unique_lock lock(mutex_);
  logs_.erase(log);
}

std::string stream_label(UnixMillis time) {
  const auto days = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date{std::chrono::sys_days(days)};
  const std::chrono::hh_mm_ss clock(time - days);
  std::string label;
  const auto add = [&](char before, std::int64_t value, std::size_t digits) {
    const std::string text = std::to_string(value);
    if (before != '\0') label.push_back(before);
    label.append(digits - std::min(digits, text.size()), '0').append(text);
  };
  add('\0', static_cast<int>(date.year()), 4);
  add('-', static_cast<unsigned>(date.month()), 2);
  add('-', static_cast<unsigned>(date.day()), 2);
  add('T', clock.hours().count(), 2);
  add(':', clock.minutes().count(), 2);
  add(':', clock.seconds().count(), 2);
  add('.', clock.subseconds().count(), 3);
  return label;
}

ChangeLogFit::ChangeLogFit(Core& core, Table& next)
    : core_(core), next_(next), now_(core.clock().unix_time()) {}

Result<void> ChangeLogFit::prepare(rocksdb::WriteBatch& batch) {
  ASSIGN_OR_RETURN(const bool has_log, choose_log(batch));
  if (!has_log) return {};
  // Before the log is held: it asks all logs.
  if (needs_stream()) label_ = new_label();
  edit_.emplace(*log_);
  ChangeLogState& state = edit_->state();
  state.table_deleted = next_.description.status == TableStatus::deleting;
  fit_stream(state);
  fit_shards(*edit_);
  const bool logs = std::any_of(state.shards.begin(), state.shards.end(),
                                [](const LogShard& shard) { return shard.is_open(); });
  next_.log = logs ? log_ : nullptr;
  core_.catalog().put_change_log(state, batch);
  return {};
}

void ChangeLogFit::commit() {
  if (!edit_) return;
  edit_->commit();
  edit_.reset();
  if (is_new_) core_.change_logs().add(log_);
}

bool ChangeLogFit::needs_stream() const {
  return next_.description.stream_view && next_.description.status != TableStatus::deleting;
}

bool ChangeLogFit::needs_recovery() const {
  return next_.description.recovery_days && next_.description.status != TableStatus::deleting;
}

Result<bool> ChangeLogFit::choose_log(rocksdb::WriteBatch& batch) {
  log_ = next_.log != nullptr ? next_.log : core_.change_logs().find_of_table(next_.id);
  if (log_ != nullptr) return true;
  if (!needs_stream() && !needs_recovery()) return false;
  ChangeLogState state;
  ASSIGN_OR_RETURN(state.id, core_.catalog().next_id(batch));
  state.table_id = next_.id;
  state.table_name = next_.description.name;
  state.key = next_.description.key;
  log_ = std::make_shared<ChangeLog>(core_.database(), std::move(state));
  is_new_ = true;
  return true;
}

std::string ChangeLogFit::new_label() const {
  const std::string& table = next_.description.name;
  UnixMillis time = now_;
  while (core_.change_logs().find_stream(table, stream_label(time)) != nullptr) {
    time += UnixMillis(1);
  }
  return stream_label(time);
}

void ChangeLogFit::fit_stream(ChangeLogState& state) {
  state.recovery.reset();
  if (needs_recovery()) state.recovery = std::chrono::days(*next_.description.recovery_days);
  StreamState* enabled = state.enabled_stream();
  if (!needs_stream()) {
    if (enabled != nullptr) enabled->disabled = now_;
    return;
  }
  if (enabled != nullptr) return;
  next_.description.stream_label = label_;
  state.streams.push_back({label_, *next_.description.stream_view, now_, std::nullopt});
}

void ChangeLogFit::fit_shards(ChangeLog::Edit& edit) {
  ChangeLogState& state = edit.state();
  const StreamState* stream = state.enabled_stream();
  const std::string label = stream != nullptr ? stream->label : std::string();
  const bool needed = stream != nullptr || state.recovery;
  const bool fits = std::any_of(state.shards.begin(), state.shards.end(), [&](const auto& shard) {
    return shard.is_open() && shard.stream == label;
  });
  if (needed && fits) return;
  edit.close_all(now_);
  if (!needed) return;
  if (stream == nullptr) return edit.open({}, 0, throughput::KeyRange{}, now_);
  std::shared_ptr<const throughput::Borders> partitions;
  {
    const std::lock_guard lock(next_.load->mutex);
    partitions = next_.load->table.resource.borders();
  }
  for (std::size_t i = 0; i < partitions->size(); ++i) {
    edit.open(label, 0, partitions->range(i), now_);
  }
}

Result<void> change_log_step(Core& core) {
  const std::lock_guard tables(core.table_mutex());
  const UnixMillis now = core.clock().unix_time();
  for (const TablePtr& table : core.tables().all()) {
    if (table->log == nullptr || !table->description.stream_view) continue;
    std::shared_ptr<const throughput::Borders> partitions;
    {
      const std::lock_guard lock(table->load->mutex);
      partitions = table->load->table.resource.borders();
    }
    TRY(table->log->follow(std::move(partitions), now, core.catalog()));
  }
  for (const std::shared_ptr<ChangeLog>& log : core.change_logs().all()) {
    const std::optional<UnixMillis> held = core.jobs().need_changes_since(log->table_id());
    ASSIGN_OR_RETURN(const bool is_left, log->trim(now, held, core.catalog()));
    if (is_left) continue;
    rocksdb::WriteBatch batch;
    core.catalog().put_dropped(log->id(), batch);
    TRY(core.database().write(batch));
    core.change_logs().remove(log->id());
  }
  return {};
}

}  // namespace isotherm::engine
