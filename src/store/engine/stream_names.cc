#include "store/engine/stream_names.h"

#include <charconv>

#include "base/hash.h"

namespace isotherm::engine {
namespace {

constexpr std::size_t number_digits = 20;

std::string padded(std::uint64_t value) {
  const std::string text = std::to_string(value);
  return std::string(number_digits - text.size(), '0') + text;
}

std::string hex(std::uint64_t value, int digit_count) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (int shift = 4 * (digit_count - 1); shift >= 0; shift -= 4) {
    text.push_back(digits[value >> shift & 15]);
  }
  return text;
}

}  // namespace

std::optional<StreamName> parse_stream_arn(std::string_view arn) {
  constexpr std::string_view table_marker = ":table/";
  constexpr std::string_view stream_marker = "/stream/";
  const std::size_t table = arn.find(table_marker);
  const std::size_t stream = arn.find(stream_marker);
  if (!arn.starts_with("arn:") || table == std::string_view::npos ||
      stream == std::string_view::npos || stream < table) {
    return std::nullopt;
  }
  const std::size_t name = table + table_marker.size();
  return StreamName{arn.substr(name, stream - name), arn.substr(stream + stream_marker.size())};
}

std::string shard_name(ResourceId log, const LogShard& shard) {
  const std::string seed = std::to_string(log) + ":" + std::to_string(shard.number);
  return "shardId-" + padded(static_cast<std::uint64_t>(shard.created.count())) + "-" +
         hex(xxh64(seed, 0) >> 32, 8);
}

std::string sequence_text(std::uint64_t sequence) { return "1" + padded(sequence); }

std::optional<std::uint64_t> parse_sequence(std::string_view text) {
  if (text.size() != number_digits + 1 || text.front() != '1') return std::nullopt;
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + 1, end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

std::string event_id(ResourceId log, std::uint64_t sequence) {
  const std::string seed = std::to_string(log) + ":" + std::to_string(sequence);
  return hex(xxh64(seed, 1), 16) + hex(xxh64(seed, 2), 16);
}

}  // namespace isotherm::engine
