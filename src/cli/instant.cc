#include "cli/instant.h"

#include <fmt/format.h>

#include <charconv>

namespace isotherm::cli {
namespace {

/// Takes exactly `digits` digits from the front.
std::optional<int> take(std::string_view& text, std::size_t digits) {
  if (text.size() < digits) return std::nullopt;
  int value = 0;
  for (const char c : text.substr(0, digits)) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  text.remove_prefix(digits);
  return value;
}

bool take_char(std::string_view& text, char wanted) {
  if (text.empty() || text[0] != wanted) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<std::chrono::sys_days> take_date(std::string_view& text) {
  const auto year = take(text, 4);
  if (!year || !take_char(text, '-')) return std::nullopt;
  const auto month = take(text, 2);
  if (!month || !take_char(text, '-')) return std::nullopt;
  const auto day = take(text, 2);
  if (!day) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date);
}

/// ".5", ".123456": what is below a millisecond is cut off.
std::optional<int> take_fraction(std::string_view& text) {
  if (!take_char(text, '.')) return 0;
  int value = 0;
  std::size_t digits = 0;
  for (; !text.empty() && text[0] >= '0' && text[0] <= '9'; text.remove_prefix(1), ++digits)
    if (digits < 3) value = value * 10 + (text[0] - '0');
  if (digits == 0) return std::nullopt;
  for (; digits < 3; ++digits) value *= 10;
  return value;
}

std::optional<UnixMillis> take_time(std::string_view& text) {
  const auto hour = take(text, 2);
  if (!hour || *hour > 23 || !take_char(text, ':')) return std::nullopt;
  const auto minute = take(text, 2);
  if (!minute || *minute > 59 || !take_char(text, ':')) return std::nullopt;
  const auto second = take(text, 2);
  if (!second || *second > 59) return std::nullopt;
  const auto fraction = take_fraction(text);
  if (!fraction) return std::nullopt;
  return std::chrono::hours(*hour) + std::chrono::minutes(*minute) + std::chrono::seconds(*second) +
         UnixMillis(*fraction);
}

std::optional<UnixMillis> take_offset(std::string_view& text) {
  if (take_char(text, 'Z')) return UnixMillis(0);
  const bool east = take_char(text, '+');
  if (!east && !take_char(text, '-')) return std::nullopt;
  const auto hours = take(text, 2);
  if (!hours || *hours > 23 || !take_char(text, ':')) return std::nullopt;
  const auto minutes = take(text, 2);
  if (!minutes || *minutes > 59) return std::nullopt;
  const UnixMillis offset = std::chrono::hours(*hours) + std::chrono::minutes(*minutes);
  return east ? offset : -offset;
}

}  // namespace

std::optional<UnixMillis> parse_instant(std::string_view text) {
  std::int64_t millis = 0;
  const char* end = text.data() + text.size();
  if (const auto [stop, error] = std::from_chars(text.data(), end, millis);
      error == std::errc() && stop == end && millis >= 0)
    return UnixMillis(millis);
  const auto date = take_date(text);
  if (!date) return std::nullopt;
  const UnixMillis midnight = date->time_since_epoch();
  if (text.empty()) return midnight;
  if (!take_char(text, 'T') && !take_char(text, ' ')) return std::nullopt;
  const auto time = take_time(text);
  if (!time) return std::nullopt;
  const auto offset = take_offset(text);
  if (!offset || !text.empty()) return std::nullopt;
  return midnight + *time - *offset;
}

std::string instant_text(UnixMillis time) {
  constexpr UnixMillis year_10000{253'402'300'800'000};
  if (time >= year_10000 || time < UnixMillis(0)) return std::to_string(time.count());
  const std::chrono::sys_time<UnixMillis> moment(time);
  const auto day = std::chrono::floor<std::chrono::days>(moment);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(moment - day);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count(),
                     clock.subseconds().count());
}

}  // namespace isotherm::cli
