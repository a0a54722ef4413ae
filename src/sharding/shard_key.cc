#include "sharding/shard_key.h"

#include <array>
#include <charconv>

#include "base/expects.h"
#include "model/limits.h"

namespace isotherm::sharding {
namespace {

/// The suffix of a shard on the stack: at most "ffff".
struct Suffix {
  explicit Suffix(Shard shard) {
    expects(shard < shards_max, "a shard below 65536");
    length = static_cast<std::size_t>(
        std::to_chars(chars.data(), chars.data() + chars.size(), shard, 16).ptr - chars.data());
  }
  std::string_view view() const { return {chars.data(), length}; }

  std::array<char, 4> chars{};
  std::size_t length = 0;
};

Error too_long(std::size_t bytes, std::size_t suffix_bytes) {
  constexpr std::size_t most = limits::partition_key_bytes_max;
  return Error::validation(
      "One or more parameter values were invalid: the partition key with its shard suffix has " +
      std::to_string(bytes) + " bytes, more than the " + std::to_string(most) +
      " of a partition key; in this shard it may have " + std::to_string(most - suffix_bytes) +
      " bytes");
}

Result<std::string> joined(std::string_view base, Shard shard) {
  const Suffix digits(shard);
  const std::size_t bytes = base.size() + 1 + digits.length;
  if (bytes > limits::partition_key_bytes_max) return too_long(bytes, 1 + digits.length);
  std::string key;
  key.reserve(bytes);
  key.append(base).push_back(separator);
  key.append(digits.view());
  return key;
}

}  // namespace

std::string suffix(Shard shard) { return std::string(Suffix(shard).view()); }

Result<AttributeValue> shard_key(const AttributeValue& base, Shard shard) {
  if (const auto* text = base.get_if<std::string>()) {
    ASSIGN_OR_RETURN(std::string key, joined(*text, shard));
    return AttributeValue(std::move(key));
  }
  if (const auto* number = base.get_if<Number>()) {
    std::string key;
    number->append_to(key);
    key.push_back(separator);
    key.append(Suffix(shard).view());
    return AttributeValue(std::move(key));
  }
  if (const auto* binary = base.get_if<Binary>()) {
    ASSIGN_OR_RETURN(std::string key, joined(binary->bytes, shard));
    return AttributeValue(Binary{std::move(key)});
  }
  return Error::validation("a partition key is of type S, N or B, not " +
                           std::string(type_name(base.type())));
}

std::vector<std::string> all_suffixes(Shard shards) {
  std::vector<std::string> all;
  all.reserve(shards);
  for (Shard shard = 0; shard < shards; ++shard) all.push_back(suffix(shard));
  return all;
}

Result<std::vector<AttributeValue>> all_shard_keys(const AttributeValue& base, Shard shards) {
  std::vector<AttributeValue> all;
  all.reserve(shards);
  for (Shard shard = 0; shard < shards; ++shard) {
    ASSIGN_OR_RETURN(AttributeValue key, shard_key(base, shard));
    all.push_back(std::move(key));
  }
  return all;
}

std::optional<ParsedShardKey> parse(std::string_view key, Shard shards) {
  const std::size_t at = key.rfind(separator);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view digits = key.substr(at + 1);
  ParsedShardKey parsed{key.substr(0, at), 0};
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, parsed.shard, 16);
  if (error != std::errc() || stop != end || parsed.shard >= shards) return std::nullopt;
  // Only the canonical spelling: no padding, no upper case.
  if (Suffix(parsed.shard).view() != digits) return std::nullopt;
  return parsed;
}

}  // namespace isotherm::sharding
