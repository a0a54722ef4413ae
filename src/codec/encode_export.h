#pragma once

// What the requests for exports and imports and the descriptions of them share. Each appends one
// member with its name.

#include "base/json_writer.h"
#include "store/export_operations.h"

namespace isotherm::codec {

/// IncrementalExportSpecification.
void append_span(const IncrementalExport& span, JsonWriter& json);
/// S3BucketSource.
void append_source(const ImportSource& source, JsonWriter& json);
/// InputFormatOptions.
void append_csv(const CsvImport& csv, JsonWriter& json);

}  // namespace isotherm::codec
