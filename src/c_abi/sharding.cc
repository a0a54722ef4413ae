// The C interface: hashes, strategies, formats, shard keys.

#include <array>
#include <numeric>

#include "base/hash.h"
#include "c_abi/objects.h"

using namespace isotherm;
using namespace isotherm::c_abi;
using isotherm::sharding::Shard;

namespace {

bool is_count(std::uint32_t shards) { return shards >= 1 && shards <= sharding::shards_max; }

/// The text of a base; of a number the canonical one, in `room`.
isotherm_status base_of(const isotherm_value& base, std::array<char, Number::text_bytes_max>& room,
                        std::string_view& text) {
  if (base.type == 'S' || base.type == 'B') {
    text = view(base.data, base.size);
    return ISOTHERM_OK;
  }
  Number number;
  sharding::KeyPart part;
  if (base.type != 'N' || part_of(base, number, part) != ISOTHERM_OK) return ISOTHERM_INVALID;
  text = {room.data(), number.write_to(room.data())};
  return ISOTHERM_OK;
}

isotherm_status shard_by_hash(const sharding::HashStrategy& strategy, const isotherm_value* inputs,
                              std::size_t count, std::uint32_t* shard) {
  if (count == 1 && inputs[0].type == 'S') {
    *shard = strategy.shard_of_text(view(inputs[0].data, inputs[0].size));
    return ISOTHERM_OK;
  }
  sharding::SourceHash source(strategy.function());
  for (std::size_t i = 0; i < count; ++i) {
    Number number;
    sharding::KeyPart part;
    if (part_of(inputs[i], number, part) != ISOTHERM_OK) return ISOTHERM_INVALID;
    source.add(part);
  }
  *shard = strategy.shard_of_hash(source.finish());
  return ISOTHERM_OK;
}

isotherm_status shard_by_id(const sharding::IdSuffixStrategy& strategy,
                            const isotherm_value* inputs, std::size_t count, std::uint32_t* shard) {
  Number number;
  sharding::KeyPart part;
  if (count != 1 || part_of(inputs[0], number, part) != ISOTHERM_OK) return ISOTHERM_INVALID;
  const auto found = strategy.shard_of_part(part);
  if (!found.ok()) return ISOTHERM_UNREADABLE;
  *shard = *found;
  return ISOTHERM_OK;
}

/// Writes a key whose base is a text already.
// NOLINTNEXTLINE(readability-function-size): C has no other way.
isotherm_status write_key(const sharding::ShardFormat& format, std::string_view base, Shard shard,
                          char* out, std::size_t room, std::size_t* size) {
  if (shard >= format.shards()) return ISOTHERM_INVALID;
  if (room >= sharding::ShardFormat::room_for(base.size())) {
    *size = format.write_key(base, shard, out);
    return *size == 0 ? ISOTHERM_TOO_LONG : ISOTHERM_OK;
  }
  const std::string_view ending = format.ending(shard);
  *size = base.size() + ending.size();
  if (*size > limits::partition_key_bytes_max) return ISOTHERM_TOO_LONG;
  if (*size > room) return ISOTHERM_NO_ROOM;
  std::memcpy(out, base.data(), base.size());
  std::memcpy(out + base.size(), ending.data(), ending.size());
  return ISOTHERM_OK;
}

}  // namespace

const char* isotherm_version() { return ISOTHERM_VERSION; }

uint32_t isotherm_murmur3_x86_32(const void* data, size_t size, uint32_t seed) {
  return murmur3_x86_32(view(data, size), seed);
}
uint64_t isotherm_xxh64(const void* data, size_t size, uint64_t seed) {
  return xxh64(view(data, size), seed);
}
uint64_t isotherm_xxh3_64(const void* data, size_t size) { return xxh3_64(view(data, size)); }
uint64_t isotherm_fnv1a_64(const void* data, size_t size) { return fnv1a_64(view(data, size)); }

isotherm_strategy* isotherm_hash_strategy_new(uint32_t shards, isotherm_hash function,
                                              char* message, size_t message_size) {
  if (!is_count(shards) || function < ISOTHERM_MURMUR3_X86_32 || function > ISOTHERM_FNV1A_64) {
    tell(is_count(shards) ? "there is no such hash" : "the number of shards is from 1 to 65536",
         message, message_size);
    return nullptr;
  }
  return made(
      [&] {
        return new isotherm_strategy{
            sharding::HashStrategy(shards, static_cast<HashFunction>(function))};
      },
      message, message_size);
}

isotherm_strategy* isotherm_id_strategy_new(const isotherm_id_part* part, uint32_t shards,
                                            char* message, size_t message_size) {
  using sharding::IdPart;
  return made(
      [&]() -> isotherm_strategy* {
        const IdPart wanted{
            part->take == ISOTHERM_LAST ? IdPart::Take::last : IdPart::Take::first, part->count,
            part->unit == ISOTHERM_CHARACTERS ? IdPart::Unit::characters : IdPart::Unit::bytes,
            part->reading == ISOTHERM_AS_DECIMAL ? IdPart::Reading::decimal
            : part->reading == ISOTHERM_AS_HEX   ? IdPart::Reading::hex
                                                 : IdPart::Reading::bytes};
        auto strategy = sharding::IdSuffixStrategy::make(
            wanted, shards == 0 ? std::nullopt : std::optional<Shard>(shards));
        if (strategy.ok()) return new isotherm_strategy{std::move(strategy).value()};
        tell(strategy.error().message(), message, message_size);
        return nullptr;
      },
      message, message_size);
}

