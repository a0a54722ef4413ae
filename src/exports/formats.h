#pragma once

// The forms that items have in the files of exports and imports.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/table.h"

namespace isotherm::exports {

enum class ItemFormat { dynamodb_json, ion, csv };
enum class Compression { none, gzip, zstd };

/// How lines of CSV are read.
struct CsvOptions {
  char delimiter = ',';
  /// Absent: the first line has the names.
  std::optional<std::vector<std::string>> header;
};

/// How the rows of a file become items.
struct RowFormat {
  ItemFormat format = ItemFormat::dynamodb_json;
  CsvOptions csv = {};
  /// Of key attributes of the table and its indexes: CSV has no types of its own.
  std::map<std::string, KeyType, std::less<>> key_types = {};
};

/// No row is longer: an item of 400 KB is less than this in any form.
inline constexpr std::size_t row_bytes_max = 16 * 1024 * 1024;

}  // namespace isotherm::exports
