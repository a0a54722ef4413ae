#pragma once

// Rows of a file in DynamoDB JSON: one item a line.

#include "exports/json_item.h"
#include "exports/row_reader.h"
#include "exports/text_buffer.h"

namespace isotherm::exports {

class JsonRows final : public RowReader {
 public:
  explicit JsonRows(std::unique_ptr<ByteSource> source) : text_(std::move(source)) {}

  Result<std::optional<Row>> next() override;
  std::uint64_t bytes() const override { return text_.dropped(); }

 private:
  TextBuffer text_;
  JsonItemParser parser_;
};

}  // namespace isotherm::exports
