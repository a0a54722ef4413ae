#pragma once

// RowReader: the items of a file, one after the other. What is no item is told, and the reader goes
// on behind it.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "exports/byte_source.h"
#include "exports/formats.h"
#include "model/attribute_value.h"

namespace isotherm::exports {

/// An item, or why there is none.
struct Row {
  Item item;
  std::string problem;
};

class RowReader {
 public:
  virtual ~RowReader() = default;
  /// The next row; nothing: the file has ended. An error: the rest of the file cannot be read.
  virtual Result<std::optional<Row>> next() = 0;
  /// Bytes read so far, without compression.
  virtual std::uint64_t bytes() const = 0;
};

std::unique_ptr<RowReader> make_row_reader(std::unique_ptr<ByteSource> source, RowFormat format);

}  // namespace isotherm::exports
