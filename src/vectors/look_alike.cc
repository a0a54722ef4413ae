#include "vectors/look_alike.h"

#include <array>
#include <charconv>
#include <cstdlib>

#include "vectors/foreign_hash.h"

namespace isotherm::vectors {
namespace {

using Joining = Recipe::Joining;
using Encoding = Recipe::Encoding;
using Hash = Recipe::Hash;
using Remainder = Recipe::Remainder;
using Writing = Recipe::Writing;

constexpr std::array all = {
    LookAlike{"spark",
              "Spark's Murmur3Hash: each byte of the tail is a block of its own, seed 42",
              {.hash = Hash::spark, .seed = 42}},
    LookAlike{"murmur3-seed-42", "MurmurHash3_x86_32 with seed 42", {.seed = 42}},
    LookAlike{"murmur3-seed-1", "MurmurHash3_x86_32 with seed 1", {.seed = 1}},
    LookAlike{
        "murmur3-seed-9747b28c", "MurmurHash3_x86_32 with seed 0x9747b28c", {.seed = 0x9747b28cU}},
    LookAlike{"signed-tail",
              "MurmurHash3_x86_32 with the tail's bytes read as signed",
              {.hash = Hash::signed_tail}},
    LookAlike{"guava-hash-bytes",
              "Guava's HashCode as text: the hash's bytes in the other order, read unsigned",
              {.hash = Hash::swapped, .remainder = Remainder::unsigned_}},
    LookAlike{"guava-unencoded-chars",
              "Guava's hashUnencodedChars: text as UTF-16, low byte first",
              {.encoding = Encoding::utf16le}},
    LookAlike{"utf-16be", "text as UTF-16, high byte first", {.encoding = Encoding::utf16be}},
    LookAlike{"modified-utf-8",
              "Java's modified UTF-8: an emoji as two surrogates, U+0000 as C0 80",
              {.encoding = Encoding::modified_utf8}},
    LookAlike{"char-codes",
              "JavaScript's charCodeAt(i) & 0xff: the low byte of each UTF-16 unit",
              {.encoding = Encoding::low_bytes}},
    LookAlike{
        "cassandra",
        "Cassandra's Murmur3Partitioner: the first half of a 128-bit murmur3 with signed tail",
        {.hash = Hash::cassandra}},
    LookAlike{"remainder-of-c",
              "% of C, Java, Go, JavaScript: a negative hash gives a negative shard",
              {.remainder = Remainder::of_c}},
    LookAlike{"remainder-of-java-in-hex",
              "% of Java with Integer.toHexString: a negative shard in two's complement",
              {.remainder = Remainder::of_c, .writing = Writing::twos_complement}},
    LookAlike{"absolute",
              "abs(hash % shards), or abs(hash) % shards",
              {.remainder = Remainder::absolute}},
    LookAlike{"unsigned",
              "the hash read as unsigned: other shards unless they are a power of two",
              {.remainder = Remainder::unsigned_}},
    LookAlike{"unescaped",
              "inputs joined without escaping ':' and '\\'",
              {.joining = Joining::unescaped}},
    LookAlike{"concatenated",
              "inputs concatenated: (\"abc\", \"123\") is (\"abc1\", \"23\")",
              {.joining = Joining::concatenated}},
    LookAlike{"numbers-as-typed",
              "numbers hashed as they were typed: 1 and 1.0 are two keys",
              {.numbers = Recipe::Numbers::as_typed}},
    LookAlike{"raw-binaries",
              "binaries hashed as their bytes: a B is as the S of the same bytes",
              {.binaries = Recipe::Binaries::raw}},
    LookAlike{"capital-hex", "the suffix in capital letters", {.writing = Writing::capital_hex}},
    LookAlike{"decimal", "the suffix in decimal", {.writing = Writing::decimal}},
    LookAlike{"padded", "the suffix with zeros in front", {.writing = Writing::padded}},
};

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string text_of(const CaseValue& value, const Recipe& recipe) {
  const AttributeValue typed = value_of(value);
  if (const auto* binary = typed.get_if<Binary>())
    return recipe.binaries == Recipe::Binaries::raw ? escaped(binary->bytes)
                                                    : "\\x" + hex_of(binary->bytes);
  if (value.type == '-') return "\\-";
  std::string text = value.text;
  if (const auto* number = typed.get_if<Number>();
      number != nullptr && recipe.numbers == Recipe::Numbers::canonical)
    text = number->to_string();
  if (recipe.joining != Joining::escaped) return text;
  return escaped(text);
}

std::string source_of(const ShardCase& question, const Recipe& recipe) {
  std::string source;
  for (std::size_t i = 0; i < question.inputs.size(); ++i) {
    if (i > 0 && recipe.joining != Joining::concatenated) source += ':';
    source += text_of(question.inputs[i], recipe);
  }
  return source;
}

std::string encoded(std::string text, Encoding encoding) {
  switch (encoding) {
    case Encoding::utf8: return text;
    case Encoding::utf16le: return utf16_bytes(text, false);
    case Encoding::utf16be: return utf16_bytes(text, true);
    case Encoding::modified_utf8: return modified_utf8(text);
    case Encoding::low_bytes: return low_bytes_of_utf16(text);
  }
  return text;
}

/// The hash as a signed number.
std::int64_t hash_of(std::string_view bytes, const Recipe& recipe) {
  switch (recipe.hash) {
    case Hash::murmur3: break;
    case Hash::spark: return static_cast<std::int32_t>(spark_murmur3(bytes, recipe.seed));
    case Hash::signed_tail:
      return static_cast<std::int32_t>(signed_tail_murmur3(bytes, recipe.seed));
    case Hash::swapped:
      return static_cast<std::int32_t>(__builtin_bswap32(murmur3_x86_32(bytes, recipe.seed)));
    case Hash::cassandra: return cassandra_token(bytes);
  }
  return static_cast<std::int32_t>(murmur3_x86_32(bytes, recipe.seed));
}

std::int64_t shard_of(std::int64_t hash, std::int64_t shards, Remainder remainder) {
  switch (remainder) {
    case Remainder::floor: return (hash % shards + shards) % shards;
    case Remainder::of_c: return hash % shards;
    case Remainder::absolute: return std::abs(hash % shards);
    case Remainder::unsigned_: break;
  }
  return static_cast<std::int64_t>(static_cast<std::uint32_t>(hash)) % shards;
}

std::string written(std::int64_t shard, std::int64_t shards, Writing writing) {
  std::array<char, 24> text{};
  const auto to_text = [&](auto value, int radix) {
    return std::string(text.data(),
                       std::to_chars(text.data(), text.data() + text.size(), value, radix).ptr);
  };
  if (writing == Writing::decimal) return to_text(shard, 10);
  if (writing == Writing::twos_complement) return to_text(static_cast<std::uint32_t>(shard), 16);
  std::string out = to_text(shard, 16);
  if (writing == Writing::padded) {
    const std::size_t width = std::max<std::size_t>(2, to_text(shards - 1, 16).size());
    out.insert(0, width - std::min(width, out.size()), '0');
  }
  if (writing == Writing::capital_hex)
    for (char& c : out)
      if (c >= 'a') c = static_cast<char>(c - 'a' + 'A');
  return out;
}

}  // namespace

std::span<const LookAlike> look_alikes() { return all; }

std::optional<std::string> answer(const ShardCase& question, const Recipe& recipe) {
  const auto* strategy = question.strategy.hash();
  if (strategy == nullptr || strategy->function() != HashFunction::murmur3_x86_32 ||
      question.fields != sharding::FormatFields{})
    return std::nullopt;
  const std::string bytes = encoded(source_of(question, recipe), recipe.encoding);
  const auto shards = static_cast<std::int64_t>(strategy->shards());
  const std::int64_t shard = shard_of(hash_of(bytes, recipe), shards, recipe.remainder);
  const std::string suffix = "-" + written(shard, shards, recipe.writing);
  const AttributeValue base = value_of(question.base);
  if (const auto* binary = base.get_if<Binary>()) return hex_of(binary->bytes + suffix);
  if (const auto* number = base.get_if<Number>(); number != nullptr)
    return (recipe.numbers == Recipe::Numbers::canonical ? number->to_string()
                                                         : question.base.text) +
           suffix;
  return question.base.text + suffix;
}

}  // namespace isotherm::vectors
