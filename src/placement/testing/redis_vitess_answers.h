#pragma once

// Known answers of Redis Cluster and Vitess, with where each list is from. All were published by
// the projects' own tests or documents, unless it says "computed": then by an independent
// implementation that agrees with the published ones.

#include <cstdint>
#include <string_view>

namespace isotherm::placement::testing {

struct SlotAnswer {
  std::string_view key;
  std::uint16_t slot;
};

struct CrcAnswer {
  std::string_view bytes;
  std::uint16_t crc;
};

/// redis/redis src/crc16.c (123456789); Jedis JedisClusterCRC16Test, Lettuce CRC16UnitTests.
inline constexpr CrcAnswer crc_answers[] = {
    {"", 0},
    {"123456789", 12739},
    {"sfger132515", 42076},
    {"hae9Napahngaikeethievubaibogiech", 22734},
    {"AAAAAAAAAAAAAAAAAAAAAA", 37581},
    {"Hello, World!", 20438},
};

/// redis-doc commands/cluster-keyslot.md; redis tests/unit/moduleapi/misc.tcl; tests of Jedis and
/// other clients.
inline constexpr SlotAnswer slot_answers[] = {
    {"somekey", 11058},
    {"foo{hash_tag}", 2515},
    {"bar{hash_tag}", 2515},
    {"foo", 12182},
    {"bar", 5061},
    {"hello", 866},
    {"user:1000", 1649},
    {"", 0},
    {"51", 7186},
    {"simple-key", 6985},
    {"foo{bar}zap", 5061},
    {"{bar}zap", 5061},
    {"foo{}{bar}", 8363},
    {"foo{bar", 15278},
    {"foo}bar", 7223},
    {"foo{bar}{zap}", 5061},
    {"foo{{bar}}zap", 4015},
    {"a{tag}", 8338},
    {"b{tag}", 8338},
    {std::string_view("\000{\377}\001", 5), 7920},
};

/// redis/redis src/crc16_slottable.h: shortest alphanumeric keys of some slots.
inline constexpr SlotAnswer slot_table_answers[] = {
    {"06S", 0},     {"Qi", 1},      {"5L5", 2},     {"4Iu", 3},    {"0or", 100},   {"19w", 1000},
    {"6iL", 4095},  {"0cY", 4096},  {"1OV", 5460},  {"8M", 5461},  {"6xN", 8191},  {"8YG", 8192},
    {"4BE", 10922}, {"63n", 10923}, {"9Le", 12182}, {"he", 16000}, {"4oi", 16382}, {"6ZJ", 16383},
};

/// Computed; the last six are from reports of clients' bugs: empty, unclosed and
/// reversed tags.
inline constexpr SlotAnswer computed_slots[] = {
    {"{user1000}.following", 3443},
    {"{user1000}.followers", 3443},
    {"{}bar", 6479},
    {"{}foo", 9500},
    {"foo}bar{", 11073},
    {"{", 4092},
    {"}", 12090},
    {"{}", 15257},
    {"{{}}", 4092},
    {"{a}", 15495},
    {"a{b}c{d}e", 3300},
    {"kh\303\263a", 8524},
    {"\346\227\245\346\234\254\350\252\236", 12788},
    {"{\346\227\245\346\234\254}\350\252\236", 10949},
    {"caf\303\251:{\303\274n\303\257}", 9441},
    {"\360\237\224\221", 3314},
    {"k\360\237\224\221{\360\237\224\221}", 3314},
    {"{}abc", 5980},
    {"wp:{}{same}", 1583},
    {"}{abc", 15680},
    {"{abc", 444},
    {"user:{tag}:1", 8338},
    {"A}B{C", 7939},
};

/// A vindex's answer: `type` is N (a whole number), T (text), 0 (null); an empty id: refused.
struct VindexAnswer {
  char type;
  std::string_view value;
  std::string_view id_hex;
};

/// vitessio/vitess go/vt/vtgate/vindexes/hash_test.go.
inline constexpr VindexAnswer hash_answers[] = {
    {'N', "1", "166b40b44aba4bd6"},
    {'N', "2", "06e7ea22ce92708f"},
    {'N', "3", "4eb190c9a2fa169c"},
    {'0', "", ""},
    {'N', "4", "d2fd8867d50d2dfe"},
    {'N', "5", "70bb023c810ca87a"},
    {'N', "6", "f098480ac4c4be71"},
    {'N', "0", "8ca64de9c1b123a7"},
    {'N', "-1", "355550b2150e2451"},
    {'N', "18446744073709551615", "355550b2150e2451"},
    {'N', "9223372036854775807", "f77d48aadda1f1bb"},
    {'N', "9223372036854775807", "f77d48aadda1f1bb"},
    {'N', "-9223372036854775808", "95f8a5e5dd31d900"},
    {'N', "255", "254e882e6597f41d"},
    {'N', "256", "dd7c0bbd61fafd54"},
    {'N', "29999", "fcd63e56d3374d88"},
    {'N', "397", "5584fa738baaf516"},
    {'N', "1", "166b40b44aba4bd6"},
    {'N', "2", "06e7ea22ce92708f"},
    {'N', "53", "112e24a89d54df8d"},
    {'N', "1004", "d03ef2a58daed99e"},
    {'N', "-1", "355550b2150e2451"},
    {'N', "-2", "da4341f68183d0ef"},
    {'N', "-4", "79b691b84cfea0c8"},
};

/// vitessio/vitess go/vt/vtgate/vindexes/xxhash_test.go, numeric_static_map_test.go.
inline constexpr VindexAnswer xxhash_answers[] = {
    {'T', "test1", "d01ab7e4d6978f0b"},
    {'T', "test2", "87eb11714c0a0e89"},
    {'T', "testaverylongvaluetomakesurethisworks", "81d8c38e0d850e6a"},
    {'N', "1", "d46405367612b4b7"},
    {'0', "", "99e9d85137db46ef"},
    {'N', "-1", "d8e2a6a7c8c7623d"},
    {'N', "18446744073709551615", "477cfa8d6d8f1f8d"},
    {'N', "9223372036854775807", "b37eb01f7bffafd8"},
    {'N', "9223372036854775807", "b37eb01f7bffafd8"},
    {'N', "-9223372036854775808", "102c27ddb26a609e"},
    {'N', "2", "8b59801662b52160"},
};

/// vitessio/vitess go/vt/vtgate/vindexes/numeric_test.go.
inline constexpr VindexAnswer numeric_answers[] = {
    {'N', "1", "0000000000000001"}, {'N', "2", "0000000000000002"}, {'N', "3", "0000000000000003"},
    {'N', "4", "0000000000000004"}, {'N', "5", "0000000000000005"}, {'N', "6", "0000000000000006"},
    {'N', "7", "0000000000000007"}, {'N', "8", "0000000000000008"}, {'0', "", ""},
};

/// vitessio/vitess go/vt/vtgate/vindexes/reverse_bits_test.go.
inline constexpr VindexAnswer reverse_bits_answers[] = {
    {'N', "1", "8000000000000000"},
    {'N', "2", "4000000000000000"},
    {'N', "3", "c000000000000000"},
    {'N', "4", "2000000000000000"},
    {'N', "5", "a000000000000000"},
    {'N', "6", "6000000000000000"},
    {'0', "", ""},
};

/// vitessio/vitess go/vt/vtgate/vindexes/binarymd5_test.go.
inline constexpr VindexAnswer binary_md5_answers[] = {
    {'T', "test1", "5a105e8b9d40e1329780d62ea2265d8a"},
    {'T', "TEST", "033bd94b1168d7e4f0d644c3c95e35bf"},
    {'0', "", "d41d8cd98f00b204e9800998ecf8427e"},
    {'T', "Test", "0cbc6611f5540bd0809a388dc95a615b"},
    {'T', "heythere", "d9e62c0ad204fe91658ecc758049e515"},
};

/// vitessio/vitess go/vt/vtgate/vindexes/binary_test.go.
inline constexpr VindexAnswer binary_answers[] = {
    {'T', "test1", "7465737431"},
    {'T', "test2", "7465737432"},
    {'0', "", ""},
};

/// vitessio/vitess go/vt/vtgate/vindexes/unicodeloosemd5_test.go.
inline constexpr VindexAnswer unicode_loose_md5_answers[] = {
    {'T', "Test", "0b5edbb401fd7524393690491d64f1f5"},
    {'T', "TEST", "0b5edbb401fd7524393690491d64f1f5"},
    {'T', "Te\314\201st", "0b5edbb401fd7524393690491d64f1f5"},
    {'T', "T\303\251st", "0b5edbb401fd7524393690491d64f1f5"},
    {'T', "B\303\251st", "c2b2332e4f73d00741026249706f2fb6"},
    {'T', "Test ", "0b5edbb401fd7524393690491d64f1f5"},
    {'T', " Test", "a2e3515c7e8df1ffd2ccfc11c6b19dd1"},
    {'T', "Test\011", "82456dd87a9c7a02b1c2056b5abaa272"},
    {'T', "T\303\251stLooong", "9683e12b80430cd453f5dfdfba81c9a5"},
    {'T', "T", "ac0f9179f51db87fe8ecc0cf40cab97a"},
    {'0', "", "d41d8cd98f00b204e9800998ecf8427e"},
};

/// vitessio/vitess go/vt/vtgate/vindexes/unicodeloosexxhash_test.go.
inline constexpr VindexAnswer unicode_loose_xxhash_answers[] = {
    {'T', "Test", "42d21361087a4c07"},
    {'T', "TEst", "42d21361087a4c07"},
    {'T', "Te\314\201st", "42d21361087a4c07"},
    {'T', "T\303\251st", "42d21361087a4c07"},
    {'T', "B\303\251st", "926975b9ce2ec316"},
    {'T', "Test ", "42d21361087a4c07"},
    {'T', " Test", "4fcb8be34ec05775"},
    {'T', "Test\011", "20af87fc36e3fd51"},
    {'T', "T\303\251stLooong", "d3ea873942b484a7"},
    {'T', "T", "f81c3be2d501fe18"},
    {'0', "", "99e9d85137db46ef"},
};

/// vitessio/vitess go/vt/vtgate/vindexes/null_test.go.
inline constexpr VindexAnswer null_answers[] = {
    {'N', "1", "00"},
    {'N', "2", "00"},
    {'N', "3", "00"},
    {'N', "4", "00"},
    {'N', "5", "00"},
    {'N', "6", "00"},
    {'N', "1234567890123", "00"},
    {'0', "", "00"},
};

}  // namespace isotherm::placement::testing
