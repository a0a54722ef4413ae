#include "cli/options.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "cli/terminal.h"
#include "cli/utf8.h"

namespace isotherm::cli {
namespace {

struct Unit {
  std::string_view name;
  double scale;
};

// Splits "250ms" after its number.
std::optional<std::pair<double, std::string_view>> number_and_unit(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || !std::isfinite(number) || number < 0) return std::nullopt;
  return std::pair(number, text.substr(static_cast<std::size_t>(end - text.data())));
}

std::optional<double> scaled(std::string_view text, std::span<const Unit> units) {
  const auto parts = number_and_unit(text);
  if (!parts) return std::nullopt;
  for (const auto& unit : units)
    if (unit.name == parts->second) return parts->first * unit.scale;
  return std::nullopt;
}

std::string decimal_text(double number) {
  auto text = std::to_string(number);
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  return text;
}

std::optional<std::string> decimal_into(double& to, std::string_view text, double min, double max) {
  const auto number = parse_decimal(text);
  if (!number || *number < min || *number > max)
    return "expected a number from " + decimal_text(min) + " to " + decimal_text(max);
  to = *number;
  return std::nullopt;
}

constexpr auto must_be_text = "expected text in UTF-8";

std::optional<std::string> path_into(std::string& to, std::string_view text) {
  if (text.empty()) return "expected a value, not an empty one";
  to = text;
  return std::nullopt;
}

std::optional<std::string> duration_into(Duration& to, std::string_view text) {
  const auto duration = parse_duration(text);
  if (!duration) return "expected a time like 10s, 250ms or 2m";
  to = *duration;
  return std::nullopt;
}

}  // namespace

std::string Option::variable() const {
  std::string variable = "ISOTHERM_";
  for (const char c : std::string_view(name).substr(2))
    variable.push_back(c == '-' ? '_' : static_cast<char>(std::toupper(c)));
  return variable;
}

std::optional<Duration> parse_duration(std::string_view text) {
  static constexpr std::array units{Unit{"ms", 1e6}, Unit{"s", 1e9}, Unit{"", 1e9}, Unit{"m", 60e9},
                                    Unit{"h", 3600e9}};
  const auto ns = scaled(text, units);
  if (!ns || *ns > 1e18) return std::nullopt;
  return Duration(std::llround(*ns));
}

std::optional<std::uint64_t> parse_count(std::string_view text) {
  static constexpr std::array units{Unit{"", 1}, Unit{"k", 1e3}, Unit{"M", 1e6}};
  const auto count = scaled(text, units);
  if (!count || *count > 1e15 || *count != std::floor(*count)) return std::nullopt;
  return static_cast<std::uint64_t>(*count);
}

std::optional<double> parse_decimal(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number))
    return std::nullopt;
  return number;
}

std::optional<bool> parse_truth(std::string_view text) {
  for (const auto* word : {"1", "true", "yes", "on"})
    if (text == word) return true;
  for (const auto* word : {"0", "false", "no", "off", ""})
    if (text == word) return false;
  return std::nullopt;
}

std::string Options::range_text(std::uint64_t min, std::uint64_t max) {
  return "expected a whole number from " + std::to_string(min) + " to " + std::to_string(max);
}

Option& Options::add(Option option) {
  rows_.push_back(std::move(option));
  return rows_.back();
}

const Option* Options::find(std::string_view name) const {
  const auto found = std::find_if(rows_.begin(), rows_.end(), [&](const Option& option) {
    return option.name == name || (!option.letter.empty() && option.letter == name);
  });
  return found == rows_.end() ? nullptr : &*found;
}

void Options::alias(std::string typed, std::string means) {
  aliases_.push_back({std::move(typed), std::move(means)});
}

const Alias* Options::find_alias(std::string_view typed) const {
  const auto found = std::find_if(aliases_.begin(), aliases_.end(),
                                  [&](const Alias& alias) { return alias.typed == typed; });
  return found == aliases_.end() ? nullptr : &*found;
}

Option& Options::flag(std::string name, bool& to, std::string help) {
  auto& option = add({std::move(name), {}, std::move(help), {}});
  option.set = [&to](std::string_view text) -> std::optional<std::string> {
    const auto truth = parse_truth(text);
    if (!truth) return "expected 1 or 0";
    to = *truth;
    return std::nullopt;
  };
  return option;
}

Option& Options::text(std::string name, std::string value, std::string& to, std::string help) {
  auto& option = add({std::move(name), std::move(value), std::move(help), to});
  option.set = [&to](std::string_view text) -> std::optional<std::string> {
    if (!is_utf8(text)) return must_be_text;
    return path_into(to, text);
  };
  return option;
}

Option& Options::path(std::string name, std::string value, std::string& to, std::string help) {
  auto& option = add({std::move(name), std::move(value), std::move(help), to});
  option.set = [&to](std::string_view text) { return path_into(to, text); };
  return option;
}

Option& Options::list(std::string name, std::string value, std::vector<std::string>& to,
                      std::string help) {
  auto& option = add({std::move(name), std::move(value), std::move(help), {}});
  option.repeats = true;
  option.set = [&to](std::string_view text) -> std::optional<std::string> {
    if (!is_utf8(text)) return must_be_text;
    to.emplace_back(text);
    return std::nullopt;
  };
  return option;
}

Option& Options::duration(std::string name, Duration& to, std::string help) {
  const auto seconds = std::chrono::duration<double>(to).count();
  auto& option = add({std::move(name), "TIME", std::move(help), decimal_text(seconds) + "s"});
  option.set = [&to](std::string_view text) { return duration_into(to, text); };
  return option;
}

Option& Options::duration(std::string name, std::optional<Duration>& to, std::string help) {
  auto& option = add({std::move(name), "TIME", std::move(help), {}});
  option.set = [&to](std::string_view text) { return duration_into(to.emplace(), text); };
  return option;
}

Option& Options::time_span(std::string name, Duration& to, std::string help) {
  auto& option = duration(std::move(name), to, std::move(help));
  option.set = [&to](std::string_view text) -> std::optional<std::string> {
    if (const auto problem = duration_into(to, text)) return problem;
    if (to == Duration(0)) return "expected a time longer than 0, like 10s";
    return std::nullopt;
  };
  return option;
}

// NOLINTNEXTLINE(readability-function-size): see options.h
Option& Options::decimal(std::string name, std::string value, double& to, double min, double max,
                         std::string help) {
  auto& option = add({std::move(name), std::move(value), std::move(help), decimal_text(to)});
  option.set = [&to, min, max](std::string_view text) { return decimal_into(to, text, min, max); };
  return option;
}

// NOLINTNEXTLINE(readability-function-size): see options.h
Option& Options::decimal(std::string name, std::string value, std::optional<double>& to, double min,
                         double max, std::string help) {
  auto& option = add({std::move(name), std::move(value), std::move(help), {}});
  option.set = [&to, min, max](std::string_view text) {
    return decimal_into(to.emplace(), text, min, max);
  };
  return option;
}

}  // namespace isotherm::cli
