#include "placement/vindex_kinds.h"

#include "base/md5.h"
#include "placement/collation.h"
#include "placement/des.h"
#include "placement/key_hash.h"
#include "placement/vitess_shards.h"
#include "placement/vitess_vschema.h"

namespace isotherm::placement {
namespace {

std::uint64_t reversed(std::uint64_t x) {
  x = (x >> 1 & 0x5555555555555555U) | (x & 0x5555555555555555U) << 1;
  x = (x >> 2 & 0x3333333333333333U) | (x & 0x3333333333333333U) << 2;
  x = (x >> 4 & 0x0F0F0F0F0F0F0F0FU) | (x & 0x0F0F0F0F0F0F0F0FU) << 4;
  return __builtin_bswap64(x);
}

Placed<void> refuse_null(const KeyPart& value) {
  if (value.type == PartType::null) return refuse("null has no keyspace id by this vindex");
  return {};
}

// The bytes of a bound of a range, made longer by one zero when it is to be left out or taken in.
Placed<std::string> bound_bytes(const Vindex& vindex, const KeyPart& value, bool is_after) {
  KeyBytes id;
  TRY(vindex.map(Key(&value, 1), id));
  auto bytes = std::string(id.view());
  if (is_after) bytes.push_back('\1');
  return bytes;
}

// From one value's id to another's, for vindexes that keep the order.
Placed<std::optional<VindexRange>> ordered_ids(const Vindex& vindex, const KeyRange& range) {
  VindexRange out;
  out.is_open = range.to == nullptr;
  if (range.from != nullptr) {
    ASSIGN_OR_RETURN(out.first, bound_bytes(vindex, *range.from, false));
  }
  if (range.to != nullptr) {
    ASSIGN_OR_RETURN(out.end, bound_bytes(vindex, *range.to, range.to_inclusive));
  }
  return std::optional(std::move(out));
}

}  // namespace

void append_xxhash(std::string_view bytes, KeyBytes& out) {
  out.append_u64(__builtin_bswap64(hash_bytes(HashKind::xxh64, bytes)));
}

void append_md5(std::string_view bytes, KeyBytes& out) {
  const auto digest = md5(bytes);
  out.append({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

Placed<void> HashVindex::map(Key columns, KeyBytes& out) const {
  TRY(refuse_null(columns[0]));
  ASSIGN_OR_RETURN(const auto number, vindex_number(columns[0], true));
  out.append_u64(des_null_key(number));
  return {};
}

Placed<void> NumericVindex::map(Key columns, KeyBytes& out) const {
  TRY(refuse_null(columns[0]));
  ASSIGN_OR_RETURN(const auto number, vindex_number(columns[0], false));
  out.append_u64(number);
  return {};
}

Placed<std::optional<VindexRange>> NumericVindex::map_range(const KeyRange& range) const {
  ASSIGN_OR_RETURN(auto ids, ordered_ids(*this, range));
  // Ids of one length have one order with and without the zeros at their ends; a shard's bound,
  // which can be this end, has none.
  ids->end = std::string(without_zeros(ids->end));
  return ids;
}

Placed<void> ReverseBitsVindex::map(Key columns, KeyBytes& out) const {
  TRY(refuse_null(columns[0]));
  ASSIGN_OR_RETURN(const auto number, vindex_number(columns[0], false));
  out.append_u64(reversed(number));
  return {};
}

Placed<void> XxhashVindex::map(Key columns, KeyBytes& out) const {
  KeyBytes space;
  ASSIGN_OR_RETURN(const auto bytes, vindex_bytes(columns[0], space));
  append_xxhash(bytes, out);
  return {};
}

Placed<void> BinaryVindex::map(Key columns, KeyBytes& out) const {
  KeyBytes space;
  ASSIGN_OR_RETURN(const auto bytes, vindex_bytes(columns[0], space));
  out.append(bytes);
  return {};
}

Placed<std::optional<VindexRange>> BinaryVindex::map_range(const KeyRange& range) const {
  // Numbers are written as text here, whose order is not theirs.
  for (const auto* bound : {range.from, range.to})
    if (bound != nullptr && bound->type != PartType::text && bound->type != PartType::binary)
      return std::optional<VindexRange>();
  return ordered_ids(*this, range);
}

Placed<void> BinaryMd5Vindex::map(Key columns, KeyBytes& out) const {
  KeyBytes space;
  ASSIGN_OR_RETURN(const auto bytes, vindex_bytes(columns[0], space));
  append_md5(bytes, out);
  return {};
}

Placed<void> UnicodeLooseMd5Vindex::map(Key columns, KeyBytes& out) const {
  KeyBytes space;
  ASSIGN_OR_RETURN(const auto bytes, vindex_bytes(columns[0], space));
  KeyBytes weights;
  TRY(append_collation_weights(bytes, weights));
  append_md5(weights.view(), out);
  return {};
}

Placed<void> UnicodeLooseXxhashVindex::map(Key columns, KeyBytes& out) const {
  KeyBytes space;
  ASSIGN_OR_RETURN(const auto bytes, vindex_bytes(columns[0], space));
  KeyBytes weights;
  TRY(append_collation_weights(bytes, weights));
  append_xxhash(weights.view(), out);
  return {};
}

Placed<void> NullVindex::map(Key, KeyBytes& out) const {
  out.append('\0');
  return {};
}

Placed<void> NumericStaticMapVindex::map(Key columns, KeyBytes& out) const {
  TRY(refuse_null(columns[0]));
  ASSIGN_OR_RETURN(const auto number, vindex_number(columns[0], false));
  const auto found = table_.find(number);
  if (found == table_.end() && fallback_ != nullptr) return fallback_->map(columns, out);
  out.append_u64(found == table_.end() ? number : found->second);
  return {};
}

Placed<std::unique_ptr<Vindex>> make_numeric_static_map(const VindexParams& params,
                                                        const ReadFile& read_file) {
  const auto json = params.find("json");
  const auto path = params.find("json_path");
  if ((json == params.end()) == (path == params.end()))
    return refuse("numeric_static_map takes one of the parameters `json` and `json_path`");
  std::string text;
  if (json != params.end()) {
    text = json->second;
  } else if (read_file) {
    ASSIGN_OR_RETURN(text, read_file(path->second));
  } else {
    return refuse("numeric_static_map: the file '" + path->second + "' cannot be read here");
  }
  ASSIGN_OR_RETURN(auto table, read_number_table(text));
  std::unique_ptr<Vindex> fallback;
  if (const auto type = params.find("fallback_type"); type != params.end()) {
    ASSIGN_OR_RETURN(fallback, make_vindex(type->second, params, read_file));
    if (!fallback->is_hashing())
      return refuse("numeric_static_map: '" + type->second + "' cannot be its fallback");
  }
  return std::unique_ptr<Vindex>(
      std::make_unique<NumericStaticMapVindex>(std::move(table), std::move(fallback)));
}

}  // namespace isotherm::placement
