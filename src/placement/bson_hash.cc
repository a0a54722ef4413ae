#include "placement/bson_hash.h"

#include <bit>
#include <cmath>
#include <limits>

#include "placement/upper_half.h"

namespace isotherm::placement {
namespace {

constexpr int nesting_max = 100;
constexpr auto least = std::numeric_limits<std::int64_t>::min();
constexpr auto greatest = std::numeric_limits<std::int64_t>::max();

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
  // With its zero byte.
  bool take_name(std::string_view& out) {
    const auto zero = bytes_.find('\0');
    return zero != std::string_view::npos && take(zero + 1, out);
  }
  // A size, and as many bytes, of which the last is zero.
  bool take_text(std::uint32_t& size, std::string_view& out) {
    return take_u32(size) && size > 0 && take(size, out) && out.back() == '\0';
  }
  // A document with its size.
  bool take_document(std::string_view& out) {
    Reader ahead = *this;
    std::uint32_t size = 0;
    return ahead.take_u32(size) && size >= 5 && take(size, out);
  }
  bool is_empty() const { return bytes_.empty(); }

 private:
  std::string_view bytes_;
};

std::uint64_t read_u64(std::string_view eight) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < 8; ++i)
    value |= static_cast<std::uint64_t>(static_cast<unsigned char>(eight[i])) << (8 * i);
  return value;
}

Failure<Refusal> no_bson() { return refuse("the value is no BSON of its type"); }

void add_type(Md5& hash, MongoType type) { hash.add_u32(static_cast<std::uint32_t>(type)); }
void add_number(Md5& hash, std::int64_t value) { hash.add_u64(static_cast<std::uint64_t>(value)); }

Placed<MongoType> order_of(std::uint8_t type) {
  switch (type) {
    case 0x01:
    case 0x10:
    case 0x12:
    case 0x13: return MongoType::number;
    case 0x02:
    case 0x0E: return MongoType::string;
    case 0x03: return MongoType::object;
    case 0x04: return MongoType::array;
    case 0x05: return MongoType::binary;
    case 0x06: return MongoType::undefined;
    case 0x07: return MongoType::object_id;
    case 0x08: return MongoType::boolean;
    case 0x09: return MongoType::date;
    case 0x0A: return MongoType::null_value;
    case 0x0B: return MongoType::regex;
    case 0x0C: return MongoType::reference;
    case 0x0D: return MongoType::code;
    case 0x0F: return MongoType::code_with_scope;
    case 0x11: return MongoType::timestamp;
    case 0x7F: return MongoType::max_key;
    case 0xFF: return MongoType::min_key;
    default: return refuse("BSON has no type " + std::to_string(type));
  }
}

Placed<void> add_elements(Md5& hash, std::string_view bson, int depth);

Placed<void> add_whole(Md5& hash, std::uint8_t type, Reader& reader) {
  std::string_view bytes;
  std::uint32_t four = 0;
  if (type == 0x10) {
    if (!reader.take_u32(four)) return no_bson();
    add_number(hash, static_cast<std::int32_t>(four));
    return {};
  }
  if (!reader.take(type == 0x13 ? 16 : 8, bytes)) return no_bson();
  if (type == 0x01) add_number(hash, mongo_whole(std::bit_cast<double>(read_u64(bytes))));
  if (type == 0x12) hash.add(bytes);
  if (type == 0x13) add_number(hash, mongo_whole_of_decimal(bytes));
  return {};
}

Placed<void> add_code_with_scope(Md5& hash, Reader& reader, int depth) {
  std::uint32_t size = 0;
  std::string_view code;
  std::string_view scope;
  if (!reader.take_u32(size) || !reader.take_text(size, code) || !reader.take_document(scope))
    return no_bson();
  hash.add(code);
  return add_elements(hash, scope, depth + 1);
}

Placed<void> add_value(Md5& hash, std::uint8_t type, Reader& reader, int depth) {
  std::string_view bytes;
  std::uint32_t size = 0;
  switch (type) {
    case 0x01:
    case 0x10:
    case 0x12:
    case 0x13: return add_whole(hash, type, reader);
    case 0x09:
    case 0x11:
      if (!reader.take(8, bytes)) return no_bson();
      break;
    case 0x02:
    case 0x0C:
    case 0x0D:
    case 0x0E:
      if (!reader.take_text(size, bytes)) return no_bson();
      hash.add_u32(size);
      if (type != 0x0C) break;
      hash.add(bytes);
      if (!reader.take(12, bytes)) return no_bson();
      break;
    case 0x03:
    case 0x04:
      if (!reader.take_document(bytes)) return no_bson();
      return add_elements(hash, bytes, depth + 1);
    case 0x05:
      if (!reader.take_u32(size) || !reader.take(std::size_t{size} + 1, bytes)) return no_bson();
      hash.add_u32(size);
      break;
    case 0x07:
      if (!reader.take(12, bytes)) return no_bson();
      break;
    case 0x08:
      if (!reader.take(1, bytes)) return no_bson();
      break;
    case 0x0B:
      if (!reader.take_name(bytes)) return no_bson();
      hash.add(bytes);
      if (!reader.take_name(bytes)) return no_bson();
      break;
    case 0x0F: return add_code_with_scope(hash, reader, depth);
    default: return {};  // the type is the value
  }
  hash.add(bytes);
  return {};
}

