#include "signing/table_rights.h"

#include <algorithm>
#include <optional>

#include "signing/ini_file.h"

namespace isotherm::signing {
namespace {

bool is_pattern_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '.' || c == '*' || c == '?';
}

std::optional<Rights> parse_rights(std::string_view word) {
  if (word == "none") return Rights{};
  if (word == "full") return Rights{true, true, true};
  Rights rights;
  for (const char letter : word) {
    bool* const right = letter == 'r'   ? &rights.read
                        : letter == 'w' ? &rights.write
                        : letter == 't' ? &rights.table
                                        : nullptr;
    if (right == nullptr || *right) return std::nullopt;
    *right = true;
  }
  if (word.empty()) return std::nullopt;
  return rights;
}

}  // namespace

bool matches(std::string_view pattern, std::string_view text) {
  // After the last star: the pattern goes on there, and the text where it is tried next.
  std::size_t star = std::string_view::npos;
  std::size_t retry = 0;
  std::size_t p = 0;
  std::size_t t = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = ++p;
      retry = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star;
      t = ++retry;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

Expected<TableRights, std::string> TableRights::parse(std::string_view text) {
  TableRights all;
  while (true) {
    const std::size_t end = std::min(text.find(','), text.size());
    const std::string_view rule = trimmed(text.substr(0, end));
    const std::size_t colon = rule.find(':');
    const std::string_view pattern = trimmed(rule.substr(0, colon));
    if (colon == std::string_view::npos || pattern.empty())
      return "'" + std::string(rule) + "' is no pattern:rights, such as User:rw";
    if (!std::ranges::all_of(pattern, is_pattern_character))
      return "'" + std::string(pattern) + "' is no table's name, and no pattern of names";
    const auto rights = parse_rights(trimmed(rule.substr(colon + 1)));
    if (!rights)
      return "the rights of '" + std::string(pattern) +
             "' are none, full, or some of the letters r, w and t";
    all.rules_.push_back({std::string(pattern), *rights});
    if (end == text.size()) return all;
    text.remove_prefix(end + 1);
  }
}

TableRights TableRights::read_only() {
  TableRights all;
  all.rules_.push_back({std::string(every_table), {.read = true}});
  return all;
}

Rights TableRights::of(std::string_view table) const {
  for (const Rule& rule : rules_) {
    // A request for all tables is not one for the tables of some pattern.
    const bool applies =
        table == every_table ? rule.pattern == every_table : matches(rule.pattern, table);
    if (applies) return rule.rights;
  }
  return {};
}

}  // namespace isotherm::signing
