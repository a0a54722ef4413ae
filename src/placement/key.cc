#include "placement/key.h"

#include <charconv>

namespace isotherm::placement {
namespace {

constexpr char digits_hex[] = "0123456789abcdef";
// A number's exponent is written so that it is never negative.
constexpr int exponent_bias = 0x4000;

using Digits = std::array<char, 24>;

std::string_view decimal_text(const KeyPart& part, Digits& space) {
  if (part.type == PartType::decimal) return part.bytes;
  auto* end = space.data() + space.size();
  end = part.type == PartType::natural ? std::to_chars(space.data(), end, part.natural()).ptr
                                       : std::to_chars(space.data(), end, part.integer).ptr;
  return {space.data(), static_cast<std::size_t>(end - space.data())};
}

Failure<Refusal> no_key_type(PartType type) {
  return refuse(std::string(type_words(type)) + " is no key of this scheme");
}

void append_escaped_text(std::string_view text, KeyBytes& out) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != ':' && text[i] != '\\') continue;
    out.append(text.substr(begin, i - begin));
    out.append('\\');
    begin = i;
  }
  out.append(text.substr(begin));
}

void append_hex(std::string_view bytes, KeyBytes& out) {
  out.append("\\x");
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out.append(digits_hex[byte >> 4]);
    out.append(digits_hex[byte & 15]);
  }
}

Placed<void> append_source(const KeyPart& part, KeyBytes& out) {
  Digits digits;
  switch (part.type) {
    case PartType::null: out.append("\\-"); return {};
    case PartType::integer:
    case PartType::natural:
    case PartType::decimal: out.append(decimal_text(part, digits)); return {};
    case PartType::text: append_escaped_text(part.bytes, out); return {};
    case PartType::binary: append_hex(part.bytes, out); return {};
    default: return no_key_type(part.type);
  }
}

// The digits of a plain decimal: without a point, leading or trailing zeros.
class PlainDecimal {
 public:
  explicit PlainDecimal(std::string_view text) {
    negative_ = text.starts_with("-");
    if (negative_) text.remove_prefix(1);
    const auto point = std::min(text.find('.'), text.size());
    const auto first = text.find_first_not_of("0.");
    if (first == std::string_view::npos) return;
    const auto last = text.find_last_not_of("0.");
    magnitude_ = static_cast<int>(point) - static_cast<int>(first) - (first < point ? 1 : 0);
    for (std::size_t i = first; i <= last; ++i)
      if (text[i] != '.' && count_ < digits_.size()) digits_[count_++] = text[i];
  }

  bool is_zero() const { return count_ == 0; }
  bool is_negative() const { return negative_; }
  int magnitude() const { return magnitude_; }
  std::size_t pairs() const { return (count_ + 1) / 2; }
  int pair(std::size_t i) const { return digit(2 * i) * 10 + digit(2 * i + 1); }

 private:
  int digit(std::size_t i) const { return i < count_ ? digits_[i] - '0' : 0; }

  std::array<char, 40> digits_{};
  std::size_t count_ = 0;
  int magnitude_ = 0;
  bool negative_ = false;
};

void append_number(std::string_view text, KeyBytes& out) {
  const PlainDecimal number(text);
  if (number.is_zero()) return out.append('\x80');
  const auto flip = static_cast<unsigned char>(number.is_negative() ? 0xFF : 0);
  const auto put = [&](int byte) { out.append(static_cast<char>(byte ^ flip)); };
  const int exponent = number.magnitude() + exponent_bias;
  put(0xC0);
  put(exponent >> 8);
  put(exponent & 0xFF);
  for (std::size_t i = 0; i < number.pairs(); ++i) put(1 + number.pair(i));
  put(0);
}

