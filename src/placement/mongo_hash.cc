#include "placement/mongo_hash.h"

#include <charconv>
#include <limits>

#include "base/md5.h"
#include "placement/bson_hash.h"

namespace isotherm::placement {
namespace {

using enum MongoType;

void add_type(Md5& hash, MongoType type) { hash.add_u32(static_cast<std::uint32_t>(type)); }
void add_number(Md5& hash, std::int64_t value) { hash.add_u64(static_cast<std::uint64_t>(value)); }

std::int64_t first_eight(Md5& hash) {
  return static_cast<std::int64_t>(digest_u64(hash.finish(), 0));
}

void add_string(Md5& hash, std::string_view text) {
  hash.add_u32(static_cast<std::uint32_t>(text.size() + 1));
  hash.add(text);
  hash.add(std::string_view("\0", 1));
}

Placed<std::int64_t> whole_decimal(std::string_view text) {
  double value = 0;
  std::int64_t whole = 0;
  const auto* end = text.data() + text.size();
  const auto point = text.find('.');
  const auto exact = std::from_chars(text.data(), end, whole);
  if (exact.ec == std::errc() && (point != std::string_view::npos || exact.ptr == end))
    return whole;
  if (std::from_chars(text.data(), end, value).ec != std::errc())
    return refuse("'" + std::string(text) + "' is no number");
  return mongo_whole(value);
}

}  // namespace

Placed<std::int64_t> mongo_hash(const KeyPart& value) {
  Md5 hash;
  hash.add_u32(0);
  switch (value.type) {
    case PartType::null: add_type(hash, null_value); break;
    case PartType::boolean:
      add_type(hash, boolean);
      hash.add(std::string_view(value.integer != 0 ? "\1" : "\0", 1));
      break;
    case PartType::integer:
      add_type(hash, number);
      add_number(hash, value.integer);
      break;
    case PartType::natural:
      if (value.natural() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        return refuse("MongoDB has no whole number of " + std::to_string(value.natural()));
      add_type(hash, number);
      add_number(hash, value.integer);
      break;
    case PartType::decimal: {
      ASSIGN_OR_RETURN(const auto whole, whole_decimal(value.bytes));
      add_type(hash, number);
      add_number(hash, whole);
      break;
    }
    case PartType::real:
      add_type(hash, number);
      add_number(hash, mongo_whole(value.real));
      break;
    case PartType::text:
      add_type(hash, string);
      add_string(hash, value.bytes);
      break;
    case PartType::binary:
      add_type(hash, binary);
      hash.add_u32(static_cast<std::uint32_t>(value.bytes.size()));
      hash.add(std::string_view("\0", 1));
      hash.add(value.bytes);
      break;
    case PartType::date:
      add_type(hash, date);
      add_number(hash, value.integer);
      break;
    case PartType::object_id:
      if (value.bytes.size() != 12) return refuse("an ObjectId has 12 bytes");
      add_type(hash, object_id);
      hash.add(value.bytes);
      break;
    case PartType::min_key: add_type(hash, min_key); break;
    case PartType::max_key: add_type(hash, max_key); break;
    case PartType::document:
      add_type(hash, object);
      TRY(add_bson_document(hash, value.bytes));
      break;
  }
  return first_eight(hash);
}

Placed<std::int64_t> mongo_hash_of_bson(std::uint8_t type, std::string_view value) {
  Md5 hash;
  hash.add_u32(0);
  TRY(add_bson_value(hash, type, value));
  return first_eight(hash);
}

}  // namespace isotherm::placement
