#pragma once

// ExportJob: from a request to files.
//
//   copy the table ─> go back to the time asked for ─> a file for each partition ─> manifests
//   gather the span's changes ──────────────────────────┘
//
//  1. What is written is one instant (or one span), whatever is written to the table meanwhile.
//  2. Items lie in the order of their hashes; a file holds items of one partition only, and every
//     partition has a file, if an empty one.
//  3. The summary is written last: where it is, the export is whole.
//  4. After a restart, copying and gathering go on where they were; files begin again under the
//     same names.

#include <memory>
#include <string>

#include "exports/bucket.h"
#include "exports/data_file.h"
#include "store/engine/export_records.h"
#include "store/engine/jobs.h"
#include "store/engine/past.h"
#include "store/engine/table_copy.h"

namespace isotherm::engine {

class ExportJob final : public Job {
 public:
  /// Without a copy: of an incremental export.
  ExportJob(Core& core, StoredExport stored, std::shared_ptr<TableCopy> copy);
  ~ExportJob() override;

  Result<bool> step() override;
  bool reads(ResourceId resource) const override;
  std::optional<UnixMillis> needs_changes_since(ResourceId table) const override;

 private:
  /// How writing has failed; the export with it.
  struct Failed {
    std::string code;
    std::string message;
  };

  Result<bool> gather_step();
  Result<void> begin_files();
  Result<bool> write_step();
  /// Ends the file that is being written, and begins the next one.
  Result<void> next_file();
  Result<void> finish_file();
  Result<void> append_record(std::string_view key, std::string_view value);
  Result<void> write_manifests();
  Result<void> end(std::optional<Failed> failed);
  std::string folder_key() const;
  std::string data_key(std::uint64_t number) const;
  Result<void> write_object(const std::string& key, std::string_view bytes) const;

  enum class Phase { copy, past, files, end };

  Core& core_;
  StoredExport stored_;
  std::shared_ptr<TableCopy> copy_;
  Phase phase_ = Phase::copy;
  std::unique_ptr<Past> past_;

  std::optional<exports::Bucket> bucket_;
  std::unique_ptr<exports::DataFile> file_;
  std::string file_key_;
  std::uint64_t files_ = 0;
  std::size_t partition_ = 0;
  /// The last record that was written.
  std::string cursor_;
  std::string manifest_;
  std::int64_t items_ = 0;
  std::int64_t bytes_ = 0;
  std::string line_;
};

/// Takes up exports that the last engine did not end.
Result<void> resume_exports(Core& core);

}  // namespace isotherm::engine
