#pragma once

// Core: what the engine's operations share. Each operation is a function over it, in its own file;
// Engine only starts them. Operations on items run on the calling thread up to the wait for the
// log.
//
//   life of a write: open table ─> check ─> lock item ─> read ─> evaluate ─> plan ─> admit ─> log
//                    ─> unlock ─> wait until durable ─> answer

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "store/engine/catalog.h"
#include "store/engine/change_logs.h"
#include "store/engine/database.h"
#include "store/engine/engine.h"
#include "store/engine/item_codec.h"
#include "store/engine/item_locks.h"
#include "store/engine/jobs.h"
#include "store/engine/request_tokens.h"
#include "store/engine/tables.h"

namespace isotherm::engine {

class ExpiryPass;
class Recount;

class Core {
 public:
  static Result<std::unique_ptr<Core>> open(EngineOptions options);
  ~Core();

  const EngineOptions& options() const { return options_; }
  const Clock& clock() const { return *clock_; }
  Database& database() { return *database_; }
  Catalog& catalog() { return catalog_; }
  Tables& tables() { return tables_; }
  ChangeLogs& change_logs() { return change_logs_; }
  ItemLocks& item_locks() { return item_locks_; }
  RequestTokens& request_tokens() { return request_tokens_; }
  /// Held by operations that change tables, one at a time.
  std::mutex& table_mutex() { return table_mutex_; }
  Jobs& jobs() { return jobs_; }

  /// The item with its size; nothing: there is none.
  Result<std::optional<SizedItem>> read_item(std::string_view key,
                                             const rocksdb::Snapshot* snapshot = nullptr);
  /// What a read sees.
  PastState state_for(bool consistent, bool of_global_index) {
    return history_ == nullptr || consistent ? nullptr : history_->for_read(of_global_index);
  }
  /// Only its size.
  Result<std::optional<std::size_t>> read_item_size(std::string_view key);

  /// Charges a write or a read; an error when it is throttled. In mode `off`: nothing.
  Result<void> admit_write(const Table& table, std::span<const throughput::Charge> charges);
  Result<void> admit_read(const Table& table, std::span<const throughput::Charge> charges);
  /// Whether a read that begins at that place would be throttled at once.
  Result<void> check_read(const Table& table, const throughput::Charge& charge);

  /// A new load for a table or index that was just made or is opened again.
  Result<std::shared_ptr<Load>> make_load(const TableDescription& description, ResourceId id);
  Result<std::shared_ptr<LoadedResource>> make_index_load(const TableDescription& description,
                                                          const GlobalSecondaryIndex& index,
                                                          ResourceId id);

  EngineStatistics statistics();

  /// See Engine::maintain.
  bool maintain();
  /// Tells the background thread that there is work.
  void wake();

 private:
  Core(EngineOptions options, std::unique_ptr<Database> database);
  Result<void> open_tables();
  Result<std::shared_ptr<Table>> open_table(const StoredTable& stored);
  void run_background();
  void store_counters();

  EngineOptions options_;
  SystemClock system_clock_;
  const Clock* clock_;
  std::unique_ptr<Database> database_;
  std::unique_ptr<History> history_;
  Catalog catalog_;
  Tables tables_;
  ChangeLogs change_logs_;
  ItemLocks item_locks_;
  RequestTokens request_tokens_;
  std::mutex table_mutex_;
  Jobs jobs_;

  std::mutex maintain_mutex_;
  std::unique_ptr<Recount> recount_;
  std::unique_ptr<ExpiryPass> expiry_;
  std::mutex background_mutex_;
  std::condition_variable background_wake_;
  bool background_work_ = false;
  bool stopping_ = false;
  TimePoint expire_after_{};
  std::thread background_;
};

}  // namespace isotherm::engine
