#include "placement/vitess.h"

#include <gtest/gtest.h>

#include <charconv>

#include "placement/des.h"
#include "placement/moves.h"
#include "placement/testing/many_nodes.h"
#include "placement/testing/redis_vitess_answers.h"

namespace isotherm::placement {
namespace {

using testing::VindexAnswer;
using Parts = std::vector<KeyPart>;
using Names = std::vector<std::string>;

KeyPart part_of(char type, std::string_view value) {
  if (type == '0') return KeyPart::of_null();
  if (type == 'T') return KeyPart::of_text(value);
  if (value.starts_with('-')) {
    std::int64_t number = 0;
    std::from_chars(value.data(), value.data() + value.size(), number);
    return KeyPart::of_integer(number);
  }
  std::uint64_t number = 0;
  std::from_chars(value.data(), value.data() + value.size(), number);
  return KeyPart::of_natural(number);
}

std::string id_of(const std::string& type, const VindexParams& params, const Parts& key) {
  const auto vindex = make_vindex(type, params);
  if (!vindex.ok()) return "no vindex: " + vindex.error().message;
  KeyBytes bytes;
  const auto mapped = (*vindex)->map(key, bytes);
  return mapped.ok() ? hex_text(bytes.view()) : "refused: " + mapped.error().message;
}

void expect_answers(const std::string& type, std::span<const VindexAnswer> answers) {
  for (const auto& answer : answers) {
    const auto id = id_of(type, {}, {part_of(answer.type, answer.value)});
    const bool is_refused = answer.id_hex.empty() && type != "binary";
    if (is_refused)
      EXPECT_TRUE(id.starts_with("refused: ")) << type << " " << answer.value << " " << id;
    else
      EXPECT_EQ(id, answer.id_hex) << type << " " << answer.value;
  }
}

TEST(Vindex, GivesTheAnswersOfVitesssTests) {
  expect_answers("hash", testing::hash_answers);
  expect_answers("xxhash", testing::xxhash_answers);
  expect_answers("numeric", testing::numeric_answers);
  expect_answers("reverse_bits", testing::reverse_bits_answers);
  expect_answers("binary_md5", testing::binary_md5_answers);
  expect_answers("binary", testing::binary_answers);
  expect_answers("null", testing::null_answers);
}

TEST(Vindex, HashIsItsOwnInverse) {
  for (const auto value : testing::many_hashes(500))
    EXPECT_EQ(des_null_key(des_null_key(value)), value);
}

TEST(Vindex, RefusesWhatHasNoKeyspaceId) {
  EXPECT_EQ(id_of("hash", {}, {KeyPart::of_text("aa")}),
            "refused: cannot parse uint64 from \"aa\"");
  EXPECT_TRUE(id_of("numeric", {}, {KeyPart::of_integer(-1)}).starts_with("refused: "));
  EXPECT_TRUE(id_of("hash", {}, {KeyPart::of_real(1.1)}).starts_with("refused: "));
  EXPECT_TRUE(id_of("xxhash", {}, {KeyPart::of_real(1.1)}).starts_with("refused: "));
  EXPECT_EQ(id_of("lookup_unique", {}, {}),
            "no vindex: the vindex 'lookup_unique' looks its answer up in a table: it is no "
            "function");
  EXPECT_EQ(id_of("nothing", {}, {}), "no vindex: there is no vindex 'nothing'");
}

TEST(Vindex, NumericStaticMapReadsItsTable) {
  EXPECT_EQ(id_of("numeric_static_map", {{"json", R"({"1":1,"3":2})"}}, {KeyPart::of_integer(3)}),
            "0000000000000002");
  const VindexParams params{
      {"json", R"({"1":2,"3":4,"4":5,"5":6,"6":7,"7":8,"8":9,"10":18446744073709551615})"},
      {"fallback_type", "xxhash"}};
  EXPECT_EQ(id_of("numeric_static_map", params, {KeyPart::of_integer(10)}), "ffffffffffffffff");
  EXPECT_EQ(id_of("numeric_static_map", params, {KeyPart::of_integer(2)}), "8b59801662b52160");
  EXPECT_TRUE(
      id_of("numeric_static_map", params, {KeyPart::of_text("test1")}).starts_with("refused: "));
  EXPECT_TRUE(id_of("numeric_static_map", {}, {}).starts_with("no vindex: "));
  EXPECT_TRUE(
      id_of("numeric_static_map", {{"json_path", "/nowhere"}}, {}).starts_with("no vindex: "));
  const auto read = make_vindex("numeric_static_map", {{"json_path", "table.json"}},
                                [](const std::string& path) -> Placed<std::string> {
                                  EXPECT_EQ(path, "table.json");
                                  return std::string(R"({"5": 6})");
                                });
  EXPECT_TRUE(read.ok());
}

// multicol_test.go
TEST(Vindex, MulticolDividesEightBytes) {
  const VindexParams params{{"column_count", "3"}};
  const auto number = [](std::int64_t value) { return KeyPart::of_integer(value); };
  EXPECT_EQ(id_of("multicol", params, {number(1), number(1), number(1)}), "166b40166b40166b");
  EXPECT_EQ(id_of("multicol", params, {number(255), number(1), number(1)}), "254e88166b40166b");
  EXPECT_EQ(id_of("multicol", params, {number(256), number(1), number(1)}), "dd7c0b166b40166b");
  EXPECT_TRUE(id_of("multicol", params, {KeyPart::of_text("abcd"), number(256), number(256)})
                  .starts_with("refused: "));
  EXPECT_EQ(id_of("multicol", {{"column_count", "9"}}, {}),
            "no vindex: number of columns should be between 1 and 8 in the parameter "
            "'column_count'");
  EXPECT_EQ(
      id_of("multicol", {{"column_count", "3"}, {"column_bytes", "7,1"}}, {}),
      "no vindex: column bytes count exceeds the keyspace id length (total bytes count cannot "
      "exceed 8 bytes) in the parameter 'column_bytes'");
  EXPECT_TRUE(id_of("multicol", {{"column_count", "2"}, {"column_vindex", "cfc"}}, {})
                  .starts_with("no vindex: "));
  const auto vindex = *make_vindex("multicol", params);
  const Parts one{number(1)}, two{number(1), number(1)};
  EXPECT_EQ(hex_text(vindex->map_range({one})->value().first), "166b40");
  EXPECT_EQ(hex_text(vindex->map_range({one})->value().end), "166b41");
  EXPECT_EQ(hex_text(vindex->map_range({two})->value().end), "166b40166b41");
}

// region_experimental_test.go
TEST(Vindex, RegionStandsBeforeTheHash) {
  const auto id = [](const char* bytes, std::int64_t region) {
    return id_of("region_experimental", {{"region_bytes", bytes}},
                 {KeyPart::of_integer(region), KeyPart::of_integer(1)});
  };
  EXPECT_EQ(id("1", 1), "01166b40b44aba4bd6");
  EXPECT_EQ(id("1", 255), "ff166b40b44aba4bd6");
  EXPECT_EQ(id("1", 256), "00166b40b44aba4bd6");
  EXPECT_EQ(id("2", 1), "0001166b40b44aba4bd6");
  EXPECT_EQ(id("2", 255), "00ff166b40b44aba4bd6");
  EXPECT_EQ(id("2", 256), "0100166b40b44aba4bd6");
  EXPECT_EQ(id("2", 65536), "0000166b40b44aba4bd6");
  const auto vindex = *make_vindex("region_experimental", {{"region_bytes", "1"}});
  const Parts one{KeyPart::of_integer(1)};
  EXPECT_EQ(hex_text(vindex->map_range({one})->value().end), "02");
  EXPECT_TRUE(id_of("region_experimental", {{"region_bytes", "3"}}, {}).starts_with("no vindex"));
}

// cfc_test.go
TEST(Vindex, CfcRangesWhatBeginsAlike) {
  const auto end_of = [](std::string_view from) {
    const auto vindex = *make_vindex("cfc", {});
    const auto low = KeyPart::of_binary(from);
    const auto after = after_prefix(from);
    const auto high = KeyPart::of_binary(after);
    const auto range = vindex->map_range({{}, &low, after.empty() ? nullptr : &high});
    return range->has_value() ? hex_text((*range)->end) : std::string("anywhere");
  };
  EXPECT_EQ(end_of("\x03\x7b\xff"), "037c");
  EXPECT_EQ(end_of("\x03\x7b\xff\x06\x07"), "037bff0608");
  const VindexParams params{{"hash", "md5"}, {"offsets", "[2,5]"}};
  EXPECT_EQ(id_of("cfc", params, {KeyPart::of_text("abc")}),
            "refused: insufficient size for cfc vindex cfc. need 5, got 3");
  // Parts of 2, 3 and 2 bytes, each as long as its text.
  EXPECT_EQ(id_of("cfc", params, {KeyPart::of_text("abcdefg")}).size(), 14U);
  for (const auto* offsets : {"", "[]", "[0,1]", "[2,1]", "[2,2]", "x", "[-1]"})
    EXPECT_TRUE(id_of("cfc", {{"hash", "md5"}, {"offsets", offsets}}, {}).starts_with("no vindex"))
        << offsets;
  EXPECT_TRUE(id_of("cfc", {{"hash", "sha1"}}, {}).starts_with("no vindex"));
}

// key_test.go
TEST(VitessShards, AreReadAsKeyRanges) {
  for (const auto* name : {"-", "00-", "-80", "40-80", "80-", "a0-", "-A0", "0"})
    EXPECT_TRUE(parse_vitess_range(name).ok()) << name;
  for (const auto* name :
       {"", "11", "-1", "-111", "1-2", "x-80", "-80x", "select", "+", "80-40", "80-80", "-00"})
    EXPECT_FALSE(parse_vitess_range(name).ok()) << name;
  EXPECT_EQ(*parse_vitess_range("-8000"), *parse_vitess_range("-80"));
  const auto contains = [](std::string_view name, std::string_view id) {
    return parse_vitess_range(name)->contains(id);
  };
  EXPECT_TRUE(contains("3000000000000000-", std::string("\x30\0\0\0\0\0\0\0", 8)));
  EXPECT_FALSE(contains("-3000000000000000", std::string("\x30\0\0\0\0\0\0\0", 8)));
  EXPECT_TRUE(contains("3000000000000000-", "\x40"));
  EXPECT_FALSE(contains("3000000000000000-", "\x20"));
}

TEST(VitessShards, AreGeneratedAsVtctldclientDoes) {
  EXPECT_EQ(*generate_vitess_shards(1), Names{"-"});
  EXPECT_EQ(*generate_vitess_shards(2), (Names{"-80", "80-"}));
  EXPECT_EQ(*generate_vitess_shards(7),
            (Names{"-24", "24-49", "49-6d", "6d-92", "92-b6", "b6-db", "db-"}));
  EXPECT_EQ(*generate_vitess_shards(7, 1), (Names{"-2", "2-4", "4-6", "6-9", "9-b", "b-d", "d-"}));
  EXPECT_EQ(*generate_vitess_shards(7, 3),
            (Names{"-249", "249-492", "492-6db", "6db-924", "924-b6d", "b6d-db6", "db6-"}));
  EXPECT_EQ(generate_vitess_shards(512)->at(256), "8000-8080");
  EXPECT_EQ(generate_vitess_shards(256)->at(1), "01-02");
  EXPECT_FALSE(generate_vitess_shards(0).ok());
  EXPECT_FALSE(generate_vitess_shards(65537).ok());
  EXPECT_FALSE(generate_vitess_shards(32, 1).ok());
  EXPECT_EQ(*parse_vitess_shards("-20-40-e0-"), (Names{"-20", "20-40", "40-e0", "e0-"}));
  EXPECT_EQ(*parse_vitess_shards("-80,80-"), (Names{"-80", "80-"}));
  EXPECT_EQ(*parse_vitess_shards("-"), Names{"-"});
}

constexpr auto vschema = R"({"keyspaces": {"commerce": {
  "sharded": true,
  "vindexes": {"hash": {"type": "hash"}, "by_name": {"type": "xxhash"},
               "region": {"type": "region_experimental", "params": {"region_bytes": "1"}},
               "corder_keyspace_idx": {"type": "consistent_lookup_unique", "owner": "corder",
                 "params": {"table": "corder_keyspace_idx", "from": "order_id", "to": "keyspace_id"}}},
  "tables": {
    "customer": {"column_vindexes": [{"column": "customer_id", "name": "hash"}],
                 "auto_increment": {"column": "customer_id", "sequence": "customer_seq"}},
    "corder": {"column_vindexes": [{"column": "customer_id", "name": "hash"},
                                   {"column": "order_id", "name": "corder_keyspace_idx"}]},
    "product": {"type": "reference"},
    "visit": {"column_vindexes": [{"columns": ["region", "id"], "name": "region"}]},
    "wrong": {"column_vindexes": [{"column": "id", "name": "corder_keyspace_idx"}]},
    "dual": {"pinned": "00"}}},
  "lookup": {"tables": {"customer_seq": {"type": "sequence"}}}}})";

