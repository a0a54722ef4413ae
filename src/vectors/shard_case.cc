#include "vectors/shard_case.h"

#include <array>
#include <charconv>
#include <optional>

#include "base/expects.h"
#include "sharding/shard_key.h"

namespace isotherm::vectors {
namespace {

using sharding::Digits;
using sharding::FormatFields;
using sharding::HashStrategy;
using sharding::IdPart;
using sharding::IdSuffixStrategy;
using sharding::Shard;

std::string bytes_of_hex(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    unsigned byte = 0;
    std::from_chars(hex.data() + i, hex.data() + i + 2, byte, 16);
    bytes += static_cast<char>(byte);
  }
  return bytes;
}

std::string numbered(std::string_view kind, std::size_t number) {
  std::string digits = std::to_string(number);
  digits.insert(0, digits.size() < 3 ? 3 - digits.size() : 0, '0');
  return std::string(kind) + "/" + digits;
}

class Cases {
 public:
  void hash(std::string base, std::vector<CaseValue> inputs, Shard shards,
            HashFunction function = HashFunction::murmur3_x86_32, FormatFields fields = {}) {
    add({'S', std::move(base)}, std::move(inputs), HashStrategy(shards, function),
        std::move(fields));
  }
  void id(const IdPart& part, std::optional<Shard> shards, CaseValue id) {
    const auto strategy = IdSuffixStrategy::make(part, shards).value();
    add({'S', "c"}, {std::move(id)}, strategy, strategy.natural_format());
  }
  void add(CaseValue base, std::vector<CaseValue> inputs, sharding::AnyStrategy strategy,
           FormatFields fields) {
    all_.push_back({numbered("shard-key", all_.size() + 1), std::move(base), std::move(inputs),
                    strategy, std::move(fields)});
  }
  std::vector<ShardCase> all() && { return std::move(all_); }

 private:
  std::vector<ShardCase> all_;
};

std::vector<CaseValue> texts(std::initializer_list<std::string> each) {
  std::vector<CaseValue> values;
  for (const std::string& text : each) values.push_back({'S', text});
  return values;
}

/// The default format: docs/formats.md has these in its table, in this order.
void add_default_format(Cases& cases) {
  cases.hash("channel-A", texts({"user-1"}), 16);
  cases.hash("channel-A", texts({"user-2"}), 16);
  cases.hash("channel-A", texts({""}), 16);
  cases.hash("channel-A", texts({"abc", "123"}), 16);
  cases.hash("c", texts({"a:b"}), 16);
  cases.hash("c", texts({"a", "b"}), 16);
  cases.hash("c", texts({"a\\:b"}), 16);
  cases.hash("c", texts({"a", "", "b"}), 16);
  cases.hash("\xec\xb1\x84\xeb\x84\x90", texts({"\xed\x9a\x8c\xec\x9b\x90-7"}), 16);
  cases.hash("c", texts({"\xf0\x9f\x9a\x80"}), 16);
  cases.hash("c", texts({"e\xcc\x81"}), 16);
  cases.hash("c", texts({"\xc3\xa9"}), 16);
  cases.hash("c", texts({"1"}), 16);
  cases.hash("c", texts({"0.1"}), 16);
  cases.hash("c", texts({"100000000000000000000"}), 16);
  cases.hash("CandidateA", texts({"USER#1"}), 10);
  cases.hash("c", texts({std::string(2048, 'x')}), 16);
  cases.hash("c", texts({"user-1"}), 65536);
  cases.hash("c", texts({"user-1"}), 3);
  cases.hash("a-b-c", texts({"user-1"}), 16);
  cases.hash("c", texts({std::string(1, '\0')}), 16);
}

/// Types, absent inputs, tails with high bytes, remainders of negative hashes.
void add_types(Cases& cases) {
  for (const char* number : {"1", "1.0", "1e0", "+01", "1.50e1", "-0", "-12.5", "1E20",
                             "9007199254740993", "2.2", "2.3", "1e-130"})
    cases.hash("c", {{'N', number}}, 65536);
  for (const char* bytes : {"", "00ff", "3a5c", "5c7830", "ff", "fffe", "fffefd", "fffefdfc80"})
    cases.hash("c", {{'B', bytes}}, 65536);
  cases.hash("c", {{'-', ""}}, 65536);
  cases.hash("c", {{'-', ""}, {'S', "a"}}, 65536);
  cases.hash("c", texts({"\\-"}), 65536);
  cases.hash("c", texts({"\\x00"}), 65536);
  cases.hash("c", {{'S', "tenant"}, {'N', "42"}, {'B', "c0ffee"}, {'-', ""}}, 1000);
  for (const char* text : {"\xc3\xbf", "a\xc3\xbf", "ab\xc3\xbf", "abc\xc3\xbf", "\xe2\x82\xac"})
    cases.hash("c", texts({text}), 65536);
  for (const Shard shards : {1U, 2U, 7U, 10U, 100U, 257U, 1000U, 65535U})
    for (const char* text : {"user-1", "user-2", "user-3"}) cases.hash("c", texts({text}), shards);
  cases.add({'N', "1.50e1"}, texts({"user-1"}), HashStrategy(16), {});
  cases.add({'B', "00ff"}, texts({"user-1"}), HashStrategy(16), {});
}

void add_hashes_and_formats(Cases& cases) {
  for (const HashFunction function :
       {HashFunction::xxh64, HashFunction::xxh3_64, HashFunction::fnv1a_64}) {
    for (const char* text : {"", "user-1", "a:b", "\xf0\x9f\x9a\x80"})
      cases.hash("c", texts({text}), 1000, function);
    cases.hash("c", texts({"abc", "123"}), 16, function);
    cases.hash("c", texts({std::string(300, 'x')}), 65536, function);
  }
  const HashFunction murmur = HashFunction::murmur3_x86_32;
  cases.hash("CandidateA", texts({"USER#1"}), 10, murmur, {"#", Digits::decimal, 0, 1});
  cases.hash("CandidateA", texts({"USER#2"}), 10, murmur, {"#", Digits::decimal, 2, 1});
  cases.hash("c", texts({"user-1"}), 65536, murmur, {"::", Digits::hex, 4, 0});
  cases.hash("c", texts({"user-3"}), 300, murmur, {"_", Digits::decimal, 8, 1'000'000});
  cases.hash("c#1#", texts({"user-1"}), 16, murmur, {"#", Digits::hex, 2, 0});
  cases.hash("c", texts({"user-2"}), 16, murmur, {"\xe2\x86\x92", Digits::hex, 0, 0});
}

void add_parts_of_ids(Cases& cases) {
  using Take = IdPart::Take;
  using Unit = IdPart::Unit;
  using Reading = IdPart::Reading;
  cases.id({Take::last, 2, Unit::characters, Reading::hex}, 256, {'S', "user-7f"});
  cases.id({Take::last, 2, Unit::characters, Reading::hex}, 10, {'S', "user-7F"});
  cases.id({Take::last, 2, Unit::characters, Reading::hex}, std::nullopt, {'S', "user-0F"});
  cases.id({Take::first, 2, Unit::characters, Reading::hex}, std::nullopt, {'S', "a0-user"});
  cases.id({Take::last, 3, Unit::characters, Reading::decimal}, 16, {'S', "order-255"});
  cases.id({Take::last, 3, Unit::characters, Reading::decimal}, std::nullopt, {'S', "order-007"});
  cases.id({Take::last, 20, Unit::characters, Reading::decimal}, 16, {'S', "18446744073709551621"});
  cases.id({Take::last, 2, Unit::characters, Reading::decimal}, 100, {'N', "1.234e3"});
  cases.id({Take::last, 1, Unit::characters, Reading::bytes}, 1000, {'S', "id-\xf0\x9f\x9a\x80"});
  cases.id({Take::last, 1, Unit::bytes, Reading::bytes}, 1000, {'S', "id-\xf0\x9f\x9a\x80"});
  cases.id({Take::last, 2, Unit::bytes, Reading::bytes}, std::nullopt, {'B', "abcd1234"});
  cases.id({Take::first, 4, Unit::bytes, Reading::bytes}, 7, {'B', "ffffffff00"});
  cases.id({Take::last, 2, Unit::characters, Reading::hex}, 16, {'S', "7"});
}

}  // namespace

