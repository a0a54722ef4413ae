#include "store/engine/shard_iterator.h"

#include "base/hash.h"

namespace isotherm::engine {
namespace {

constexpr std::string_view digits = "0123456789abcdef";
constexpr std::string_view version = "|1|";
constexpr std::uint64_t check_seed = 0x7368617264;

void append_hex(std::uint64_t value, int bytes, std::string& out) {
  for (int shift = 8 * bytes - 4; shift >= 0; shift -= 4)
    out.push_back(digits[value >> shift & 15]);
}

/// Takes the hex digits of a number from the front.
std::optional<std::uint64_t> take_hex(std::string_view& text, std::size_t bytes) {
  if (text.size() < 2 * bytes) return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : text.substr(0, 2 * bytes)) {
    const std::size_t digit = digits.find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    value = value << 4 | digit;
  }
  text.remove_prefix(2 * bytes);
  return value;
}

}  // namespace

std::string ShardIterator::text() const {
  std::string out = stream_arn;
  out.append(version);
  append_hex(log, 4, out);
  append_hex(shard, 4, out);
  append_hex(position, 8, out);
  append_hex(static_cast<std::uint64_t>(issued.count()), 8, out);
  append_hex(xxh64(out, check_seed), 8, out);
  return out;
}

std::optional<ShardIterator> ShardIterator::parse(std::string_view text) {
  const std::size_t at = text.rfind(version);
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view rest = text.substr(at + version.size());
  const auto log = take_hex(rest, 4);
  const auto shard = take_hex(rest, 4);
  const auto position = take_hex(rest, 8);
  const auto issued = take_hex(rest, 8);
  if (!issued) return std::nullopt;
  const std::string_view checked = text.substr(0, text.size() - rest.size());
  const auto check = take_hex(rest, 8);
  if (!log || !shard || !position || !check || !rest.empty()) return std::nullopt;
  if (*check != xxh64(checked, check_seed)) return std::nullopt;
  ShardIterator iterator;
  iterator.stream_arn = text.substr(0, at);
  iterator.log = static_cast<ResourceId>(*log);
  iterator.shard = static_cast<std::uint32_t>(*shard);
  iterator.position = *position;
  iterator.issued = UnixMillis(static_cast<std::int64_t>(*issued));
  return iterator;
}

}  // namespace isotherm::engine
