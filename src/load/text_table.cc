#include "load/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace isotherm::load {
namespace {

std::string padded(std::string_view cell, std::size_t to, Align align) {
  const std::string gap(to - std::min(to, width(cell)), ' ');
  return align == Align::left ? std::string(cell) + gap : gap + std::string(cell);
}

void append_line(std::string& out, std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  out.append(line).push_back('\n');
}

}  // namespace

std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

std::string TextTable::text() const {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    auto widest = width(columns_[i].title);
    for (const auto& row : rows_)
      if (i < row.size()) widest = std::max(widest, width(row[i]));
    widths.push_back(widest);
  }
  std::string out;
  std::string line;
  for (std::size_t i = 0; i < columns_.size(); ++i)
    line.append(i == 0 ? "" : "  ").append(padded(columns_[i].title, widths[i], columns_[i].align));
  append_line(out, std::move(line));
  for (const auto& row : rows_) {
    line.clear();
    for (std::size_t i = 0; i < std::min(row.size(), columns_.size()); ++i)
      line.append(i == 0 ? "" : "  ").append(padded(row[i], widths[i], columns_[i].align));
    append_line(out, std::move(line));
  }
  return out;
}

std::string count_text(std::uint64_t count) {
  auto text = std::to_string(count);
  for (auto at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > 0; at -= 3)
    text.insert(static_cast<std::size_t>(at), 1, ',');
  return text;
}

std::string rate_text(double rate) {
  if (rate < 999.95) return fmt::format("{:.1f}", rate);
  return count_text(static_cast<std::uint64_t>(std::llround(rate)));
}

std::string duration_text(Duration duration) {
  const auto ns = static_cast<double>(duration.count());
  if (ns < 1e3) return fmt::format("{:.0f} ns", ns);
  if (ns < 1e6) return fmt::format("{:.3g} µs", ns / 1e3);
  if (ns < 1e9) return fmt::format("{:.3g} ms", ns / 1e6);
  return fmt::format("{:.2f} s", ns / 1e9);
}

std::string percent_text(double share) { return fmt::format("{:.1f} %", share * 100); }

}  // namespace isotherm::load
