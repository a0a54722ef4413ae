#pragma once

// Figures for people: a table of columns that line up, numbers and times in readable units.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"

namespace isotherm::load {

enum class Align { left, right };

struct Column {
  std::string title;
  Align align = Align::right;
};

/// Columns as wide as their widest cell, two spaces between. Widths count characters, not bytes.
class TextTable {
 public:
  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// Missing cells at the end are empty.
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  /// The table, each line ended by a newline.
  std::string text() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// 1234567 as "1,234,567".
std::string count_text(std::uint64_t count);
/// "48,213" from 1,000 on, "48.2" below.
std::string rate_text(double rate);
/// "850 ns", "12.3 µs", "4.56 ms", "1.20 s".
std::string duration_text(Duration duration);
/// 0.1234 as "12.3 %".
std::string percent_text(double share);

/// Characters that the text takes on a terminal, one for each code point.
std::size_t width(std::string_view text);

}  // namespace isotherm::load
