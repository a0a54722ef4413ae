#include "placement/key_hash.h"

#include "placement/placement.h"

// The hash functions are compiled into this file: a call to the library costs as much as the hash
// of a short key.
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace isotherm::placement {

std::string_view hash_name(HashKind kind) {
  switch (kind) {
    case HashKind::xxh3: return "xxh3";
    case HashKind::xxh64: return "xxh64";
    case HashKind::identity: return "identity";
  }
  return "";
}

std::uint64_t hash_bytes(HashKind kind, std::string_view bytes) {
  expects(kind != HashKind::identity, "bytes are no number");
  return kind == HashKind::xxh3 ? XXH3_64bits(bytes.data(), bytes.size())
                                : XXH64(bytes.data(), bytes.size(), 0);
}

void hash_texts(HashKind kind, std::span<const std::string_view> texts,
                std::span<std::uint64_t> out) {
  expects(kind != HashKind::identity, "texts are no numbers");
  if (kind == HashKind::xxh3) {
    for (std::size_t i = 0; i < texts.size(); ++i)
      out[i] = XXH3_64bits(texts[i].data(), texts[i].size());
  } else {
    for (std::size_t i = 0; i < texts.size(); ++i)
      out[i] = XXH64(texts[i].data(), texts[i].size(), 0);
  }
}

Placed<std::uint64_t> hash_key(const KeyHash& hash, Key key) {
  if (key.size() < hash.parts || key.empty())
    return refuse("the key (" + key_text(key) + ") has fewer parts than the " +
                  std::to_string(hash.parts == 0 ? 1 : hash.parts) + " that it is placed by");
  if (hash.parts != 0) key = key.first(hash.parts);
  if (hash.kind == HashKind::identity) {
    const bool is_whole =
        key.size() == 1 && (key[0].type == PartType::integer || key[0].type == PartType::natural);
    if (!is_whole) return refuse("the hash 'identity' takes one whole number of 64 bits as key");
    return key[0].natural();
  }
  if (key.size() == 1 && key[0].type == PartType::text) return hash_bytes(hash.kind, key[0].bytes);
  KeyBytes space;
  ASSIGN_OR_RETURN(const auto bytes, canonical_bytes(key, space));
  return hash_bytes(hash.kind, bytes);
}

Placed<std::optional<std::uint64_t>> hash_range(const KeyHash& hash, const KeyRange& range) {
  // A range without hashed prefix is one key only when it says the hashed part's one value.
  if (hash.parts == 0 || range.prefix.size() < hash.parts) return std::optional<std::uint64_t>();
  ASSIGN_OR_RETURN(const auto value, hash_key(hash, range.prefix));
  return std::optional(value);
}

}  // namespace isotherm::placement
