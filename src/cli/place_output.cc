#include "cli/place_output.h"

#include <nlohmann/json.hpp>

namespace isotherm::cli {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 18;

bool is_plain(std::string_view text) {
  for (const char c : text)
    if (c < 0x20 || c == '"' || c == '\\' || c == 0x7F) return false;  // also bytes over 0x7F
  return true;
}

}  // namespace

void declare_output(Options& options, OutputFormat& format) {
  options
      .choice("--output", format,
              std::vector<Word<OutputFormat>>{{"table", OutputFormat::table},
                                              {"json", OutputFormat::json},
                                              {"ndjson", OutputFormat::ndjson},
                                              {"csv", OutputFormat::csv}},
              "how the answer is written")
      .letter = "-o";
}

void append_json(std::string_view text, std::string& out) {
  if (is_plain(text)) {
    out.push_back('"');
    out.append(text);
    out.push_back('"');
    return;
  }
  out += nlohmann::json(std::string(text))
             .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

RowWriter::RowWriter(const Terminal& terminal, OutputFormat format, std::string what,
                     std::vector<std::string> columns)
    : terminal_(terminal),
      format_(format),
      columns_(std::move(columns)),
      numbers_(columns_.size(), false) {
  if (format_ == OutputFormat::json)
    buffer_ = "{\"schema_version\":1,\"" + what + "\":[";
  else if (format_ == OutputFormat::csv)
    add_csv(std::vector<std::string_view>(columns_.begin(), columns_.end()));
}

void RowWriter::add_object(std::span<const std::string_view> cells) {
  buffer_.push_back('{');
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i != 0) buffer_.push_back(',');
    append_json(columns_[i], buffer_);
    buffer_.push_back(':');
    if (numbers_[i])
      buffer_.append(cells[i]);
    else
      append_json(cells[i], buffer_);
  }
  buffer_.push_back('}');
}

void RowWriter::add_csv(std::span<const std::string_view> cells) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i != 0) buffer_.push_back(',');
    if (cells[i].find_first_of(",\"\r\n") == std::string_view::npos) {
      buffer_.append(cells[i]);
      continue;
    }
    buffer_.push_back('"');
    for (const char c : cells[i]) {
      if (c == '"') buffer_.push_back('"');
      buffer_.push_back(c);
    }
    buffer_.push_back('"');
  }
  buffer_.push_back('\n');
}

void RowWriter::add(std::span<const std::string_view> cells) {
  switch (format_) {
    case OutputFormat::json:
      buffer_ += is_first_ ? "\n" : ",\n";
      add_object(cells);
      break;
    case OutputFormat::ndjson:
      add_object(cells);
      buffer_.push_back('\n');
      break;
    case OutputFormat::csv: add_csv(cells); break;
    case OutputFormat::table:
      for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i != 0) buffer_.push_back('\t');
        buffer_.append(cells[i]);
      }
      buffer_.push_back('\n');
  }
  is_first_ = false;
  flush(buffer_bytes);
}

void RowWriter::flush(std::size_t from) {
  if (buffer_.size() < from) return;
  terminal_.out(buffer_);
  buffer_.clear();
}

void RowWriter::finish(std::string_view members) {
  if (format_ == OutputFormat::json) {
    buffer_ += is_first_ ? "]" : "\n]";
    if (!members.empty()) buffer_.append(",").append(members);
    buffer_ += "}\n";
  }
  if (!buffer_.empty()) flush(0);
}

}  // namespace isotherm::cli
