#pragma once

// Rows of answers in the format that was asked for, written as they come: a table for people
// (fields by tabs when stdout is no terminal), JSON, a JSON object a line, or CSV.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options.h"
#include "cli/terminal.h"

namespace isotherm::cli {

enum class OutputFormat { table, json, ndjson, csv };

/// Adds -o/--output.
void declare_output(Options& options, OutputFormat& format);

/// Appends the text as a JSON string; bytes that are no UTF-8 become U+FFFD.
void append_json(std::string_view text, std::string& out);

class RowWriter {
 public:
  /// `what` names the list in JSON.
  RowWriter(const Terminal& terminal, OutputFormat format, std::string what,
            std::vector<std::string> columns);
  /// A cell for each column. Cells of `numbers` columns are written bare in JSON.
  void add(std::span<const std::string_view> cells);
  void set_numbers(std::vector<bool> numbers) { numbers_ = std::move(numbers); }
  /// Ends the output; in JSON with further members (`"a":1,"b":2`).
  void finish(std::string_view members = {});

 private:
  void flush(std::size_t from);
  void add_object(std::span<const std::string_view> cells);
  void add_csv(std::span<const std::string_view> cells);

  const Terminal& terminal_;
  OutputFormat format_;
  std::vector<std::string> columns_;
  std::vector<bool> numbers_;
  std::string buffer_;
  bool is_first_ = true;
};

}  // namespace isotherm::cli