Placed<void> add_elements(Md5& hash, std::string_view bson, int depth) {
  if (depth > nesting_max) return refuse("the document is nested too deeply");
  Reader reader(bson);
  std::uint32_t size = 0;
  if (!reader.take_u32(size) || size != bson.size()) return no_bson();
  while (true) {
    std::string_view type;
    std::string_view name;
    if (!reader.take(1, type)) return no_bson();
    const auto code = static_cast<std::uint8_t>(type[0]);
    if (code == 0) break;
    ASSIGN_OR_RETURN(const auto order, order_of(code));
    if (!reader.take_name(name)) return no_bson();
    add_type(hash, order);
    hash.add(name);
    TRY(add_value(hash, code, reader, depth));
  }
  if (!reader.is_empty()) return no_bson();
  add_type(hash, MongoType::undefined);
  return {};
}

// coefficient * 10^exponent, a half to the even number; what has no place in 64 bits is the end.
std::int64_t rounded(Wide coefficient, int exponent, bool is_negative) {
  const Wide end = static_cast<Wide>(1) << 63;
  for (; exponent > 0 && coefficient != 0 && coefficient <= end; --exponent) coefficient *= 10;
  Wide rest = 0;
  bool is_more = false;  // something beyond the last digit that was cut
  for (; exponent < 0 && coefficient != 0; ++exponent) {
    is_more = is_more || rest != 0;
    rest = coefficient % 10;
    coefficient /= 10;
  }
  if (exponent < 0) rest = 0, is_more = false;
  const bool is_beyond = rest != 0 || is_more;
  if (!is_negative && (coefficient >= end || (coefficient == end - 1 && is_beyond)))
    return greatest;
  if (is_negative && (coefficient > end || (coefficient == end && is_beyond))) return least;
  const bool is_up = rest > 5 || (rest == 5 && (is_more || (coefficient & 1) != 0));
  const auto whole = static_cast<std::uint64_t>(coefficient) + (is_up ? 1 : 0);
  return static_cast<std::int64_t>(is_negative ? 0 - whole : whole);
}

}  // namespace

std::int64_t mongo_whole(double value) {
  if (std::isnan(value)) return 0;
  constexpr double two_63 = 9223372036854775808.0;
  if (value == two_63) return least;
  if (value > two_63) return greatest;
  if (value < -two_63) return least;
  return static_cast<std::int64_t>(value);
}

//   decimal := sign:1 exponent:14 coefficient:113      biased by 6176, the coefficient a number
//            | sign:1 1 1 …                            infinite, no number, or 0
std::int64_t mongo_whole_of_decimal(std::string_view sixteen) {
  constexpr int bias = 6176;
  constexpr std::uint64_t infinite = 0x1E;
  const std::uint64_t high = read_u64(sixteen.substr(8));
  const bool is_negative = high >> 63 != 0;
  const std::uint64_t kind = high >> 58 & 0x1F;
  if (kind == infinite) return is_negative ? least : greatest;
  // No number, or a coefficient of more than 34 digits, which counts as 0.
  if (high >> 61 == 3 || high >> 61 == 7) return 0;
  const Wide coefficient =
      static_cast<Wide>(high & 0x1FFFFFFFFFFFF) << 64 | read_u64(sixteen.substr(0, 8));
  const Wide digits_34 = static_cast<Wide>(10'000'000'000'000'000) * 1'000'000'000'000'000'000;
  if (coefficient >= digits_34) return 0;
  return rounded(coefficient, static_cast<int>(high >> 49 & 0x3FFF) - bias, is_negative);
}

Placed<void> add_bson_value(Md5& hash, std::uint8_t type, std::string_view value) {
  ASSIGN_OR_RETURN(const auto order, order_of(type));
  add_type(hash, order);
  Reader reader(value);
  TRY(add_value(hash, type, reader, 0));
  if (!reader.is_empty()) return no_bson();
  return {};
}

Placed<void> add_bson_document(Md5& hash, std::string_view bson) {
  return add_elements(hash, bson, 0);
}

}  // namespace isotherm::placement
