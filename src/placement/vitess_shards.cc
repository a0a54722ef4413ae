#include "placement/vitess_shards.h"

#include <algorithm>

namespace isotherm::placement {
namespace {

constexpr std::size_t shards_max = 65'536;

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool read_hex(std::string_view text, std::string& out) {
  if (text.size() % 2 != 0) return false;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const int high = hex_digit(text[i]);
    const int low = hex_digit(text[i + 1]);
    if (high < 0 || low < 0) return false;
    out.push_back(static_cast<char>(high * 16 + low));
  }
  out = std::string(without_zeros(out));
  return true;
}

std::string hex_of(std::size_t value, unsigned digits) {
  std::string out(digits, '0');
  for (std::size_t i = digits; i > 0; --i, value >>= 4) out[i - 1] = "0123456789abcdef"[value & 15];
  return out;
}

}  // namespace

std::string_view without_zeros(std::string_view keyspace_id) {
  while (!keyspace_id.empty() && keyspace_id.back() == '\0') keyspace_id.remove_suffix(1);
  return keyspace_id;
}

bool VitessRange::contains(std::string_view keyspace_id) const {
  keyspace_id = without_zeros(keyspace_id);
  return keyspace_id >= start && (end.empty() || keyspace_id < end);
}

Placed<VitessRange> parse_vitess_range(std::string_view name) {
  if (name == "0") return VitessRange{};
  const auto no_range = [&] {
    return refuse("'" + std::string(name) + "' is no range of a shard");
  };
  const auto dash = name.find('-');
  VitessRange range;
  if (dash == std::string_view::npos || !read_hex(name.substr(0, dash), range.start) ||
      !read_hex(name.substr(dash + 1), range.end))
    return no_range();
  // An end of zeros alone would be before everything.
  if (dash + 1 < name.size() && range.end.empty()) return no_range();
  if (!range.end.empty() && range.start >= range.end) return no_range();
  return range;
}

Placed<std::vector<std::string>> parse_vitess_shards(std::string_view text) {
  std::vector<std::string> names;
  if (text.find(',') != std::string_view::npos || std::count(text.begin(), text.end(), '-') < 2) {
    while (true) {
      const auto comma = std::min(text.find(','), text.size());
      names.emplace_back(text.substr(0, comma));
      if (comma == text.size()) return names;
      text.remove_prefix(comma + 1);
    }
  }
  std::size_t begin = 0;
  auto dash = text.find('-');
  while (begin < text.size()) {
    const auto next = text.find('-', dash + 1);
    const auto end = next == std::string_view::npos ? text.size() : next;
    names.emplace_back(text.substr(begin, end - begin));
    if (next == std::string_view::npos) break;
    begin = dash + 1;
    dash = next;
  }
  return names;
}

Placed<std::vector<std::string>> generate_vitess_shards(std::size_t n, unsigned hex_digits) {
  if (n == 0 || n > shards_max)
    return refuse("the number of shards is not between 1 and " + std::to_string(shards_max));
  if (hex_digits == 0) hex_digits = n <= 256 ? 2 : 4;
  if (hex_digits > 8) return refuse("more than 8 hex digits for a shard's bound");
  const auto space = std::size_t{1} << (4 * hex_digits);
  if (n > space)
    return refuse("the given number of shards (" + std::to_string(n) +
                  ") is too high for the given number of characters to use (" +
                  std::to_string(hex_digits) + ")");
  std::vector<std::string> names;
  names.reserve(n);
  for (std::size_t i = 0; i < n; ++i) {
    std::string name = i == 0 ? "" : hex_of(i * space / n, hex_digits);
    name += '-';
    if (i + 1 < n) name += hex_of((i + 1) * space / n, hex_digits);
    names.push_back(std::move(name));
  }
  return names;
}

Placed<BoundMap> vitess_bounds(const std::vector<std::string>& names) {
  std::vector<std::pair<VitessRange, NodeIndex>> ranges;
  for (NodeIndex i = 0; i < names.size(); ++i) {
    ASSIGN_OR_RETURN(auto range, parse_vitess_range(names[i]));
    ranges.emplace_back(std::move(range), i);
  }
  std::sort(ranges.begin(), ranges.end(),
            [](const auto& a, const auto& b) { return a.first.start < b.first.start; });
  std::vector<Bound> bounds{{"", no_node}};
  bool is_open = false;
  for (const auto& [range, index] : ranges) {
    if (is_open || (bounds.size() > 1 && range.start < bounds.back().first) ||
        (bounds.back().first == range.start && bounds.back().owner != no_node))
      return refuse("shard '" + names[index] + "' overlaps another");
    if (bounds.back().first == range.start)
      bounds.back().owner = index;
    else
      bounds.push_back({range.start, index});
    is_open = range.end.empty();
    if (!is_open) bounds.push_back({range.end, no_node});
  }
  return BoundMap(std::move(bounds));
}

}  // namespace isotherm::placement