Vitess table_of(std::string_view name, Names shards) {
  const auto table = read_vschema_table(vschema, "commerce", name);
  EXPECT_TRUE(table.ok());
  auto placement = Vitess::make(*table, std::move(shards));
  EXPECT_TRUE(placement.ok());
  return std::move(placement).value();
}

TEST(Vitess, PlacesTheRowsOfAVschema) {
  const auto customer = table_of("customer", {"-80", "80-"});
  // 1 is 166b40b44aba4bd6, 4 is d2fd8867d50d2dfe.
  const Parts one{KeyPart::of_integer(1)}, four{KeyPart::of_integer(4)};
  EXPECT_EQ(*customer.owner(one), 0U);
  EXPECT_EQ(*customer.owner(four), 1U);
  EXPECT_EQ(customer.owners(KeyRange{})->size(), 2U);
  EXPECT_FALSE(customer.owner(Parts{KeyPart::of_integer(1), KeyPart::of_integer(2)}).ok());
  const auto visit = table_of("visit", {"-01", "01-02", "02-"});
  const Parts region{KeyPart::of_integer(1)};
  EXPECT_EQ(*visit.owners({region}), std::vector<NodeIndex>{1});
  EXPECT_EQ(*table_of("dual", {"-80", "80-"}).owner(one), 0U);
}

