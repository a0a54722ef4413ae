#include "sharding/hash_strategy.h"

#include "base/expects.h"
#include "base/hash.h"

namespace isotherm::sharding {
namespace {

constexpr char digits[] = "0123456789abcdef";

void append_escaped(std::string_view text, std::string& out) {
  for (const char c : text) {
    if (c == '\\' || c == ':') out += '\\';
    out += c;
  }
}

void append_hex(std::string_view bytes, std::string& out) {
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += digits[byte >> 4];
    out += digits[byte & 15];
  }
}

void append_input(const AttributeValue* input, std::string& out) {
  if (input != nullptr) {
    if (const auto* text = input->get_if<std::string>()) return append_escaped(*text, out);
    if (const auto* number = input->get_if<Number>()) return number->append_to(out);
    if (const auto* binary = input->get_if<Binary>()) {
      out += "\\x";
      return append_hex(binary->bytes, out);
    }
  }
  out += "\\-";
}

}  // namespace

HashStrategy::HashStrategy(Shard shards) : shards_(shards) {
  expects(shards >= 1 && shards <= shards_max, "1 to 65536 shards");
}

Shard HashStrategy::shard_of(Inputs inputs) const {
  if (inputs.size() == 1 && inputs[0] != nullptr) {
    const auto* text = inputs[0]->get_if<std::string>();
    if (text != nullptr && text->find_first_of("\\:") == std::string::npos)
      return shard_of_hash(murmur3_x86_32(*text, 0), shards_);
  }
  thread_local std::string source;
  source.clear();
  append_source(inputs, source);
  return shard_of_hash(murmur3_x86_32(source, 0), shards_);
}

void append_source(Inputs inputs, std::string& out) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (i > 0) out += ':';
    append_input(inputs[i], out);
  }
}

Shard shard_of_hash(std::uint32_t hash, Shard shards) {
  const std::int64_t n = shards;
  const std::int64_t remainder = static_cast<std::int32_t>(hash) % n;
  return static_cast<Shard>(remainder < 0 ? remainder + n : remainder);
}

}  // namespace isotherm::sharding
