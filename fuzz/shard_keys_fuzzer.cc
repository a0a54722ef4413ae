// Shard keys: a key that is read is the one that is written; a base comes back from each of its
// keys, whatever separators it holds; an id is read or refused.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/expects.h"
#include "sharding/hash_strategy.h"
#include "sharding/id_suffix_strategy.h"
#include "sharding/shard_format.h"

using isotherm::expects;
using namespace isotherm::sharding;

namespace {

std::string key_of(const ShardFormat& format, std::string_view base, Shard shard) {
  std::string key(ShardFormat::room_for(base.size()), '\0');
  key.resize(format.write_key(base, shard, key.data()));
  return key;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 4) return 0;
  FormatFields fields;
  fields.separator.assign(reinterpret_cast<const char*>(data) + 3,
                          data[0] % 9 < size - 3 ? data[0] % 9 : size - 3);
  fields.digits = data[1] % 2 == 0 ? Digits::hex : Digits::decimal;
  fields.padding = data[1] / 2 % 9;
  fields.first = data[1] / 16;
  const Shard shards = 1U + data[2];
  const auto format = ShardFormat::make(fields, shards);
  const std::string_view text(reinterpret_cast<const char*>(data) + 3, size - 3);

  const HashStrategy strategy(shards);
  const Shard shard = strategy.shard_of_text(text);
  expects(shard < shards, "a shard that is there");
  const auto by_id = IdSuffixStrategy::make({.count = 1U + data[1] % 9}, shards).value();
  if (const auto found = by_id.shard_of_part({KeyPart::Type::text, text}); found.ok())
    expects(*found < shards, "a shard that is there");
  if (!format.ok()) return 0;

  if (const auto parsed = format->parse(text))
    expects(key_of(*format, parsed->base, parsed->shard) == text || text.size() > 2048,
            "a key has one spelling");
  const std::string key = key_of(*format, text, shard);
  if (key.empty()) return 0;
  const auto parsed = format->parse(key);
  expects(parsed && parsed->base == text && parsed->shard == shard, "a key is read as it was made");
  return 0;
}
