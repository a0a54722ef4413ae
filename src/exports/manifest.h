#pragma once

// The manifests of an export, as the service writes them [DG:S3DataExport.Output].
//
//   <prefix>/AWSDynamoDB/<ExportId>/_started               empty
//   <prefix>/AWSDynamoDB/<ExportId>/manifest-files.json    a line for each file
//   <prefix>/AWSDynamoDB/<ExportId>/manifest-summary.json
//   <prefix>/AWSDynamoDB/<ExportId>/data/<name>.json.gz    of a full export
//   <prefix>/AWSDynamoDB/data/<name>.json.gz               of incremental ones
//
// Beside each manifest, under its name with .md5 and with .checksum in place of .json, is its MD5
// sum in base64: the guide names it both ways.

#include <optional>
#include <string>

#include "base/clock.h"
#include "exports/data_file.h"

namespace isotherm::exports {

/// What the summary tells.
struct Summary {
  std::string export_arn;
  UnixMillis start{0};
  UnixMillis end{0};
  std::string table_arn;
  std::string table_id;
  /// Of a full export.
  UnixMillis export_time{0};
  /// Of an incremental one: its span, and whether old images are in it.
  struct Span {
    UnixMillis from{0};
    UnixMillis to{0};
    bool with_old_images = true;
  };
  std::optional<Span> span;
  std::string bucket;
  std::optional<std::string> prefix;
  std::string sse_algorithm = "AES256";
  std::optional<std::string> sse_kms_key_id;
  std::string manifest_files_key;
  std::int64_t billed_bytes = 0;
  std::int64_t item_count = 0;
  /// "DYNAMODB_JSON" or "ION".
  std::string format;
};

std::string summary_text(const Summary& summary);

/// A line of the manifest of files.
std::string file_line(std::int64_t item_count, const Checksums& sums, const std::string& key);

/// The name of a file of an export: always the same for the same number.
std::string data_file_name(std::string_view export_id, std::uint64_t number,
                           std::string_view format);

}  // namespace isotherm::exports
