#pragma once

// Exports and imports as they are kept: a document of each in the catalog.

#include <optional>
#include <string>
#include <vector>

#include "store/engine/catalog.h"
#include "store/engine/core.h"
#include "store/export_operations.h"
#include "throughput/key_range.h"

namespace isotherm::engine {

struct StoredExport {
  /// The last part of its ARN.
  std::string id;
  ExportDescription description;
  /// The request as it came, to know it again by its token.
  ExportTableRequest asked;
  std::string table_name;
  KeySchema key;
  /// The table, where its items (or its changes) are gathered, and the marks of copying and of
  /// going back in time.
  ResourceId source = 0;
  ResourceId records = 0;
  ResourceId copy_marks = 0;
  ResourceId marks = 0;
  /// Where the table's partitions began.
  std::vector<throughput::KeyPoint> partitions;

  bool is_incremental() const { return description.request.type == ExportType::incremental; }
};

Item export_document(const StoredExport& stored);
Result<StoredExport> export_from_document(const Core& core, std::string id, const Item& document);
/// The newest first.
Result<std::vector<StoredExport>> all_exports(Core& core);

struct StoredImport {
  std::string id;
  ImportDescription description;
  /// The request as it came, in one text, to know it again by its token.
  std::string fingerprint;
  ResourceId table = 0;
  /// How far it has come: the file that is being read, its rows that are done, the bytes of all
  /// files before it, and those of the log of rejected rows.
  std::string file_key = {};
  std::int64_t rows_done = 0;
  std::int64_t bytes_before = 0;
  std::int64_t log_bytes = 0;
  /// All files are read.
  bool is_read = false;
};

/// `table` is the document of the table as it was asked for.
Item import_document(const StoredImport& stored, Item table);
Result<StoredImport> import_from_document(const Core& core, std::string id, const Item& document);
/// The newest first.
Result<std::vector<StoredImport>> all_imports(Core& core);

/// How long what has ended is told [API reference].
inline constexpr std::chrono::hours jobs_told{24 * 90};
/// How long a token stands for its request [API reference, ClientToken].
inline constexpr std::chrono::hours tokens_kept{8};

}  // namespace isotherm::engine
