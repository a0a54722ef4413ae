#pragma once

// RecordCache: records that were read last, by key, beside RocksDB: a look-up here costs a tenth of
// one there, and every write looks up what it replaces.
//
// It never shows what a write has replaced:
//
//   read:  find ──miss──> ticket ──> RocksDB ──> keep, unless the set changed since the ticket
//   write: begin: the record is hidden ──> RocksDB ──> end: the new record is shown
//
//   1. While a write is between begin and end, nothing is kept in its set, and its record is found
//      only in RocksDB.
//   2. A write shows its record only when no other write was in its set meanwhile: which of two
//      came last, only RocksDB knows.
//   3. Only what a read has asked for is in it: writes replace records, they never add any.
//
// The cache is a table of small sets, each with a lock, a bound on its bytes, and the records that
// were used last in front.

#include <rocksdb/write_batch.h>

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace isotherm::engine {

class RecordCache {
 public:
  /// `bytes`: about how much memory it may take. 0: it keeps nothing.
  explicit RecordCache(std::size_t bytes);
  ~RecordCache();

  /// What a reader knows when it goes to RocksDB.
  struct Ticket {
    std::uint64_t hash = 0;
    std::uint64_t version = 0;
  };

  /// Copies the record to `record`, or gives the ticket for `keep`.
  bool find(std::string_view key, std::string& record, Ticket& ticket);
  /// Keeps what was read from RocksDB after `find`, when no write has come between.
  void keep(std::string_view key, std::string_view record, const Ticket& ticket);

  /// A write of several records, from its begin to its end.
  class Writing;

 private:
  struct Entry;
  struct Set;

  Set& set_of(std::uint64_t hash);
  void begin(std::uint64_t hash, std::string_view key);
  void end(std::uint64_t hash, std::string_view key, std::optional<std::string_view> record);
  /// A range may hold any number of records: such a write, which is rare, is in all sets.
  void begin_range(std::string_view first, std::string_view last);
  void end_range();

  /// A power of two of them, or none.
  std::vector<Set> sets_;
};

/// Between construction and destruction the records that `batch` changes are read from RocksDB
/// alone. The batch must live as long, unchanged.
class RecordCache::Writing {
 public:
  Writing(RecordCache& cache, const rocksdb::WriteBatch& batch);
  ~Writing();
  Writing(const Writing&) = delete;
  Writing& operator=(const Writing&) = delete;

  /// The batch is in RocksDB: its records may be shown.
  void succeeded() { succeeded_ = true; }

 private:
  struct Change {
    std::uint64_t hash;
    std::string_view key;
    /// Nothing: it is removed.
    std::optional<std::string_view> record;
  };
  class Lister;

  RecordCache& cache_;
  std::vector<Change> changes_;
  /// Removed from the first key to before the last.
  std::vector<std::pair<std::string_view, std::string_view>> ranges_;
  bool succeeded_ = false;
};

}  // namespace isotherm::engine
