#pragma once

// Records as people and programs want them: the choice behind `-o table|json|ndjson|csv`.
//
// Cells are text; a column says whether its cells are numbers, which JSON then shows bare. Ids of
// 64 bits are text in JSON as well, since a double does not hold them.

#include <string>
#include <string_view>
#include <vector>

#include "cli/options.h"
#include "cli/terminal.h"

namespace isotherm::cli {

enum class RecordForm { plain, table, json, ndjson, csv };

struct RecordColumn {
  std::string name;
  bool is_number = false;
};

/// Declares `-o, --output` and its short form `--json`.
void declare_form(Options& options, RecordForm& form, bool& json);

/// Writes records in blocks, so that a million of them are no million writes. Of `plain` only the
/// first cell is shown, one a line.
class RecordWriter {
 public:
  /// `name` is the array's in JSON: {"schema_version": 1, "<name>": […]}.
  RecordWriter(const Terminal& terminal, RecordForm form, std::string name,
               std::vector<RecordColumn> columns);

  void add(const std::vector<std::string>& cells);
  /// Ends the output.
  void finish();

 private:
  void add_json(const std::vector<std::string>& cells);
  void add_csv(const std::vector<std::string>& cells);
  void add_csv_cell(std::string_view cell);
  void flush_when_full();

  const Terminal& terminal_;
  RecordForm form_;
  std::string name_;
  std::vector<RecordColumn> columns_;
  /// Rows of a table: their widths are known at the end.
  std::vector<std::vector<std::string>> rows_;
  std::size_t count_ = 0;
  std::string buffer_;
};

}  // namespace isotherm::cli
