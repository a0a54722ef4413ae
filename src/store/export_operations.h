#pragma once

// Requests and responses of exports and imports. Buckets and keys are names; where they are is the
// store's business.

#include <optional>
#include <string>
#include <vector>

#include "model/table.h"
#include "store/table_operations.h"

namespace isotherm {

enum class ExportStatus { in_progress, completed, failed };
enum class ExportFormat { dynamodb_json, ion };
enum class ExportType { full, incremental };
enum class ExportView { new_image, new_and_old_images };

/// The changes of a span of time: `from` is included, `to` is not.
struct IncrementalExport {
  std::optional<UnixMillis> from;
  std::optional<UnixMillis> to;
  std::optional<ExportView> view;
  friend bool operator==(const IncrementalExport&, const IncrementalExport&) = default;
};

struct ExportTableRequest {
  /// A name or an ARN.
  std::string table;
  std::optional<UnixMillis> export_time;
  std::optional<std::string> client_token;
  std::string bucket;
  std::optional<std::string> bucket_owner;
  std::optional<std::string> prefix;
  std::optional<std::string> sse_algorithm;
  std::optional<std::string> sse_kms_key_id;
  std::optional<ExportFormat> format;
  std::optional<ExportType> type;
  std::optional<IncrementalExport> incremental;
  friend bool operator==(const ExportTableRequest&, const ExportTableRequest&) = default;
};

struct ExportDescription {
  std::string arn;
  ExportStatus status = ExportStatus::in_progress;
  UnixMillis start{0};
  std::optional<UnixMillis> end;
  /// The key of the summary, once it is there.
  std::optional<std::string> manifest;
  std::string table_arn;
  std::string table_id;
  /// As it was asked for, with what was left out filled in.
  ExportTableRequest request;
  std::optional<std::string> failure_code;
  std::optional<std::string> failure_message;
  std::optional<std::int64_t> billed_bytes;
  std::optional<std::int64_t> item_count;
};

struct DescribeExportRequest {
  std::string export_arn;
};
struct ListExportsRequest {
  std::optional<std::string> table;
  std::optional<std::int64_t> max_results;
  std::optional<std::string> next_token;
};
struct ListExportsResponse {
  std::vector<ExportDescription> exports;
  std::optional<std::string> next_token;
};

enum class ImportStatus { in_progress, completed, cancelling, cancelled, failed };
enum class ImportFormat { dynamodb_json, ion, csv };
enum class ImportCompression { gzip, zstd, none };

struct CsvImport {
  std::optional<std::string> delimiter;
  std::optional<std::vector<std::string>> header;
  friend bool operator==(const CsvImport&, const CsvImport&) = default;
};

struct ImportSource {
  std::optional<std::string> bucket_owner;
  std::string bucket;
  std::optional<std::string> prefix;
  friend bool operator==(const ImportSource&, const ImportSource&) = default;
};

struct ImportTableRequest {
  std::optional<std::string> client_token;
  ImportSource source;
  ImportFormat format = ImportFormat::dynamodb_json;
  std::optional<CsvImport> csv;
  std::optional<ImportCompression> compression;
  CreateTableRequest table;
};

struct ImportDescription {
  std::string arn;
  ImportStatus status = ImportStatus::in_progress;
  std::string table_arn;
  std::string table_id;
  std::optional<std::string> client_token;
  ImportSource source;
  ImportFormat format = ImportFormat::dynamodb_json;
  std::optional<CsvImport> csv;
  ImportCompression compression = ImportCompression::none;
  /// The table as it was asked for.
  TableDescription table;
  std::string log_group_arn;
  UnixMillis start{0};
  std::optional<UnixMillis> end;
  std::int64_t error_count = 0;
  std::int64_t processed_bytes = 0;
  std::int64_t processed_items = 0;
  std::int64_t imported_items = 0;
  std::optional<std::string> failure_code;
  std::optional<std::string> failure_message;
};

struct DescribeImportRequest {
  std::string import_arn;
};
struct ListImportsRequest {
  std::optional<std::string> table;
  std::optional<std::int64_t> page_size;
  std::optional<std::string> next_token;
};
struct ListImportsResponse {
  std::vector<ImportDescription> imports;
  std::optional<std::string> next_token;
};

}  // namespace isotherm
