#include "exports/json_rows.h"

#include <algorithm>

namespace isotherm::exports {
namespace {

bool is_blank(std::string_view line) {
  return std::all_of(line.begin(), line.end(),
                     [](char c) { return c == ' ' || c == '\t' || c == '\r'; });
}

}  // namespace

Result<std::optional<Row>> JsonRows::next() {
  while (true) {
    std::size_t end = text_.text().find('\n');
    bool ended = false;
    while (end == std::string_view::npos && !ended) {
      const std::size_t seen = text_.text().size();
      if (seen > row_bytes_max) return Error::validation("a line is longer than any item");
      ASSIGN_OR_RETURN(const bool more, text_.fill());
      ended = !more;
      end = text_.text().find('\n', seen);
    }
    if (ended) end = text_.text().size();
    const std::string_view line = text_.text().substr(0, end);
    if (ended && line.empty()) return std::optional<Row>();
    if (is_blank(line)) {
      text_.drop(end + (ended ? 0 : 1));
      continue;
    }
    Row row;
    Result<Item> item = parser_.parse_line(line);
    if (item.ok()) {
      row.item = std::move(item).value();
    } else {
      row.problem = item.error().message();
    }
    text_.drop(end + (ended ? 0 : 1));
    return std::optional(std::move(row));
  }
}

}  // namespace isotherm::exports