TEST(Vitess, RefusesTablesWithoutAPlace) {
  EXPECT_FALSE(read_vschema_table(vschema, "commerce", "product").ok());
  EXPECT_FALSE(read_vschema_table(vschema, "commerce", "nothing").ok());
  EXPECT_FALSE(read_vschema_table(vschema, "lookup", "customer_seq").ok());
  EXPECT_FALSE(read_vschema_table(vschema, "", "customer").ok());
  EXPECT_FALSE(read_vschema_table("{", "", "customer").ok());
  const auto wrong = read_vschema_table(vschema, "commerce", "wrong");
  ASSERT_TRUE(wrong.ok());
  EXPECT_FALSE(Vitess::make(*wrong, {"-"}).ok());
}

TEST(Vitess, FindsShardsByRangesOfIds) {
  std::shared_ptr<const Vindex> numeric = std::move(*make_vindex("numeric", {}));
  const auto shards = *parse_vitess_shards("-20-40-60-80-a0-c0-e0-");
  const auto placement = *Vitess::make(numeric, shards);
  const auto at = [](std::uint64_t top) { return KeyPart::of_natural(top << 56); };
  const auto owners = [&](std::uint64_t from, std::uint64_t to) {
    const auto low = at(from), high = at(to);
    const auto found = *placement.owners({{}, &low, to == 0 ? nullptr : &high});
    Names names;
    for (const auto shard : found) names.push_back(placement.nodes()[shard].name);
    return names;
  };
  EXPECT_EQ(owners(0x20, 0x40), Names{"20-40"});
  EXPECT_EQ(owners(0x10, 0x18), Names{"-20"});
  EXPECT_EQ(owners(0x1c, 0x2a), (Names{"-20", "20-40"}));
  EXPECT_EQ(owners(0x80, 0), (Names{"80-a0", "a0-c0", "c0-e0", "e0-"}));
  for (const auto id : testing::many_hashes(500)) EXPECT_EQ(placement.shard_of(id), id >> 61) << id;
}