void isotherm_strategy_free(isotherm_strategy* strategy) { delete strategy; }

uint32_t isotherm_strategy_shards(const isotherm_strategy* strategy) {
  return strategy->strategy.shards();
}

isotherm_status isotherm_shard_of(const isotherm_strategy* strategy, const isotherm_value* inputs,
                                  size_t count, uint32_t* shard) {
  if (const auto* hash = strategy->strategy.hash())
    return shard_by_hash(*hash, inputs, count, shard);
  return shard_by_id(*strategy->strategy.id_suffix(), inputs, count, shard);
}

isotherm_drawer* isotherm_random_new(uint32_t shards) {
  if (!is_count(shards)) return nullptr;
  return new (std::nothrow)
      isotherm_drawer{sharding::RandomStrategy(shards), sharding::RoundRobinStrategy(shards)};
}

isotherm_drawer* isotherm_round_robin_new(uint32_t shards, uint64_t begin) {
  if (!is_count(shards)) return nullptr;
  return new (std::nothrow)
      isotherm_drawer{std::nullopt, sharding::RoundRobinStrategy(shards, begin)};
}

void isotherm_drawer_free(isotherm_drawer* drawer) { delete drawer; }

uint32_t isotherm_drawer_shards(const isotherm_drawer* drawer) { return drawer->turns.shards(); }

uint32_t isotherm_draw(isotherm_drawer* drawer, uint64_t random) {
  return drawer->random ? drawer->random->draw(random) : drawer->turns.draw();
}

isotherm_format* isotherm_format_new(const isotherm_format_fields* fields, uint32_t shards,
                                     char* message, size_t message_size) {
  return made(
      [&]() -> isotherm_format* {
        sharding::FormatFields wanted;
        if (fields != nullptr) {
          wanted.separator = view(fields->separator, fields->separator_size);
          wanted.digits = fields->digits == ISOTHERM_DECIMAL ? sharding::Digits::decimal
                                                             : sharding::Digits::hex;
          wanted.padding = fields->padding;
          wanted.first = fields->first;
        }
        auto format = sharding::ShardFormat::make(std::move(wanted), shards);
        if (format.ok()) return new isotherm_format{std::move(format).value()};
        tell(format.error().message(), message, message_size);
        return nullptr;
      },
      message, message_size);
}

void isotherm_format_free(isotherm_format* format) { delete format; }

uint32_t isotherm_format_shards(const isotherm_format* format) { return format->format.shards(); }

isotherm_status isotherm_suffix(const isotherm_format* format, uint32_t shard, char* out,
                                size_t room, size_t* size) {
  if (shard >= format->format.shards()) return ISOTHERM_INVALID;
  return put(format->format.suffix(shard), out, room, size);
}

// NOLINTNEXTLINE(readability-function-size): C has no other way.
isotherm_status isotherm_shard_key(const isotherm_format* format, const isotherm_value* base,
                                   uint32_t shard, char* out, size_t room, size_t* size) {
  std::array<char, Number::text_bytes_max> number;
  std::string_view text;
  if (base_of(*base, number, text) != ISOTHERM_OK) return ISOTHERM_INVALID;
  return write_key(format->format, text, shard, out, room, size);
}

// NOLINTNEXTLINE(readability-function-size): C has no other way.
isotherm_status isotherm_key_of(const isotherm_strategy* strategy, const isotherm_format* format,
                                const isotherm_value* base, const isotherm_value* inputs,
                                size_t count, char* out, size_t room, size_t* size) {
  std::uint32_t shard = 0;
  const isotherm_status status = isotherm_shard_of(strategy, inputs, count, &shard);
  if (status != ISOTHERM_OK) return status;
  return isotherm_shard_key(format, base, shard, out, room, size);
}

isotherm_status isotherm_all_shard_keys(const isotherm_format* format, const isotherm_value* base,
                                        char* out, size_t stride, size_t* sizes) {
  std::array<char, Number::text_bytes_max> number;
  std::string_view text;
  if (base_of(*base, number, text) != ISOTHERM_OK) return ISOTHERM_INVALID;
  if (stride < sharding::ShardFormat::room_for(text.size())) return ISOTHERM_NO_ROOM;
  if (!format->format.write_all_keys(text, out, stride)) return ISOTHERM_TOO_LONG;
  for (Shard shard = 0; shard < format->format.shards(); ++shard)
    sizes[shard] = text.size() + format->format.ending(shard).size();
  return ISOTHERM_OK;
}

isotherm_status isotherm_parse_key(const isotherm_format* format, const char* key, size_t size,
                                   size_t* base_size, uint32_t* shard) {
  const auto parsed = format->format.parse({key, size});
  if (!parsed) return ISOTHERM_UNREADABLE;
  *base_size = parsed->base.size();
  *shard = parsed->shard;
  return ISOTHERM_OK;
}

uint32_t isotherm_growth_step(uint32_t from, uint32_t to) {
  return is_count(from) && is_count(to) ? std::gcd(from, to) : 0;
}
