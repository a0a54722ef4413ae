#include "sharding/source.h"

#include <algorithm>

#include "sharding/plain_text.h"

namespace isotherm::sharding {
namespace {

constexpr char digits[] = "0123456789abcdef";

}  // namespace

KeyPart KeyPart::of(const AttributeValue* value) {
  if (value == nullptr) return {};
  if (const auto* text = value->get_if<std::string>()) return {Type::text, *text};
  if (const auto* number = value->get_if<Number>()) return {Type::number, {}, number};
  if (const auto* binary = value->get_if<Binary>()) return {Type::binary, binary->bytes};
  return {};
}

void SourceHash::flush() {
  if (!stream_) stream_.emplace(function_);
  stream_->update({buffer_.data(), used_});
  used_ = 0;
}

void SourceHash::put(char c) {
  if (used_ == buffer_.size()) flush();
  buffer_[used_++] = c;
}

void SourceHash::put_escaped(std::string_view text) {
  if (text.size() <= buffer_.size() - used_ && is_plain(text)) {
    std::copy_n(text.data(), text.size(), buffer_.data() + used_);
    used_ += text.size();
    return;
  }
  for (const char c : text) {
    if (plain_text::is_special(c)) put('\\');
    put(c);
  }
}

void SourceHash::put_hex(std::string_view bytes) {
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    put(digits[byte >> 4]);
    put(digits[byte & 15]);
  }
}

void SourceHash::add(const KeyPart& input) {
  if (!is_first_) put(':');
  is_first_ = false;
  switch (input.type) {
    case KeyPart::Type::text: return put_escaped(input.bytes);
    case KeyPart::Type::number: {
      std::array<char, Number::text_bytes_max> text;
      return put_escaped({text.data(), input.number->write_to(text.data())});
    }
    case KeyPart::Type::binary:
      put('\\');
      put('x');
      return put_hex(input.bytes);
    case KeyPart::Type::absent: break;
  }
  put('\\');
  put('-');
}

std::uint64_t SourceHash::finish() {
  if (!stream_) return hash_of(function_, {buffer_.data(), used_});
  flush();
  return stream_->finish();
}

namespace {

void append_escaped(std::string_view text, std::string& out) {
  for (const char c : text) {
    if (plain_text::is_special(c)) out += '\\';
    out += c;
  }
}

void append_input(const KeyPart& input, std::string& out) {
  switch (input.type) {
    case KeyPart::Type::text: return append_escaped(input.bytes, out);
    case KeyPart::Type::number: return input.number->append_to(out);
    case KeyPart::Type::binary:
      out += "\\x";
      for (const char c : input.bytes) {
        const auto byte = static_cast<unsigned char>(c);
        out += digits[byte >> 4];
        out += digits[byte & 15];
      }
      return;
    case KeyPart::Type::absent: break;
  }
  out += "\\-";
}

}  // namespace

void append_source(Inputs inputs, std::string& out) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (i > 0) out += ':';
    append_input(KeyPart::of(inputs[i]), out);
  }
}

}  // namespace isotherm::sharding
