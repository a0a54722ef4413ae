#pragma once

// A command's options as data: a row for each, from which come the parser, the help, the
// environment variables and the completion of shells.
//
// A value on the command line beats the environment, the environment beats the default. An option
// --cache-mb has the variable ISOTHERM_CACHE_MB, and perhaps others that people have set already.

#include <charconv>
#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/result.h"

namespace isotherm::cli {

/// What was wrong with what a person typed, and what to type instead.
struct UsageError {
  std::string message;
  std::string hint;
};

struct Option {
  /// "--listen", or "FILE" for a positional argument.
  std::string name;
  /// What its value is called in the help; empty: a switch.
  std::string value;
  std::string help;
  /// Shown as its default; empty: none is shown.
  std::string standard;
  /// One letter, "-t"; or empty.
  std::string letter = {};
  /// Environment variables beside its own, the first that is set wins.
  std::vector<std::string> variables = {};
  /// What the value can be, when it is one of few words.
  std::vector<std::string> choices = {};
  /// May be given several times.
  bool repeats = false;
  /// Takes the value over; what is returned says why it cannot.
  std::function<std::optional<std::string>(std::string_view)> set = {};

  bool is_positional() const { return !name.starts_with("-"); }
  bool is_switch() const { return value.empty(); }
  /// "ISOTHERM_CACHE_MB"
  std::string variable() const;
};

/// What another program calls an option: "-inMemory" for "--in-memory". What it means may have a
/// value ("--state-change-delay=3s"); empty: it is taken, and changes nothing.
struct Alias {
  std::string typed;
  std::string means;
};

/// A word for a value of an enumeration.
template <class E>
using Word = std::pair<std::string_view, E>;

/// Reads "10s", "250ms", "2m", "1h"; a bare number is seconds.
std::optional<Duration> parse_duration(std::string_view text);
/// Reads "5000", "5k", "2M".
std::optional<std::uint64_t> parse_count(std::string_view text);
/// A finite decimal number.
std::optional<double> parse_decimal(std::string_view text);
/// "on", "yes", "true", "1" and their opposites.
std::optional<bool> parse_truth(std::string_view text);

class Options {
 public:
  /// Adds a row; the reference is good until the next one.
  Option& add(Option option);

  Option& flag(std::string name, bool& to, std::string help);
  /// Text: it must be UTF-8.
  Option& text(std::string name, std::string value, std::string& to, std::string help);
  /// A file or folder: any bytes.
  Option& path(std::string name, std::string value, std::string& to, std::string help);
  Option& list(std::string name, std::string value, std::vector<std::string>& to, std::string help);
  Option& duration(std::string name, Duration& to, std::string help);
  Option& duration(std::string name, std::optional<Duration>& to, std::string help);
  /// Longer than zero.
  Option& time_span(std::string name, Duration& to, std::string help);
  Option& decimal(std::string name, std::string value, double& to, double min, double max,
                  std::string help);
  Option& decimal(std::string name, std::string value, std::optional<double>& to, double min,
                  double max, std::string help);

  /// A whole number from min to max.
  template <std::unsigned_integral T>
  // NOLINTNEXTLINE(readability-function-size): an option is one line, as its help is.
  Option& count(std::string name, std::string value, T& to, std::uint64_t min, std::uint64_t max,
                std::string help) {
    auto& option = add({std::move(name), std::move(value), std::move(help), std::to_string(to)});
    option.set = [&to, min, max](std::string_view text) -> std::optional<std::string> {
      const auto number = parse_count(text);
      if (!number || *number < min || *number > max) return range_text(min, max);
      to = static_cast<T>(*number);
      return std::nullopt;
    };
    return option;
  }

  /// One of a few words.
  template <class E>
  Option& choice(std::string name, E& to, std::vector<Word<E>> words, std::string help) {
    auto& option = add({std::move(name), {}, std::move(help), {}});
    for (const auto& [word, value] : words) {
      option.choices.emplace_back(word);
      option.value.append(option.value.empty() ? "" : "|").append(word);
      if (value == to) option.standard = word;
    }
    option.set = [&to, words](std::string_view text) -> std::optional<std::string> {
      for (const auto& [word, value] : words)
        if (word == text) return to = value, std::nullopt;
      std::string known;
      for (const auto& [word, value] : words) known.append(known.empty() ? "" : ", ").append(word);
      return "expected one of: " + known;
    };
    return option;
  }

  /// Aliases stand on the command line only, and are shown together below the options.
  void alias(std::string typed, std::string means);

  std::span<const Option> rows() const { return rows_; }
  std::span<const Alias> aliases() const { return aliases_; }
  const Alias* find_alias(std::string_view typed) const;
  const Option* find(std::string_view name) const;

 private:
  static std::string range_text(std::uint64_t min, std::uint64_t max);
  std::vector<Option> rows_;
  std::vector<Alias> aliases_;
};

/// Sets every option from the arguments (those after the command's name), then those that were not
/// given from the environment.
Expected<void, UsageError> parse(const Options& options, std::span<const std::string> arguments);

}  // namespace isotherm::cli
