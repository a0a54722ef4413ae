#include "cli/layout_options.h"

#include <array>
#include <charconv>

#include "cli/instant.h"

namespace isotherm::cli {
namespace {

/// Four numbers with commas between.
std::optional<std::array<std::uint32_t, 4>> four_numbers(std::string_view text) {
  std::array<std::uint32_t, 4> numbers{};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) {
      if (at == end || *at != ',') return std::nullopt;
      ++at;
    }
    const auto [stop, error] = std::from_chars(at, end, numbers[i]);
    if (error != std::errc()) return std::nullopt;
    at = stop;
  }
  if (at != end) return std::nullopt;
  return numbers;
}

}  // namespace

void LayoutOptions::declare(Options& options) {
  options.text("--layout", "NAME", name_,
               "isotherm (default), twitter, discord, or javascript (53 bits)");
  options.text("--epoch", "TIME", epoch_, "another epoch: RFC 3339, or milliseconds since 1970");
  options.text("--bits", "T,D,W,S", bits_,
               "other bits of time, datacentre, worker, sequence, like 41,5,5,12");
}

Expected<ids::SnowflakeLayout, UsageError> LayoutOptions::layout() const {
  const auto named = ids::SnowflakeLayout::find(name_.empty() ? "isotherm" : name_);
  if (!named)
    return UsageError{"--layout: there is no layout '" + name_ + "'",
                      "isotherm, twitter, discord and javascript are known."};
  ids::SnowflakeFields fields = named->fields();
  if (!epoch_.empty()) {
    const auto epoch = parse_instant(epoch_);
    if (!epoch)
      return UsageError{"--epoch: '" + epoch_ + "' is no time",
                        "Write 2024-01-01T00:00:00Z, or milliseconds since 1970."};
    fields.epoch = *epoch;
  }
  if (!bits_.empty()) {
    const auto bits = four_numbers(bits_);
    if (!bits)
      return UsageError{"--bits: '" + bits_ + "' is not four numbers", "Write them as 41,5,5,12."};
    fields.time_bits = (*bits)[0];
    fields.datacentre_bits = (*bits)[1];
    fields.worker_bits = (*bits)[2];
    fields.sequence_bits = (*bits)[3];
  }
  auto made = ids::SnowflakeLayout::make(fields);
  if (!made.ok()) return UsageError{made.error().message(), {}};
  return std::move(made).value();
}

}  // namespace isotherm::cli
