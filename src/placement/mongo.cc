#include "placement/mongo.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "placement/mongo_hash.h"

namespace isotherm::placement {
namespace {

constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;

// A double's bits so that their order is the order of values.
std::uint64_t ordered_bits(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value);
  return (bits & sign_bit) != 0 ? ~bits : bits | sign_bit;
}

// The nearest double, and how far the whole number is from it: nothing is lost.
void append_whole(std::int64_t value, KeyBytes& out) {
  const auto near = static_cast<double>(value);
  // 2^63 is near the greatest whole numbers, and no 64-bit number itself.
  const auto off = near >= 9223372036854775808.0
                       ? value - std::numeric_limits<std::int64_t>::max() - 1
                       : value - static_cast<std::int64_t>(near);
  out.append_u64(ordered_bits(near));
  out.append_u16(static_cast<std::uint16_t>(off + 0x8000));
}

void append_real(double value, KeyBytes& out) {
  // NaN is the least of the numbers.
  out.append_u64(std::isnan(value) ? 0 : ordered_bits(value));
  out.append_u16(0x8000);
}

void append_text(std::string_view text, KeyBytes& out) {
  for (const char byte : text) {
    out.append(byte);
    if (byte == '\0') out.append('\xFF');
  }
  out.append(std::string_view("\0\0", 2));
}

std::string position_text(std::string_view bytes) { return "0x" + hex_text(bytes); }

}  // namespace

Placed<void> append_mongo_order(const KeyPart& value, KeyBytes& out) {
  switch (value.type) {
    case PartType::min_key: out.append('\x01'); return {};
    case PartType::null: out.append('\x05'); return {};
    case PartType::integer: out.append('\x0A'), append_whole(value.integer, out); return {};
    case PartType::natural:
      if (value.natural() >= sign_bit)
        return refuse("MongoDB has no whole number of " + std::to_string(value.natural()));
      out.append('\x0A'), append_whole(value.integer, out);
      return {};
    case PartType::real: out.append('\x0A'), append_real(value.real, out); return {};
    case PartType::text: out.append('\x0F'), append_text(value.bytes, out); return {};
    case PartType::binary:
      out.append('\x1E');
      out.append_u64(value.bytes.size());
      out.append('\0');
      out.append(value.bytes);
      return {};
    case PartType::object_id: out.append('\x23'), out.append(value.bytes); return {};
    case PartType::boolean:
      out.append('\x28'), out.append(value.integer != 0 ? '\1' : '\0');
      return {};
    case PartType::date:
      out.append('\x2D');
      out.append_u64(value.natural() ^ sign_bit);
      return {};
    case PartType::max_key: out.append('\x7F'); return {};
    default:
      return refuse(std::string(type_words(value.type)) + " in a ranged field of a shard key");
  }
}

Mongo::Mongo(std::vector<Node> shards, std::vector<MongoField> shard_key, BoundMap map)
    : Placement(std::move(shards)), shard_key_(std::move(shard_key)), map_(std::move(map)) {
  space_ = {"mongodb", Space::Kind::bytes, 0, false};
  for (const auto& field : shard_key_)
    space_.name += " " + field.name + (field.is_hashed ? ":hashed" : ":1");
}

Placed<void> Mongo::append_field(std::size_t field, const KeyPart& value, KeyBytes& out) const {
  if (!shard_key_[field].is_hashed) return append_mongo_order(value, out);
  ASSIGN_OR_RETURN(const auto hash, mongo_hash(value));
  return append_mongo_order(KeyPart::of_integer(hash), out);
}

Placed<std::string_view> Mongo::position(Key key, KeyBytes& space) const {
  if (key.size() > shard_key_.size())
    return refuse("the key (" + key_text(key) + ") has more fields than the shard key");
  space.clear();
  for (std::size_t i = 0; i < shard_key_.size(); ++i)
    TRY(append_field(i, i < key.size() ? key[i] : KeyPart::of_null(), space));
  return space.view();
}

Placed<Mongo> Mongo::make(std::vector<Node> shards, std::vector<MongoField> shard_key,
                          std::span<const MongoChunk> chunks) {
  TRY(check_nodes(shards));
  if (shard_key.empty()) return refuse("a shard key needs a field");
  const auto hashed = std::count_if(shard_key.begin(), shard_key.end(),
                                    [](const MongoField& field) { return field.is_hashed; });
  if (hashed > 1) return refuse("a shard key has at most one hashed field");
  // A chunk's bound has a value for every field; hashed ones are hashes already.
  const auto bound_of = [&](Key key) -> Placed<std::string> {
    if (key.size() != shard_key.size())
      return refuse("the bound (" + key_text(key) + ") of a chunk has not every field");
    KeyBytes bytes;
    for (const auto& part : key) TRY(append_mongo_order(part, bytes));
    return std::string(bytes.view());
  };
  const std::vector<KeyPart> lowest(shard_key.size(), KeyPart::of_min_key());
  const std::vector<KeyPart> highest(shard_key.size(), KeyPart::of_max_key());
  ASSIGN_OR_RETURN(auto reached, bound_of(lowest));
  ASSIGN_OR_RETURN(const auto end, bound_of(highest));
  struct Piece {
    std::string min, max;
    NodeIndex shard;
  };
  std::vector<Piece> pieces;
  for (const auto& chunk : chunks) {
    if (chunk.shard >= shards.size())
      return refuse("the chunk from (" + key_text(chunk.min) + ") has no shard");
    ASSIGN_OR_RETURN(auto min, bound_of(chunk.min));
    ASSIGN_OR_RETURN(auto max, bound_of(chunk.max));
    if (min >= max) return refuse("the chunk from (" + key_text(chunk.min) + ") is empty");
    pieces.push_back({std::move(min), std::move(max), chunk.shard});
  }
  std::sort(pieces.begin(), pieces.end(),
            [](const Piece& a, const Piece& b) { return a.min < b.min; });
  std::vector<Bound> bounds;
  for (const auto& piece : pieces) {
    if (piece.min != reached)
      return refuse("chunks " + std::string(piece.min < reached ? "overlap" : "leave a gap") +
                    " at " + position_text(std::min(piece.min, reached)));
    bounds.push_back({bounds.empty() ? "" : piece.min, piece.shard});
    reached = piece.max;
  }
  if (bounds.empty() || reached != end) return refuse("the chunks do not reach MaxKey");
  return Mongo(std::move(shards), std::move(shard_key), BoundMap(std::move(bounds)));
}

