#pragma once

// Rows of a file of comma-separated values [RFC 4180].
//
//   file  := header? row*          row   := field (delimiter field)* (CRLF | LF)
//   field := plain | `"` (any but `"` | `""`)* `"`
//
// Columns that are keys have the type of the key; others are strings. An empty column is left out.
// Lines without anything are passed over, and so is a byte order mark at the beginning.

#include "exports/row_reader.h"
#include "exports/text_buffer.h"

namespace isotherm::exports {

class CsvRows final : public RowReader {
 public:
  CsvRows(std::unique_ptr<ByteSource> source, RowFormat format)
      : text_(std::move(source)), format_(std::move(format)) {}

  Result<std::optional<Row>> next() override;
  std::uint64_t bytes() const override { return text_.dropped(); }

 private:
  struct Record {
    std::vector<std::string> fields;
    std::string problem;
    bool is_blank() const { return fields.size() == 1 && fields[0].empty() && problem.empty(); }
  };

  /// The byte at an offset of the text; -1: the file has ended.
  Result<int> byte_at(std::size_t at);
  Result<std::optional<Record>> read_record();
  Result<void> read_field(std::size_t& at, Record& record);
  Result<void> read_quoted(std::size_t& at, Record& record);
  Result<void> read_header();
  Row row_of(Record record) const;

  TextBuffer text_;
  RowFormat format_;
  bool began_ = false;
};

}  // namespace isotherm::exports