void append_terminated(std::string_view bytes, KeyBytes& out) {
  while (true) {
    const auto zero = bytes.find('\0');
    if (zero == std::string_view::npos) break;
    out.append(bytes.substr(0, zero + 1));
    out.append('\xFF');
    bytes.remove_prefix(zero + 1);
  }
  out.append(bytes);
  out.append(std::string_view("\0\0", 2));
}

}  // namespace

std::string_view type_words(PartType type) {
  switch (type) {
    case PartType::null: return "null";
    case PartType::boolean: return "a boolean";
    case PartType::integer:
    case PartType::natural: return "a whole number";
    case PartType::decimal: return "a decimal number";
    case PartType::real: return "a binary float";
    case PartType::text: return "a text";
    case PartType::binary: return "a binary";
    case PartType::date: return "a date";
    case PartType::object_id: return "an ObjectId";
    case PartType::min_key: return "MinKey";
    case PartType::max_key: return "MaxKey";
    case PartType::document: return "a document";
  }
  return "an unknown type";
}

void KeyBytes::append(std::string_view bytes) {
  if (far_.empty() && size_ + bytes.size() <= near_.size()) {
    bytes.copy(near_.data() + size_, bytes.size());
    size_ += bytes.size();
    return;
  }
  if (far_.empty()) far_.assign(near_.data(), size_);
  far_.append(bytes);
}

void KeyBytes::append_u16(std::uint16_t value) {
  append(static_cast<char>(value >> 8));
  append(static_cast<char>(value & 0xFF));
}

void KeyBytes::append_u64(std::uint64_t value) {
  for (int shift = 56; shift >= 0; shift -= 8) append(static_cast<char>(value >> shift & 0xFF));
}

Placed<std::string_view> canonical_bytes(Key key, KeyBytes& space) {
  if (key.empty()) return refuse("a key needs at least one part");
  if (key.size() == 1) {
    const auto type = key[0].type;
    if (type == PartType::text || type == PartType::binary || type == PartType::decimal)
      return key[0].bytes;
    if (type == PartType::null) return refuse("null is no key of this scheme");
  }
  space.clear();
  for (std::size_t i = 0; i < key.size(); ++i) {
    if (i != 0) space.append(':');
    TRY(append_source(key[i], space));
  }
  return space.view();
}

Placed<void> append_ordered(const KeyPart& part, KeyBytes& out) {
  Digits digits;
  switch (part.type) {
    case PartType::null: out.append('\x05'); return {};
    case PartType::integer:
    case PartType::natural:
    case PartType::decimal:
      out.append('\x10');
      append_number(decimal_text(part, digits), out);
      return {};
    case PartType::text:
      out.append('\x20');
      append_terminated(part.bytes, out);
      return {};
    case PartType::binary:
      out.append('\x30');
      append_terminated(part.bytes, out);
      return {};
    default: return no_key_type(part.type);
  }
}

Placed<OrderedRange> ordered_range(const KeyRange& range) {
  KeyBytes prefix;
  for (const auto& part : range.prefix) TRY(append_ordered(part, prefix));
  OrderedRange out{std::string(prefix.view()), after_prefix(prefix.view())};
  if (range.from != nullptr) {
    KeyBytes from;
    TRY(append_ordered(*range.from, from));
    out.first += from.view();
    if (!range.from_inclusive) out.first = after_prefix(out.first);
  }
  if (range.to != nullptr) {
    KeyBytes to;
    TRY(append_ordered(*range.to, to));
    out.end = std::string(prefix.view()) + std::string(to.view());
    if (range.to_inclusive) out.end = after_prefix(out.end);
  }
  out.is_open = out.end.empty();
  if (!out.is_open && out.end < out.first) out.end = out.first;
  return out;
}

std::string after_prefix(std::string_view prefix) {
  std::string out(prefix);
  while (!out.empty() && out.back() == '\xFF') out.pop_back();
  if (!out.empty()) out.back() = static_cast<char>(static_cast<unsigned char>(out.back()) + 1);
  return out;
}

}  // namespace isotherm::placement