Placed<Mongo> Mongo::presplit(std::vector<Node> shards, std::string field, std::size_t per_shard) {
  const auto chunks_wanted = static_cast<std::int64_t>(shards.size() * per_shard);
  if (chunks_wanted == 0 || chunks_wanted > 1'000'000)
    return refuse("between 1 and 1000000 chunks, not " + std::to_string(chunks_wanted));
  // Steps of 2^64 / chunks around 0: the bounds are symmetric, as the server's are.
  const std::int64_t step = std::numeric_limits<std::int64_t>::max() / chunks_wanted * 2;
  std::int64_t bound = chunks_wanted % 2 == 0 ? 0 : step / 2;
  std::vector<std::int64_t> splits;
  if (chunks_wanted % 2 == 0) splits.push_back(bound), bound += step;
  for (std::int64_t i = 0; i < (chunks_wanted - 1) / 2; ++i, bound += step) {
    splits.push_back(bound);
    splits.push_back(-bound);
  }
  std::sort(splits.begin(), splits.end());
  std::vector<KeyPart> parts{KeyPart::of_min_key()};
  for (const auto split : splits) parts.push_back(KeyPart::of_integer(split));
  parts.push_back(KeyPart::of_max_key());
  std::vector<MongoChunk> chunks;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i)
    chunks.push_back(
        {Key(&parts[i], 1), Key(&parts[i + 1], 1), static_cast<NodeIndex>(i / per_shard)});
  return make(std::move(shards), {{std::move(field), true}}, chunks);
}

Placed<NodeIndex> Mongo::owner(Key key) const {
  KeyBytes space;
  ASSIGN_OR_RETURN(const auto bytes, position(key, space));
  return map_.owner_of(bytes);
}

Placed<std::vector<NodeIndex>> Mongo::owners(const KeyRange& range) const {
  if (range.prefix.size() > shard_key_.size())
    return refuse("the range has more fields than the shard key");
  KeyBytes prefix;
  for (std::size_t i = 0; i < range.prefix.size(); ++i)
    TRY(append_field(i, range.prefix[i], prefix));
  OrderedRange bytes{std::string(prefix.view()), after_prefix(prefix.view())};
  const auto next = range.prefix.size();
  auto first_open = next;
  // A range of a hashed field is no range of hashes: all that the prefix leaves.
  KeyBytes least;
  if (next < shard_key_.size() && !shard_key_[next].is_hashed) {
    KeyBytes from;
    KeyBytes to;
    if (range.from != nullptr) {
      TRY(append_mongo_order(*range.from, from));
      bytes.first += from.view();
      if (!range.from_inclusive) bytes.first = after_prefix(bytes.first);
      first_open = range.from_inclusive ? next + 1 : shard_key_.size();
    }
    if (range.to != nullptr) {
      TRY(append_mongo_order(*range.to, to));
      bytes.end = std::string(prefix.view()) + std::string(to.view());
      if (range.to_inclusive) bytes.end = after_prefix(bytes.end);
    }
  }
  // The least key has MinKey in the fields that nothing is said of, and a chunk can begin there.
  for (; first_open < shard_key_.size(); ++first_open)
    TRY(append_mongo_order(KeyPart::of_min_key(), least));
  bytes.first += least.view();
  bytes.is_open = bytes.end.empty();
  return map_.owners_in(bytes);
}

Placed<Explanation> Mongo::explain(Key key) const {
  KeyBytes space;
  ASSIGN_OR_RETURN(const auto bytes, position(key, space));
  Explanation out;
  for (std::size_t i = 0; i < shard_key_.size(); ++i) {
    if (!shard_key_[i].is_hashed) continue;
    ASSIGN_OR_RETURN(const auto hash, mongo_hash(i < key.size() ? key[i] : KeyPart::of_null()));
    out.steps.emplace_back("hash of " + shard_key_[i].name, std::to_string(hash));
  }
  out.steps.emplace_back("ordered bytes", hex_text(bytes));
  const auto place = map_.place_of(bytes);
  out.steps.emplace_back("chunk",
                         std::to_string(place) + " of " + std::to_string(map_.bounds().size()));
  out.owner = map_.bounds()[place].owner;
  return out;
}

}  // namespace isotherm::placement
