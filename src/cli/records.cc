#include "cli/records.h"

#include <nlohmann/json.hpp>

#include "load/text_table.h"

namespace isotherm::cli {
namespace {

constexpr std::size_t block_bytes = 1 << 16;

/// A JSON string; bytes that are no UTF-8 are shown as U+FFFD.
std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

void declare_form(Options& options, RecordForm& form, bool& json) {
  options
      .choice("--output", form,
              std::vector<Word<RecordForm>>{{"plain", RecordForm::plain},
                                            {"table", RecordForm::table},
                                            {"json", RecordForm::json},
                                            {"ndjson", RecordForm::ndjson},
                                            {"csv", RecordForm::csv}},
              "how the result is shown; plain: the answers alone, one a line")
      .letter = "-o";
  options.flag("--json", json, "the same as --output json");
}

RecordWriter::RecordWriter(const Terminal& terminal, RecordForm form, std::string name,
                           std::vector<RecordColumn> columns)
    : terminal_(terminal), form_(form), name_(std::move(name)), columns_(std::move(columns)) {
  if (form_ == RecordForm::json) buffer_ = "{\"schema_version\": 1, \"" + name_ + "\": [";
  if (form_ == RecordForm::csv) {
    std::vector<std::string> names;
    for (const RecordColumn& column : columns_) names.push_back(column.name);
    add_csv(names);
  }
}

void RecordWriter::add(const std::vector<std::string>& cells) {
  switch (form_) {
    case RecordForm::plain: buffer_.append(cells.front()).append("\n"); break;
    case RecordForm::table: rows_.push_back(cells); break;
    case RecordForm::json:
      buffer_ += count_ == 0 ? "\n  " : ",\n  ";
      add_json(cells);
      break;
    case RecordForm::ndjson:
      add_json(cells);
      buffer_ += '\n';
      break;
    case RecordForm::csv: add_csv(cells); break;
  }
  ++count_;
  flush_when_full();
}

void RecordWriter::add_json(const std::vector<std::string>& cells) {
  buffer_ += '{';
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (i > 0) buffer_ += ", ";
    buffer_ += '"' + columns_[i].name + "\": ";
    if (columns_[i].is_number)
      buffer_ += cells[i].empty() ? "null" : cells[i];
    else
      buffer_ += quoted(cells[i]);
  }
  buffer_ += '}';
}

void RecordWriter::add_csv_cell(std::string_view cell) {
  if (cell.find_first_of(",\"\r\n") == std::string_view::npos) {
    buffer_ += cell;
    return;
  }
  buffer_ += '"';
  for (const char c : cell) {
    if (c == '"') buffer_ += '"';
    buffer_ += c;
  }
  buffer_ += '"';
}

void RecordWriter::add_csv(const std::vector<std::string>& cells) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) buffer_ += ',';
    add_csv_cell(cells[i]);
  }
  buffer_ += "\r\n";
}

void RecordWriter::flush_when_full() {
  if (buffer_.size() < block_bytes) return;
  terminal_.out(buffer_);
  buffer_.clear();
}

void RecordWriter::finish() {
  if (form_ == RecordForm::json) buffer_ += count_ == 0 ? "]}\n" : "\n]}\n";
  if (form_ == RecordForm::table) {
    std::vector<load::Column> columns;
    for (const RecordColumn& column : columns_)
      columns.push_back({column.name, column.is_number ? load::Align::right : load::Align::left});
    load::TextTable table(std::move(columns));
    for (auto& row : rows_) table.add(std::move(row));
    buffer_ += table.text();
  }
  terminal_.out(buffer_);
  buffer_.clear();
}

}  // namespace isotherm::cli