TEST(Vitess, MovesBetweenShardsOfOneVindex) {
  const auto of = [](const char* type, Names shards) {
    return *Vitess::make(std::shared_ptr<const Vindex>(*make_vindex(type, {})), std::move(shards));
  };
  const auto totals = moves(of("hash", {"-80", "80-"}), of("hash", {"-80", "80-c0", "c0-"}));
  ASSERT_TRUE(totals.ok());
  EXPECT_DOUBLE_EQ(totals->moved, 0.5);
  EXPECT_EQ(totals->moved_between_survivors, 0);
  // What share of the keys a range of plain numbers holds, nobody knows.
  EXPECT_FALSE(moves(of("numeric", {"-80", "80-"}), of("numeric", {"-40", "40-"})).ok());
  EXPECT_FALSE(moves(of("hash", {"-"}), of("xxhash", {"-"})).ok());
}

TEST(Vitess, RefusesShardsThatOverlapAndIdsInAGap) {
  std::shared_ptr<const Vindex> numeric = std::move(*make_vindex("numeric", {}));
  for (const auto& shards : {Names{"-80", "40-"}, Names{"-", "80-"}, Names{"-80", "-80"},
                             Names{"40-80", "-60"}, Names{"80-", "c0-"}})
    EXPECT_FALSE(Vitess::make(numeric, shards).ok()) << shards[0];
  const auto gap = Vitess::make(numeric, {"-40", "80-"});
  ASSERT_TRUE(gap.ok());
  const auto inside = KeyPart::of_natural(std::uint64_t{0x50} << 56);
  const auto refused = gap->owner(Key(&inside, 1));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message, "no shard has the keyspace id 5000000000000000");
}

}  // namespace
}  // namespace isotherm::placement