std::string hex_of(std::string_view bytes) {
  constexpr char digits[] = "0123456789abcdef";
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += digits[byte >> 4];
    out += digits[byte & 15];
  }
  return out;
}

AttributeValue value_of(const CaseValue& value) {
  switch (value.type) {
    case 'S': return AttributeValue(value.text);
    case 'N': return Number::parse(value.text).value();
    case 'B': return Binary{bytes_of_hex(value.text)};
    default: return Null{};
  }
}

std::vector<ShardCase> shard_cases() {
  Cases cases;
  add_default_format(cases);
  add_types(cases);
  add_hashes_and_formats(cases);
  add_parts_of_ids(cases);
  return std::move(cases).all();
}

namespace {

AttributeValue key_of(const ShardCase& question, Shard shard) {
  const AttributeValue base = value_of(question.base);
  // A format lists all its suffixes; the default one is known without.
  if (question.fields == FormatFields{}) return sharding::shard_key(base, shard).value();
  const auto format =
      sharding::ShardFormat::make(question.fields, question.strategy.shards()).value();
  return sharding::shard_key(base, shard, format).value();
}

}  // namespace

ShardAnswer answer(const ShardCase& question) {
  std::vector<AttributeValue> values;
  for (const CaseValue& input : question.inputs) values.push_back(value_of(input));
  std::vector<const AttributeValue*> inputs;
  for (const AttributeValue& value : values)
    inputs.push_back(value.type() == AttributeType::NULL_ ? nullptr : &value);
  ShardAnswer out;
  if (const auto* hash = question.strategy.hash()) {
    sharding::append_source(inputs, out.source);
    out.hash = hash_of(hash->function(), out.source);
  }
  out.shard = question.strategy.shard_of(inputs).value();
  const AttributeValue key = key_of(question, out.shard);
  const auto* binary = key.get_if<Binary>();
  out.key = binary != nullptr ? hex_of(binary->bytes) : *key.get_if<std::string>();
  return out;
}

}  // namespace isotherm::vectors
