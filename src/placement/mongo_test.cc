#include "placement/mongo.h"

#include <gtest/gtest.h>

#include <limits>

#include "placement/bson_hash.h"
#include "placement/mongo_hash.h"
#include "placement/testing/many_nodes.h"

namespace isotherm::placement {
namespace {

using testing::many_nodes;
using Parts = std::vector<KeyPart>;
using Nodes = std::vector<NodeIndex>;

KeyPart whole(std::int64_t value) { return KeyPart::of_integer(value); }
KeyPart text(std::string_view value) { return KeyPart::of_text(value); }

std::int64_t hash_of(const KeyPart& value) { return *mongo_hash(value); }

// mongodb/mongo src/mongo/db/hasher_test.cpp: its numbers.
TEST(MongoHash, GivesTheAnswersOfMongosTests) {
  EXPECT_EQ(hash_of(whole(42)), -944302157085130861);
  EXPECT_EQ(hash_of(KeyPart::of_real(42.123)), -944302157085130861);
  EXPECT_EQ(hash_of(KeyPart::of_decimal("42.123")), -944302157085130861);
  EXPECT_EQ(hash_of(whole(0)), 4854801880128277513);
  EXPECT_EQ(hash_of(KeyPart::of_real(0.456)), 4854801880128277513);
  EXPECT_EQ(hash_of(KeyPart::of_real(std::numeric_limits<double>::quiet_NaN())),
            4854801880128277513);
  EXPECT_EQ(hash_of(whole(1)), 5902408780260971510);
  EXPECT_EQ(hash_of(KeyPart::of_real(-1.789)), 1140205862565771219);
  EXPECT_EQ(hash_of(whole(std::numeric_limits<std::int32_t>::min())), 6165898260261354870);
  EXPECT_EQ(hash_of(whole(std::numeric_limits<std::int32_t>::max())), 1143184177162245883);
  EXPECT_EQ(hash_of(whole(std::numeric_limits<std::int64_t>::max())), 921523596458303250);
  EXPECT_EQ(hash_of(KeyPart::of_real(std::numeric_limits<double>::max())), 921523596458303250);
  EXPECT_EQ(hash_of(whole(std::numeric_limits<std::int64_t>::min())), 4532067210535695462);
  EXPECT_EQ(hash_of(KeyPart::of_real(-std::numeric_limits<double>::max())), 4532067210535695462);
  EXPECT_EQ(hash_of(KeyPart::of_min_key()), 7961148599568647290);
  EXPECT_EQ(hash_of(KeyPart::of_max_key()), 5504842513779440750);
  EXPECT_EQ(hash_of(KeyPart::of_null()), 2338878944348059895);
  EXPECT_EQ(hash_of(text("abc")), 8478485326885698097);
  EXPECT_EQ(hash_of(text("")), 2049396243249673340);
  EXPECT_EQ(hash_of(KeyPart::of_boolean(true)), 6405873908747105701);
  EXPECT_EQ(hash_of(KeyPart::of_boolean(false)), 6289544573401934092);
  EXPECT_EQ(hash_of(KeyPart::of_date(0x5566778811223344)), 4476222765095560467);
  EXPECT_EQ(hash_of(KeyPart::of_date(0)), -1178696894582842035);
  EXPECT_EQ(hash_of(KeyPart::of_binary(std::string_view("\0\1\2\3\4\6", 6))), 7252465090394235301);
  EXPECT_EQ(hash_of(KeyPart::of_object_id(
                std::string_view("\x01\x02\x03\x04\x05\x06\x07\x08\x09\x10\x11\x12", 12))),
            -5588663249627035708);
}

std::int64_t bson_hash(std::uint8_t type, std::string_view value) {
  const auto hash = mongo_hash_of_bson(type, value);
  EXPECT_TRUE(hash.ok()) << hash.error().message;
  return hash.ok() ? *hash : 0;
}

std::string bytes_of(std::uint64_t number, std::size_t size) {
  std::string bytes;
  for (; size > 0; --size, number >>= 8) bytes.push_back(static_cast<char>(number & 0xFF));
  return bytes;
}

std::string bson_text(std::string_view text) {
  return bytes_of(text.size() + 1, 4) + std::string(text) + '\0';
}

// The rest of hasher_test.cpp: what has no KeyPart of its own.
TEST(MongoHash, GivesTheAnswersOfMongosTestsForBson) {
  EXPECT_EQ(bson_hash(0x10, bytes_of(42, 4)), -944302157085130861);
  EXPECT_EQ(bson_hash(0x10, bytes_of(0x80000000, 4)), 6165898260261354870);
  EXPECT_EQ(bson_hash(0x06, ""), 40158834000849533);
  EXPECT_EQ(bson_hash(0x0A, ""), 2338878944348059895);
  EXPECT_EQ(bson_hash(0x7F, ""), 5504842513779440750);
  EXPECT_EQ(bson_hash(0xFF, ""), 7961148599568647290);
  EXPECT_EQ(bson_hash(0x02, bson_text("abc")), 8478485326885698097);
  EXPECT_EQ(bson_hash(0x0E, bson_text("abc")), 8478485326885698097);
  const auto element = [](char index, std::string_view text) {
    return std::string("\x02") + index + '\0' + bson_text(text);
  };
  const auto three = element('0', "bar") + element('1', "baz") + element('2', "qux") + '\0';
  EXPECT_EQ(bson_hash(0x04, bytes_of(three.size() + 4, 4) + three), -2938911267422831539);
  EXPECT_EQ(bson_hash(0x04, bytes_of(5, 4) + '\0'), 8849948234993459283);
  const std::string six("\0\1\2\3\4\6", 6);
  EXPECT_EQ(bson_hash(0x05, bytes_of(6, 4) + '\0' + six), 7252465090394235301);
  EXPECT_EQ(bson_hash(0x05, bytes_of(6, 4) + '\x80' + six), 5736670452907618262);
  std::string uuid;
  for (char i = 0; i < 16; ++i) uuid.push_back(i);
  EXPECT_EQ(bson_hash(0x05, bytes_of(16, 4) + '\4' + uuid), 6084661258071355978);
  EXPECT_EQ(bson_hash(0x07, std::string(12, '\0')), -4293118519463489418);
  EXPECT_EQ(bson_hash(0x11, bytes_of(0x5566778811223344, 8)), 4873046866288452390);
  EXPECT_EQ(bson_hash(0x0B, std::string("mongodb\0\0", 9)), -7275792090268217043);
  EXPECT_EQ(bson_hash(0x0B, std::string(".*\0i\0", 5)), 7095855029187981886);
  const std::string_view oid("\x01\x02\x03\x04\x05\x06\x07\x08\x09\x10\x11\x12", 12);
  EXPECT_EQ(bson_hash(0x0C, bson_text("c") + std::string(oid)), 940175826736461384);
  EXPECT_EQ(bson_hash(0x0C, bson_text("db.c") + std::string(oid)), 2426768198104018194);
  const auto code = bson_text("func f() { return 1; }");
  EXPECT_EQ(bson_hash(0x0D, code), 6861638109178014270);
  const std::string scope(
      "\x09\0\0\0\x08"
      "c\0\1\0",
      9);
  EXPECT_EQ(bson_hash(0x0F, bytes_of(4 + code.size() + 9, 4) + code + scope), 501342939894575968);
  EXPECT_FALSE(mongo_hash_of_bson(0x14, "").ok());
  EXPECT_FALSE(mongo_hash_of_bson(0x0A, "x").ok());
  EXPECT_FALSE(mongo_hash_of_bson(0x02, bytes_of(4, 4) + "abcd").ok());
}

TEST(MongoHash, HasWholeNumbersOfFloatsAndDecimals) {
  constexpr auto least = std::numeric_limits<std::int64_t>::min();
  constexpr auto greatest = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(mongo_whole(-0.0), 0);
  EXPECT_EQ(mongo_whole(-0.999), 0);
  // The server keeps what a cast of 2^63 gave on x86.
  EXPECT_EQ(mongo_whole(9223372036854775808.0), least);
  EXPECT_EQ(mongo_whole(9223372036854777856.0), greatest);
  EXPECT_EQ(mongo_whole(9223372036854774784.0), 9223372036854774784);
  EXPECT_EQ(mongo_whole(-9223372036854775808.0), least);
  EXPECT_EQ(mongo_whole(std::numeric_limits<double>::infinity()), greatest);
  EXPECT_EQ(mongo_whole(-std::numeric_limits<double>::infinity()), least);

  const auto decimal = [](std::uint64_t coefficient, int exponent, bool is_negative = false) {
    const auto high = static_cast<std::uint64_t>(exponent + 6176) << 49 |
                      static_cast<std::uint64_t>(is_negative) << 63;
    return mongo_whole_of_decimal(bytes_of(coefficient, 8) + bytes_of(high, 8));
  };
  EXPECT_EQ(decimal(42, 0), 42);
  EXPECT_EQ(decimal(42, 3), 42000);
  EXPECT_EQ(decimal(0, 6111), 0);
  EXPECT_EQ(decimal(0, -6176, true), 0);
  for (const auto& [tenths, whole] :
       {std::pair{425, 42}, {435, 44}, {426, 43}, {424, 42}, {5, 0}, {15, 2}, {6, 1}}) {
    EXPECT_EQ(decimal(static_cast<std::uint64_t>(tenths), -1), whole) << tenths;
    EXPECT_EQ(decimal(static_cast<std::uint64_t>(tenths), -1, true), -whole) << tenths;
  }
  EXPECT_EQ(decimal(4250001, -5), 43);
  EXPECT_EQ(decimal(4250000, -5), 42);
  EXPECT_EQ(decimal(9, -2), 0);
  EXPECT_EQ(decimal(1, 19), greatest);
  EXPECT_EQ(decimal(1, 6111, true), least);
  EXPECT_EQ(decimal(9223372036854775807U, 0), greatest);
  EXPECT_EQ(decimal(9223372036854775808U, 0), greatest);
  EXPECT_EQ(decimal(9223372036854775808U, 0, true), least);
  EXPECT_EQ(decimal(9223372036854775809U, 0, true), least);
  for (const auto& [top, whole] : {std::pair{0x78, greatest},
                                   {0xF8, least},
                                   {0x7C, std::int64_t{0}},
                                   {0x7E, std::int64_t{0}},
                                   {0x60, std::int64_t{0}}})
    EXPECT_EQ(mongo_whole_of_decimal(std::string(15, '\0') + static_cast<char>(top)), whole) << top;
  EXPECT_EQ(bson_hash(0x13, bytes_of(42, 8) + bytes_of(std::uint64_t{6176} << 49, 8)),
            -944302157085130861);
}

TEST(MongoHash, HashesDocumentsByTheirElements) {
  EXPECT_EQ(hash_of(KeyPart::of_document(std::string_view("\5\0\0\0\0", 5))), 7980500913326740417);
  // {a: "abc", b: 123}
  const std::string_view bson(
      "\x17\0\0\0\x02"
      "a\0\4\0\0\0abc\0\x10"
      "b\0\x7b\0\0\0\0",
      23);
  EXPECT_EQ(hash_of(KeyPart::of_document(bson)), 4771603801758380216);
  for (std::size_t size = 0; size < bson.size(); ++size)
    EXPECT_FALSE(mongo_hash(KeyPart::of_document(bson.substr(0, size))).ok()) << size;
  EXPECT_FALSE(mongo_hash(KeyPart::of_natural(~std::uint64_t{0})).ok());
  EXPECT_FALSE(mongo_hash(KeyPart::of_object_id("short")).ok());
}

TEST(MongoOrder, IsTheOrderOfTypesThenOfValues) {
  const std::vector<KeyPart> ascending = {
      KeyPart::of_min_key(),
      KeyPart::of_null(),
      KeyPart::of_real(std::numeric_limits<double>::quiet_NaN()),
      KeyPart::of_real(-std::numeric_limits<double>::infinity()),
      whole(std::numeric_limits<std::int64_t>::min()),
      whole(-9007199254740993),
      KeyPart::of_real(-9007199254740992.0),
      whole(-1),
      KeyPart::of_real(-0.5),
      whole(0),
      KeyPart::of_real(0.5),
      whole(1),
      KeyPart::of_real(9007199254740992.0),
      whole(9007199254740993),
      whole(std::numeric_limits<std::int64_t>::max()),
      KeyPart::of_real(9223372036854775808.0),
      text(""),
      text("a"),
      text(std::string_view("a\0", 2)),
      text("aa"),
      text("b"),
      KeyPart::of_binary("zz"),
      KeyPart::of_binary("aaa"),
      KeyPart::of_object_id("aaaaaaaaaaaa"),
      KeyPart::of_boolean(false),
      KeyPart::of_boolean(true),
      KeyPart::of_date(-1),
      KeyPart::of_date(1),
      KeyPart::of_max_key(),
  };
  const auto ordered = [](const KeyPart& part) {
    KeyBytes bytes;
    EXPECT_TRUE(append_mongo_order(part, bytes).ok());
    return std::string(bytes.view());
  };
  for (std::size_t i = 1; i < ascending.size(); ++i)
    EXPECT_LT(ordered(ascending[i - 1]), ordered(ascending[i])) << i;
  EXPECT_EQ(ordered(whole(5)), ordered(KeyPart::of_real(5.0)));
  EXPECT_EQ(ordered(whole(0)), ordered(KeyPart::of_real(-0.0)));
}

const KeyPart low = KeyPart::of_min_key();
const KeyPart high = KeyPart::of_max_key();

TEST(Mongo, OwnsRangedChunksOfSeveralFields) {
  const Parts first{low, low}, m{text("m"), low}, m_5{text("m"), whole(5)}, last{high, high};
  const std::vector<MongoChunk> chunks{{m, m_5, 1}, {first, m, 0}, {m_5, last, 2}};
  const auto mongo = Mongo::make(many_nodes(3), {{"tenant"}, {"date"}}, chunks);
  ASSERT_TRUE(mongo.ok());
  EXPECT_EQ(*mongo->owner(Parts{text("a"), whole(9)}), 0U);
  EXPECT_EQ(*mongo->owner(Parts{text("m"), whole(4)}), 1U);
  EXPECT_EQ(*mongo->owner(Parts{text("m"), KeyPart::of_real(4.999)}), 1U);
  EXPECT_EQ(*mongo->owner(Parts{text("m"), whole(5)}), 2U);
  EXPECT_EQ(*mongo->owner(Parts{text("m")}), 1U);  // a field that is not there is null
  const Parts prefix{text("m")};
  const auto six = whole(6);
  EXPECT_EQ(*mongo->owners({prefix}), (Nodes{1, 2}));
  EXPECT_EQ(*mongo->owners({prefix, &six}), Nodes{2});
  EXPECT_EQ(*mongo->owners(KeyRange{}), (Nodes{0, 1, 2}));
}

TEST(Mongo, HashesItsHashedFieldOnly) {
  const Parts first{low, low}, zero{whole(0), low}, last{high, high};
  const std::vector<MongoChunk> chunks{{first, zero, 0}, {zero, last, 1}};
  const auto mongo = Mongo::make(many_nodes(2), {{"user", true}, {"date"}}, chunks);
  ASSERT_TRUE(mongo.ok());
  EXPECT_EQ(*mongo->owner(Parts{whole(42), whole(1)}), 0U);  // its hash is negative
  EXPECT_EQ(*mongo->owner(Parts{whole(1), whole(1)}), 1U);
  const Parts prefix{whole(42)};
  EXPECT_EQ(*mongo->owners({prefix}), Nodes{0});
  const auto from = whole(40);
  EXPECT_EQ(*mongo->owners({{}, &from}), (Nodes{0, 1}));
}

TEST(Mongo, SplitsAnEmptyCollectionAsTheServerDoes) {
  const auto mongo = Mongo::presplit(many_nodes(2), "_id", 2);
  ASSERT_TRUE(mongo.ok());
  std::vector<std::uint64_t> counts(2);
  for (std::int64_t i = 0; i < 4000; ++i) {
    const auto key = whole(i);
    ++counts[*mongo->owner(Key(&key, 1))];
    EXPECT_EQ(*mongo->owner(Key(&key, 1)), hash_of(key) < 0 ? 0U : 1U);
  }
  EXPECT_NEAR(static_cast<double>(counts[0]), 2000, 200);
  EXPECT_TRUE(Mongo::presplit(many_nodes(3), "_id", 1).ok());
}

TEST(Mongo, RefusesChunksThatDoNotMeet) {
  const Parts first{low}, a{text("a")}, b{text("b")}, last{high};
  const auto make = [&](std::vector<MongoChunk> chunks) {
    return Mongo::make(many_nodes(2), {{"k"}}, chunks).ok();
  };
  EXPECT_TRUE(make({{first, a, 0}, {a, last, 1}}));
  EXPECT_FALSE(make({}));
  EXPECT_FALSE(make({{first, a, 0}, {b, last, 1}}));
  EXPECT_FALSE(make({{first, b, 0}, {a, last, 1}}));
  EXPECT_FALSE(make({{a, last, 1}}));
  EXPECT_FALSE(make({{first, a, 0}}));
  EXPECT_FALSE(make({{first, last, 2}}));
  const std::vector<MongoChunk> all{{first, last, 0}};
  EXPECT_FALSE(Mongo::make(many_nodes(1), {{"a", true}, {"b", true}}, all).ok());
}

}  // namespace
}  // namespace isotherm::placement
