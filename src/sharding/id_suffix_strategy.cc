#include "sharding/id_suffix_strategy.h"

#include <algorithm>
#include <array>

namespace isotherm::sharding {
namespace {

constexpr std::uint32_t count_max = 64;

std::uint32_t radix_of(IdPart::Reading reading) {
  constexpr std::array<std::uint32_t, 3> radixes = {10, 16, 256};
  return radixes[static_cast<std::size_t>(reading)];
}

std::string_view reading_name(IdPart::Reading reading) {
  constexpr std::array<std::string_view, 3> names = {"decimal", "hex", "bytes"};
  return names[static_cast<std::size_t>(reading)];
}

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// The value of a digit; nothing when it is none of this reading.
std::optional<std::uint32_t> digit_of(char c, IdPart::Reading reading) {
  const auto byte = static_cast<unsigned char>(c);
  if (reading == IdPart::Reading::bytes) return byte;
  if (c >= '0' && c <= '9') return byte - static_cast<std::uint32_t>('0');
  if (reading == IdPart::Reading::decimal) return std::nullopt;
  if (c >= 'a' && c <= 'f') return byte - static_cast<std::uint32_t>('a') + 10;
  if (c >= 'A' && c <= 'F') return byte - static_cast<std::uint32_t>('A') + 10;
  return std::nullopt;
}

struct Cut {
  std::string_view text;
  /// Characters or bytes that were found, at most as many as asked for.
  std::uint32_t count = 0;
};

Cut last_characters(std::string_view id, std::uint32_t count) {
  std::size_t at = id.size();
  std::uint32_t found = 0;
  while (found < count && at > 0) {
    --at;
    while (at > 0 && continues_character(id[at])) --at;
    ++found;
  }
  return {id.substr(at), found};
}

Cut first_characters(std::string_view id, std::uint32_t count) {
  std::size_t at = 0;
  std::uint32_t found = 0;
  while (found < count && at < id.size()) {
    ++at;
    while (at < id.size() && continues_character(id[at])) ++at;
    ++found;
  }
  return {id.substr(0, at), found};
}

Cut cut(std::string_view id, const IdPart& part) {
  const bool last = part.take == IdPart::Take::last;
  if (part.unit == IdPart::Unit::characters)
    return last ? last_characters(id, part.count) : first_characters(id, part.count);
  const std::size_t bytes = std::min<std::size_t>(part.count, id.size());
  return {last ? id.substr(id.size() - bytes) : id.substr(0, bytes),
          static_cast<std::uint32_t>(bytes)};
}

Error unreadable(const IdPart& part, const std::string& why) {
  return Error::validation("the strategy id-suffix takes " + to_string(part) +
                           " of the id: " + why);
}

/// Whether the sizes of the part are sound.
Result<void> check(const IdPart& part) {
  if (part.count < 1 || part.count > count_max)
    return Error::validation("the strategy id-suffix takes 1 to 64 characters or bytes of an id");
  return {};
}

}  // namespace

std::string to_string(const IdPart& part) {
  const std::string unit = part.unit == IdPart::Unit::characters ? "character" : "byte";
  return std::string("the ") + (part.take == IdPart::Take::last ? "last " : "first ") +
         (part.count == 1 ? unit : std::to_string(part.count) + " " + unit + "s") + " as " +
         std::string(reading_name(part.reading));
}

Result<IdSuffixStrategy> IdSuffixStrategy::make(IdPart part, std::optional<Shard> shards) {
  TRY(check(part));
  if (shards) {
    if (*shards < 1 || *shards > shards_max)
      return Error::validation("the number of shards is from 1 to 65536");
    return IdSuffixStrategy(part, Modulus(*shards), false);
  }
  if (part.unit == IdPart::Unit::characters && part.reading == IdPart::Reading::bytes)
    return Error::validation(
        "characters have no fixed number of bytes: as they are, take bytes, or read hex or decimal "
        "digits; or give a number of shards");
  std::uint64_t values = 1;
  for (std::uint32_t i = 0; i < part.count && values <= shards_max; ++i)
    values *= radix_of(part.reading);
  if (values > shards_max)
    return Error::validation(to_string(part) +
                             " has more than 65536 values: take fewer, or give a number of shards");
  return IdSuffixStrategy(part, Modulus(static_cast<Shard>(values)), true);
}

FormatFields IdSuffixStrategy::natural_format() const {
  FormatFields fields;
  if (!as_it_is_) return fields;
  fields.digits = part_.reading == IdPart::Reading::decimal ? Digits::decimal : Digits::hex;
  fields.padding = part_.reading == IdPart::Reading::bytes ? 2 * part_.count : part_.count;
  return fields;
}

Result<Shard> IdSuffixStrategy::shard_of(Inputs inputs) const {
  if (inputs.size() != 1)
    return Error::validation("the strategy id-suffix takes one input, the id");
  return shard_of_part(KeyPart::of(inputs[0]));
}

Result<Shard> IdSuffixStrategy::shard_of_part(const KeyPart& input) const {
  switch (input.type) {
    case KeyPart::Type::text: return shard_of_id(input.bytes);
    case KeyPart::Type::number: {
      std::array<char, Number::text_bytes_max> text;
      return shard_of_id({text.data(), input.number->write_to(text.data())});
    }
    case KeyPart::Type::binary:
      if (part_.unit == IdPart::Unit::characters)
        return unreadable(part_, "a binary has bytes and no characters");
      return shard_of_id(input.bytes);
    case KeyPart::Type::absent: break;
  }
  return unreadable(part_, "there is none");
}

Result<Shard> IdSuffixStrategy::shard_of_id(std::string_view id) const {
  const Cut found = cut(id, part_);
  if (found.count == 0) return unreadable(part_, "it is empty");
  if (as_it_is_ && found.count < part_.count) return unreadable(part_, "it is shorter");
  std::uint64_t value = 0;
  for (const char c : found.text) {
    const auto digit = digit_of(c, part_.reading);
    if (!digit) return unreadable(part_, "'" + std::string(found.text) + "' has another character");
    // Below 65536 * 256 + 256.
    value = modulus_.of(static_cast<std::uint32_t>(value * radix_of(part_.reading) + *digit));
  }
  return static_cast<Shard>(value);
}

}  // namespace isotherm::sharding
