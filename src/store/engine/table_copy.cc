#include "store/engine/table_copy.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "store/engine/core.h"
#include "store/engine/table_load.h"

namespace isotherm::engine {
namespace {

// Of one step: a batch that other writes do not notice in the log.
constexpr std::size_t step_bytes = 256 * 1024;
constexpr std::size_t step_records = 2'000;

struct Chunk {
  std::vector<std::pair<std::string, std::string>> records;
  /// Whether the range ended here.
  bool is_last = false;
};

/// The next records of a resource behind a key.
Result<Chunk> read_chunk(Core& core, ResourceId resource, const std::string& cursor) {
  const std::string lower = cursor.empty() ? resource_prefix(resource) : cursor + '\0';
  const std::string upper = resource_end(resource);
  Chunk chunk;
  std::size_t bytes = 0;
  Database::Range range(core.database(), lower, upper, true);
  for (; range.valid(); range.next()) {
    if (chunk.records.size() == step_records || bytes >= step_bytes) return chunk;
    bytes += range.key().size() + range.value().size();
    chunk.records.emplace_back(range.key(), range.value());
  }
  TRY(range.status());
  chunk.is_last = true;
  return chunk;
}

}  // namespace

std::string key_in(ResourceId resource, std::string_view record_key) {
  std::string key = resource_prefix(resource);
  return key.append(record_key.substr(key.size()));
}

TableCopy::TableCopy(ResourceId source, ResourceId target, ResourceId marks, std::string cursor)
    : source_(source), target_(target), marks_(marks), cursor_(std::move(cursor)) {}

bool TableCopy::is_ahead(std::string_view item_key) const {
  const std::lock_guard lock(mutex_);
  return item_key > cursor_;
}

Result<void> TableCopy::keep_old(Core& core, const std::string& item_key,
                                 rocksdb::WriteBatch& batch) {
  if (!is_ahead(item_key)) return {};
  const std::string mark = key_in(marks_, item_key);
  rocksdb::PinnableSlice value;
  ASSIGN_OR_RETURN(const bool is_marked, core.database().get(mark, value));
  if (is_marked) return {};
  batch.Put(mark, rocksdb::Slice());
  ASSIGN_OR_RETURN(const bool existed, core.database().get(item_key, value));
  if (existed) batch.Put(key_in(target_, item_key), value);
  return {};
}

Result<bool> TableCopy::step(Core& core) {
  ASSIGN_OR_RETURN(const Chunk chunk, read_chunk(core, source_, cursor_));
  // Marks are read after the records: a record that is newer than the copy has its mark.
  std::set<std::string, std::less<>> marked;
  std::string end = resource_end(source_);
  if (!chunk.is_last) end = chunk.records.back().first;
  {
    const std::string lower =
        cursor_.empty() ? resource_prefix(marks_) : key_in(marks_, cursor_) + '\0';
    const std::string upper = chunk.is_last ? resource_end(marks_) : key_in(marks_, end) + '\0';
    Database::Range marks(core.database(), lower, upper, true);
    for (; marks.valid(); marks.next()) marked.insert(key_in(source_, marks.key()));
    TRY(marks.status());
  }
  rocksdb::WriteBatch batch;
  for (const auto& [key, value] : chunk.records) {
    if (!marked.contains(key)) batch.Put(key_in(target_, key), value);
  }
  core.catalog().put_backfill(target_, end, batch);
  TRY(core.database().write(batch));
  const std::lock_guard lock(mutex_);
  cursor_ = std::move(end);
  return !chunk.is_last;
}

Result<TablePtr> begin_copy(Core& core, const TablePtr& table, std::shared_ptr<TableCopy> copy,
                            rocksdb::WriteBatch& batch) {
  std::vector<std::size_t> all(ItemLocks::stripe_count);
  std::iota(all.begin(), all.end(), std::size_t{0});
  auto next = std::make_shared<Table>(*table);
  next->copies.push_back(std::move(copy));
  const auto locks = core.item_locks().lock(all);
  TRY(core.database().write(batch));
  return core.tables().publish(std::move(next));
}

void end_copy(Core& core, const TableCopy& copy) {
  for (const TablePtr& table : core.tables().all()) {
    if (table->id != copy.source()) continue;
    auto next = std::make_shared<Table>(*table);
    std::erase_if(next->copies, [&](const auto& one) { return one.get() == &copy; });
    core.tables().publish(std::move(next));
    core.item_locks().barrier();
  }
}

Result<std::shared_ptr<TableCopy>> resume_copy(Core& core, ResourceId source, ResourceId target,
                                               ResourceId marks) {
  ASSIGN_OR_RETURN(std::string cursor, core.catalog().backfill(target));
  auto copy = std::make_shared<TableCopy>(source, target, marks, std::move(cursor));
  if (const TablePtr table = find_table(core, source)) {
    auto next = std::make_shared<Table>(*table);
    next->copies.push_back(copy);
    core.tables().publish(std::move(next));
  }
  return copy;
}

Result<bool> copy_records_step(Core& core, ResourceId source, ResourceId target) {
  ASSIGN_OR_RETURN(const std::string cursor, core.catalog().backfill(target));
  ASSIGN_OR_RETURN(const Chunk chunk, read_chunk(core, source, cursor));
  if (chunk.records.empty()) return false;
  rocksdb::WriteBatch batch;
  for (const auto& [key, value] : chunk.records) batch.Put(key_in(target, key), value);
  core.catalog().put_backfill(target, chunk.records.back().first, batch);
  TRY(core.database().write(batch));
  return true;
}

}  // namespace isotherm::engine
