#pragma once

// The change logs of all tables, those of tables that were deleted included as long as their
// streams can be read.
//
// A table gets a log, changes it or lets go of it by `ChangeLogFit`, which whoever changes a
// table's settings runs between describing the next version of the table and storing it:
//
//     next->description.stream_view / recovery_days = …
//     ChangeLogFit fit(core, *next)
//     TRY(fit.prepare(batch))
//     put_table, write the batch ─> fit.commit() ─> publish ─> item_locks().barrier()

#include <map>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <vector>

#include "store/engine/change_log.h"
#include "store/engine/table.h"

namespace isotherm::engine {

class Core;

class ChangeLogs {
 public:
  explicit ChangeLogs(Database& database) : database_(database) {}

  /// Takes up the logs that are stored.
  Result<void> open(Catalog& catalog);

  std::shared_ptr<ChangeLog> find(ResourceId log) const;
  /// The log of a table, whether the table still uses it or not.
  std::shared_ptr<ChangeLog> find_of_table(ResourceId table) const;
  std::shared_ptr<ChangeLog> find_stream(std::string_view table, std::string_view label) const;
  std::vector<std::shared_ptr<ChangeLog>> all() const;

  void add(std::shared_ptr<ChangeLog> log);
  void remove(ResourceId log);

 private:
  Database& database_;
  mutable std::shared_mutex mutex_;
  std::map<ResourceId, std::shared_ptr<ChangeLog>> logs_;
};

/// Makes a table's log what its description asks for: a stream, recovery, both or neither. The
/// description's stream label is set when a stream begins. A table that is being deleted asks for
/// nothing; its streams stay readable for a day. Under the table mutex.
class ChangeLogFit {
 public:
  ChangeLogFit(Core& core, Table& next);

  /// Changes the log's state and puts it into the batch. From here to `commit` no change of the
  /// table's items can be logged.
  Result<void> prepare(rocksdb::WriteBatch& batch);
  /// The batch is written.
  void commit();

 private:
  bool needs_stream() const;
  bool needs_recovery() const;
  Result<bool> choose_log(rocksdb::WriteBatch& batch);
  void fit_stream(ChangeLogState& state);
  void fit_shards(ChangeLog::Edit& edit);
  std::string new_label() const;

  Core& core_;
  Table& next_;
  UnixMillis now_;
  /// Of the stream that begins, if one does.
  std::string label_;
  std::shared_ptr<ChangeLog> log_;
  std::optional<ChangeLog::Edit> edit_;
  bool is_new_ = false;
};

/// The time as the label of a stream.
std::string stream_label(UnixMillis time);

/// One step of background work: shards follow partitions, and what is too old goes.
Result<void> change_log_step(Core& core);

}  // namespace isotherm::engine
