#include "placement/mongo_hash.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "placement/md5.h"

namespace isotherm::placement {
namespace {

// The order of types.
enum Canonical : std::uint32_t {
  end_of_document = 0,
  null_value = 5,
  number = 10,
  string = 15,
  object = 20,
  array = 25,
  binary = 30,
  object_id = 35,
  boolean = 40,
  date = 45,
  timestamp = 47,
  regex = 50,
  code = 60,
};
constexpr std::uint32_t canonical_min_key = 0xFFFFFFFF;
constexpr std::uint32_t canonical_max_key = 127;
constexpr int nesting_max = 100;

std::int64_t truncated(double value) {
  if (std::isnan(value)) return 0;
  constexpr double two_63 = 9223372036854775808.0;
  if (value >= two_63) return std::numeric_limits<std::int64_t>::max();
  if (value < -two_63) return std::numeric_limits<std::int64_t>::min();
  return static_cast<std::int64_t>(value);
}

// BSON bytes, read from the front.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  bool take(std::size_t count, std::string_view& out) {
    if (bytes_.size() < count) return false;
    out = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return true;
  }
  bool take_u32(std::uint32_t& out) {
    std::string_view four;
    if (!take(4, four)) return false;
    out = 0;
    for (std::size_t i = 0; i < 4; ++i)
      out |= static_cast<std::uint32_t>(static_cast<unsigned char>(four[i])) << (8 * i);
    return true;
  }
  bool take_name(std::string_view& out) {
    const auto zero = bytes_.find('\0');
    return zero != std::string_view::npos && take(zero + 1, out);
  }
  bool is_empty() const { return bytes_.empty(); }

 private:
  std::string_view bytes_;
};

std::int64_t read_i64(std::string_view eight) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < 8; ++i)
    value |= static_cast<std::uint64_t>(static_cast<unsigned char>(eight[i])) << (8 * i);
  return static_cast<std::int64_t>(value);
}

void add_number(Md5& hash, std::int64_t value) { hash.add_u64(static_cast<std::uint64_t>(value)); }

Failure<Refusal> no_bson() { return refuse("the document is no BSON, or has a type not hashed"); }

Placed<void> add_document(Md5& hash, std::string_view bson, int depth);

// The canonical type of a BSON type, 0 for those not hashed here.
std::uint32_t canonical_of(unsigned char type) {
  switch (type) {
    case 0x01:
    case 0x10:
    case 0x12: return number;
    case 0x02:
    case 0x0E: return string;
    case 0x03: return object;
    case 0x04: return array;
    case 0x05: return binary;
    case 0x07: return object_id;
    case 0x08: return boolean;
    case 0x09: return date;
    case 0x0A: return null_value;
    case 0x0B: return regex;
    case 0x0D: return code;
    case 0x11: return timestamp;
    default: return 0;
  }
}

Placed<void> add_value(Md5& hash, unsigned char type, Reader& reader, int depth) {
  std::string_view bytes;
  std::uint32_t size = 0;
  switch (type) {
    case 0x01:
      if (!reader.take(8, bytes)) return no_bson();
      add_number(hash, truncated(std::bit_cast<double>(read_i64(bytes))));
      return {};
    case 0x10:
      if (!reader.take_u32(size)) return no_bson();
      add_number(hash, static_cast<std::int32_t>(size));
      return {};
    case 0x12:
    case 0x09:
    case 0x11:
      if (!reader.take(8, bytes)) return no_bson();
      hash.add(bytes);
      return {};
    case 0x02:
    case 0x0D:
    case 0x0E:
      if (!reader.take_u32(size) || size == 0 || !reader.take(size, bytes)) return no_bson();
      hash.add_u32(size);
      hash.add(bytes);
      return {};
    case 0x03:
    case 0x04: {
      Reader ahead = reader;
      if (!ahead.take_u32(size) || size < 5 || !reader.take(size, bytes)) return no_bson();
      return add_document(hash, bytes, depth + 1);
    }
    case 0x05:
      if (!reader.take_u32(size) || !reader.take(std::size_t{size} + 1, bytes)) return no_bson();
      hash.add_u32(size);
      hash.add(bytes);
      return {};
    case 0x07:
      if (!reader.take(12, bytes)) return no_bson();
      hash.add(bytes);
      return {};
    case 0x08:
      if (!reader.take(1, bytes)) return no_bson();
      hash.add(bytes);
      return {};
    case 0x0A: return {};
    case 0x0B:
      if (!reader.take_name(bytes)) return no_bson();
      hash.add(bytes);
      if (!reader.take_name(bytes)) return no_bson();
      hash.add(bytes);
      return {};
    default: return no_bson();
  }
}

Placed<void> add_document(Md5& hash, std::string_view bson, int depth) {
  if (depth > nesting_max) return refuse("the document is nested too deeply");
  Reader reader(bson);
  std::uint32_t size = 0;
  if (!reader.take_u32(size) || size != bson.size()) return no_bson();
  while (true) {
    std::string_view type;
    std::string_view name;
    if (!reader.take(1, type)) return no_bson();
    const auto code = static_cast<unsigned char>(type[0]);
    if (code == 0) break;
    const auto canonical = canonical_of(code);
    if (canonical == 0 || !reader.take_name(name)) return no_bson();
    hash.add_u32(canonical);
    hash.add(name);
    TRY(add_value(hash, code, reader, depth));
  }
  if (!reader.is_empty()) return no_bson();
  hash.add_u32(end_of_document);
  return {};
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
  return truncated(value);
}

}  // namespace

Placed<std::int64_t> mongo_hash(const KeyPart& value) {
  Md5 hash;
  hash.add_u32(0);
  switch (value.type) {
    case PartType::null: hash.add_u32(null_value); break;
    case PartType::boolean:
      hash.add_u32(boolean);
      hash.add(std::string_view(value.integer != 0 ? "\1" : "\0", 1));
      break;
    case PartType::integer:
      hash.add_u32(number);
      add_number(hash, value.integer);
      break;
    case PartType::natural:
      if (value.natural() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        return refuse("MongoDB has no whole number of " + std::to_string(value.natural()));
      hash.add_u32(number);
      add_number(hash, value.integer);
      break;
    case PartType::decimal: {
      ASSIGN_OR_RETURN(const auto whole, whole_decimal(value.bytes));
      hash.add_u32(number);
      add_number(hash, whole);
      break;
    }
    case PartType::real:
      hash.add_u32(number);
      add_number(hash, truncated(value.real));
      break;
    case PartType::text:
      hash.add_u32(string);
      add_string(hash, value.bytes);
      break;
    case PartType::binary:
      hash.add_u32(binary);
      hash.add_u32(static_cast<std::uint32_t>(value.bytes.size()));
      hash.add(std::string_view("\0", 1));
      hash.add(value.bytes);
      break;
    case PartType::date:
      hash.add_u32(date);
      add_number(hash, value.integer);
      break;
    case PartType::object_id:
      if (value.bytes.size() != 12) return refuse("an ObjectId has 12 bytes");
      hash.add_u32(object_id);
      hash.add(value.bytes);
      break;
    case PartType::min_key: hash.add_u32(canonical_min_key); break;
    case PartType::max_key: hash.add_u32(canonical_max_key); break;
    case PartType::document:
      hash.add_u32(object);
      TRY(add_document(hash, value.bytes, 0));
      break;
  }
  return static_cast<std::int64_t>(digest_u64(hash.finish(), 0));
}

}  // namespace isotherm::placement
