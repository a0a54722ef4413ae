#include "sharding/shard_format.h"

#include <algorithm>
#include <charconv>

#include "base/expects.h"

namespace isotherm::sharding {
namespace {

constexpr std::size_t separator_bytes_max = 8;
constexpr std::uint32_t padding_max = 8;
constexpr std::uint32_t first_max = 1'000'000;

int radix_of(Digits digits) { return digits == Digits::hex ? 16 : 10; }

bool is_digit_of(Digits digits, char c) {
  return (c >= '0' && c <= '9') || (digits == Digits::hex && c >= 'a' && c <= 'f');
}

/// The separator and the padded number; the caller has checked that they fit.
std::size_t write_ending(const FormatFields& fields, Shard shard, char* out) {
  std::array<char, 16> number{};
  const char* end = std::to_chars(number.data(), number.data() + number.size(),
                                  fields.first + shard, radix_of(fields.digits))
                        .ptr;
  const auto digits = static_cast<std::size_t>(end - number.data());
  char* at = std::copy(fields.separator.begin(), fields.separator.end(), out);
  if (digits < fields.padding) at = std::fill_n(at, fields.padding - digits, '0');
  at = std::copy_n(number.data(), digits, at);
  return static_cast<std::size_t>(at - out);
}

Result<void> check_separator(const FormatFields& fields) {
  const std::string& separator = fields.separator;
  if (separator.empty() || separator.size() > separator_bytes_max)
    return Error::validation("the separator of a shard key has 1 to 8 bytes");
  const char last = separator.back();
  const bool hex_letter = fields.digits == Digits::hex &&
                          ((last >= 'a' && last <= 'f') || (last >= 'A' && last <= 'F'));
  if ((last >= '0' && last <= '9') || hex_letter)
    return Error::validation("the separator '" + separator +
                             "' ends in a digit: where the shard begins would be in doubt");
  return {};
}

Result<void> check(const FormatFields& fields, Shard shards) {
  if (shards < 1 || shards > shards_max)
    return Error::validation("the number of shards is from 1 to 65536");
  TRY(check_separator(fields));
  if (fields.padding > padding_max)
    return Error::validation("a shard key's padding is 0 to 8 digits");
  if (fields.first > first_max)
    return Error::validation("a shard key's first number is 0 to 1000000");
  std::array<char, 16> last{};
  const auto digits =
      static_cast<std::uint32_t>(std::to_chars(last.data(), last.data() + last.size(),
                                               fields.first + shards - 1, radix_of(fields.digits))
                                     .ptr -
                                 last.data());
  if (fields.padding != 0 && digits > fields.padding)
    return Error::validation("the padding of " + std::to_string(fields.padding) +
                             " digits is too narrow: the last shard has " + std::to_string(digits));
  return {};
}

}  // namespace

ShardFormat::ShardFormat(Shard shards) : ShardFormat(FormatFields{}, shards) {}

ShardFormat::ShardFormat(FormatFields fields, Shard shards) : fields_(std::move(fields)) {
  expects(shards >= 1 && shards <= shards_max, "1 to 65536 shards");
  auto endings = std::make_shared<std::vector<Ending>>(shards);
  for (Shard shard = 0; shard < shards; ++shard) {
    Ending& ending = (*endings)[shard];
    ending.bytes = static_cast<std::uint32_t>(write_ending(fields_, shard, ending.text.data()));
  }
  endings_ = std::move(endings);
}

Result<ShardFormat> ShardFormat::make(FormatFields fields, Shard shards) {
  TRY(check(fields, shards));
  return ShardFormat(std::move(fields), shards);
}

bool ShardFormat::write_all_keys(std::string_view base, char* out, std::size_t stride) const {
  const std::vector<Ending>& endings = *endings_;
  if (base.size() + endings.back().bytes > limits::partition_key_bytes_max) return false;
  for (const Ending& ending : endings) {
    copy(base, out);
    std::memcpy(out + base.size(), ending.text.data(), ending_bytes_max);
    out += stride;
  }
  return true;
}

bool ShardFormat::is_digit(char c) const { return is_digit_of(fields_.digits, c); }

std::optional<ParsedShardKey> ShardFormat::parse(std::string_view key) const {
  std::size_t at = key.size();
  while (at > 0 && is_digit(key[at - 1])) --at;
  const std::string_view digits = key.substr(at);
  if (!key.substr(0, at).ends_with(fields_.separator)) return std::nullopt;
  std::uint32_t number = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, number, radix_of(fields_.digits));
  if (error != std::errc() || stop != end) return std::nullopt;
  if (number < fields_.first || number - fields_.first >= shards()) return std::nullopt;
  const Shard shard = number - fields_.first;
  if (suffix(shard) != digits) return std::nullopt;
  return ParsedShardKey{key.substr(0, at - fields_.separator.size()), shard};
}

}  // namespace isotherm::sharding
