#pragma once

// Rows of a file in Ion text: structs behind each other, or in one list, with version markers and
// comments between them.

#include "exports/row_reader.h"
#include "exports/text_buffer.h"

namespace isotherm::exports {

class IonRows final : public RowReader {
 public:
  explicit IonRows(std::unique_ptr<ByteSource> source) : text_(std::move(source)) {}

  Result<std::optional<Row>> next() override;
  std::uint64_t bytes() const override { return text_.dropped(); }

 private:
  /// Drops what may stand between rows. False: the file has ended.
  Result<bool> skip_to_row();
  /// Drops one thing that stands between rows; nothing: a row begins.
  Result<bool> skip_one();
  /// Makes so many bytes visible, if the file has them.
  Result<std::string_view> look(std::size_t bytes);
  Result<std::size_t> row_length();

  TextBuffer text_;
  bool in_list_ = false;
};

}  // namespace isotherm::exports
