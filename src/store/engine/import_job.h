#pragma once

// ImportJob: from the files of a bucket to a new table.
//
//   files, row by row ─> items ─> indexes ─> counters ─> the table is ACTIVE
//
//  1. Items and how far reading has come are in one batch: a restart goes on at the next row.
//  2. A row that is no item of the table is counted and told in a log; the next one follows. The
//     import then ends FAILED, the table has the others.
//  3. Of items with one key the last that is read stays.
//  4. What fails before the first row leaves no table behind.
//
// The log of rejected rows is `<bucket root>/.import-errors/<import id>.jsonl`, in the form that
// the service gives to CloudWatch.

#include <memory>
#include <string>
#include <vector>

#include "exports/bucket.h"
#include "exports/row_reader.h"
#include "store/engine/export_records.h"
#include "store/engine/jobs.h"
#include "store/engine/table_load.h"

namespace isotherm::engine {

class ImportJob final : public Job {
 public:
  ImportJob(Core& core, StoredImport stored, Item table);
  ~ImportJob() override;

  Result<bool> step() override;
  bool reads(ResourceId) const override { return false; }

 private:
  Result<bool> open_files();
  Result<bool> read_step();
  /// Opens the file that is to be read, and passes over what is done of it.
  Result<void> open_file();
  void reject(const std::string& problem);
  /// The item's record, or why the table cannot have it.
  Result<void> add(const Table& table, const Item& item, rocksdb::WriteBatch& batch);
  void next_file();
  Result<void> save(rocksdb::WriteBatch& batch);
  Result<void> finish();
  /// Ends before anything was imported: the table goes.
  Result<bool> fail(std::string code, std::string message);
  void write_log();

  enum class Phase { begin, read, load, end };

  Core& core_;
  StoredImport stored_;
  Item table_document_;
  TableLoad load_;
  Phase phase_ = Phase::begin;
  std::vector<exports::Object> files_;
  std::size_t file_ = 0;
  std::unique_ptr<exports::RowReader> rows_;
  /// Lines of the log that are not written yet.
  std::string log_;
};

/// Takes up imports that the last engine did not end.
Result<void> resume_imports(Core& core);

}  // namespace isotherm::engine
