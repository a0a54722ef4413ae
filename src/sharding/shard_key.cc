#include "sharding/shard_key.h"

#include <array>
#include <charconv>

#include "base/expects.h"
#include "model/limits.h"

namespace isotherm::sharding {
namespace {

constexpr char default_separator = '-';

/// The default ending of any shard, on the stack: at most "-ffff".
struct DefaultEnding {
  explicit DefaultEnding(Shard shard) {
    expects(shard < shards_max, "a shard below 65536");
    chars[0] = default_separator;
    length = static_cast<std::size_t>(
        std::to_chars(chars.data() + 1, chars.data() + chars.size(), shard, 16).ptr - chars.data());
  }
  std::string_view view() const { return {chars.data(), length}; }
  std::string_view digits() const { return view().substr(1); }

  std::array<char, 5> chars{};
  std::size_t length = 0;
};

Error too_long(std::size_t bytes, std::size_t ending_bytes) {
  constexpr std::size_t most = limits::partition_key_bytes_max;
  return Error::validation(
      "One or more parameter values were invalid: the partition key with its shard suffix has " +
      std::to_string(bytes) + " bytes, more than the " + std::to_string(most) +
      " of a partition key; in this shard it may have " + std::to_string(most - ending_bytes) +
      " bytes");
}

Result<std::string> joined(std::string_view base, std::string_view ending) {
  const std::size_t bytes = base.size() + ending.size();
  if (bytes > limits::partition_key_bytes_max) return too_long(bytes, ending.size());
  std::string key;
  key.reserve(bytes);
  key.append(base).append(ending);
  return key;
}

Result<AttributeValue> key_with(const AttributeValue& base, std::string_view ending) {
  if (const auto* text = base.get_if<std::string>()) {
    ASSIGN_OR_RETURN(std::string key, joined(*text, ending));
    return AttributeValue(std::move(key));
  }
  if (const auto* number = base.get_if<Number>()) {
    std::string key;
    number->append_to(key);
    key.append(ending);
    return AttributeValue(std::move(key));
  }
  if (const auto* binary = base.get_if<Binary>()) {
    ASSIGN_OR_RETURN(std::string key, joined(binary->bytes, ending));
    return AttributeValue(Binary{std::move(key)});
  }
  return Error::validation("a partition key is of type S, N or B, not " +
                           std::string(type_name(base.type())));
}

}  // namespace

std::string suffix(Shard shard) { return std::string(DefaultEnding(shard).digits()); }

Result<AttributeValue> shard_key(const AttributeValue& base, Shard shard,
                                 const ShardFormat& format) {
  if (shard >= format.shards())
    return Error::validation("there is no shard " + std::to_string(shard) + " of " +
                             std::to_string(format.shards()));
  return key_with(base, format.ending(shard));
}

Result<AttributeValue> shard_key(const AttributeValue& base, Shard shard) {
  return key_with(base, DefaultEnding(shard).view());
}

std::vector<std::string> all_suffixes(const ShardFormat& format) {
  std::vector<std::string> all;
  all.reserve(format.shards());
  for (Shard shard = 0; shard < format.shards(); ++shard) all.emplace_back(format.suffix(shard));
  return all;
}

std::vector<std::string> all_suffixes(Shard shards) { return all_suffixes(ShardFormat(shards)); }

Result<std::vector<AttributeValue>> all_shard_keys(const AttributeValue& base,
                                                   const ShardFormat& format) {
  std::vector<AttributeValue> all;
  all.reserve(format.shards());
  for (Shard shard = 0; shard < format.shards(); ++shard) {
    ASSIGN_OR_RETURN(AttributeValue key, shard_key(base, shard, format));
    all.push_back(std::move(key));
  }
  return all;
}

Result<std::vector<AttributeValue>> all_shard_keys(const AttributeValue& base, Shard shards) {
  return all_shard_keys(base, ShardFormat(shards));
}

std::optional<ParsedShardKey> parse(std::string_view key, Shard shards) {
  const std::size_t at = key.rfind(default_separator);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view digits = key.substr(at + 1);
  ParsedShardKey parsed{key.substr(0, at), 0};
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, parsed.shard, 16);
  if (error != std::errc() || stop != end || parsed.shard >= shards) return std::nullopt;
  // Only the canonical spelling: no padding, no upper case.
  if (DefaultEnding(parsed.shard).digits() != digits) return std::nullopt;
  return parsed;
}

}  // namespace isotherm::sharding
