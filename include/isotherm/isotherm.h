#pragma once

// isotherm.h: shard keys and ids, for any language that can call C.
//
// The library does no I/O, has no threads and no clock: times and random bits are handed in. The
// functions named *_new allocate; no other does. Texts are written into the caller's buffers, never
// ended by a zero; every buffer comes with its size. Objects may be shared by threads, but for
// making and freeing them.
//
// A strategy that gives the same shard again (isotherm_strategy) and one that draws
// (isotherm_drawer) are different types: only the first can be asked for the shard of an item.
//
// Stability: what is here never changes its meaning or its layout; a new field is a new function.
// Symbols have the version ISOTHERM_1. docs/formats.md says what keys look like, byte by byte.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a function came to. */
typedef enum isotherm_status {
  ISOTHERM_OK = 0,
  /* An argument is out of bounds, of a wrong type, or no number. */
  ISOTHERM_INVALID = 1,
  /* The key would have more than 2,048 bytes. */
  ISOTHERM_TOO_LONG = 2,
  /* The buffer is too small; the size that is needed is set. */
  ISOTHERM_NO_ROOM = 3,
  /* The text is no key of this format; the id has no such part. */
  ISOTHERM_UNREADABLE = 4,
  /* Ask again after the milliseconds that are set; 0: in the next millisecond. */
  ISOTHERM_WAIT = 5,
  /* Nothing is issued any more: the lease or the layout's time is over, or the clock is wrong. */
  ISOTHERM_REFUSED = 6
} isotherm_status;

/* "0.1.0" */
const char* isotherm_version(void);

/* ---- Values ---------------------------------------------------------------------------------- */

/* An input or a base: 'S' is UTF-8, 'N' a decimal number in any spelling, 'B' bytes, '-' absent. */
typedef struct isotherm_value {
  char type;
  const void* data;
  size_t size;
} isotherm_value;

/* ---- Hashes ---------------------------------------------------------------------------------- */

typedef enum isotherm_hash {
  ISOTHERM_MURMUR3_X86_32 = 0,
  ISOTHERM_XXH64 = 1,
  ISOTHERM_XXH3_64 = 2,
  ISOTHERM_FNV1A_64 = 3
} isotherm_hash;

uint32_t isotherm_murmur3_x86_32(const void* data, size_t size, uint32_t seed);
uint64_t isotherm_xxh64(const void* data, size_t size, uint64_t seed);
uint64_t isotherm_xxh3_64(const void* data, size_t size);
uint64_t isotherm_fnv1a_64(const void* data, size_t size);

/* ---- Deterministic strategies ---------------------------------------------------------------- */

typedef struct isotherm_strategy isotherm_strategy;

typedef enum isotherm_take { ISOTHERM_LAST = 0, ISOTHERM_FIRST = 1 } isotherm_take;
typedef enum isotherm_unit { ISOTHERM_CHARACTERS = 0, ISOTHERM_BYTES = 1 } isotherm_unit;
typedef enum isotherm_reading {
  ISOTHERM_AS_DECIMAL = 0,
  ISOTHERM_AS_HEX = 1,
  ISOTHERM_AS_BYTES = 2
} isotherm_reading;

/* Which part of an id chooses the shard. */
typedef struct isotherm_id_part {
  isotherm_take take;
  uint32_t count;
  isotherm_unit unit;
  isotherm_reading reading;
} isotherm_id_part;

/*
 * The strategy `hash`: shards is 1 to 65,536. NULL when an argument is out of bounds or memory is
 * short; what is wrong is then in `message`, ended by a zero (NULL, 0: not wanted).
 */
isotherm_strategy* isotherm_hash_strategy_new(uint32_t shards, isotherm_hash function,
                                              char* message, size_t message_size);
/* The strategy `id-suffix`: modulo `shards`, or with 0 the part as it is. */
isotherm_strategy* isotherm_id_strategy_new(const isotherm_id_part* part, uint32_t shards,
                                            char* message, size_t message_size);
void isotherm_strategy_free(isotherm_strategy* strategy);

uint32_t isotherm_strategy_shards(const isotherm_strategy* strategy);
/* The shard of inputs. INVALID: an 'N' is no number; UNREADABLE: the id has no such part. */
isotherm_status isotherm_shard_of(const isotherm_strategy* strategy, const isotherm_value* inputs,
                                  size_t count, uint32_t* shard);

/* ---- Strategies that draw -------------------------------------------------------------------- */

typedef struct isotherm_drawer isotherm_drawer;

/* NULL when shards is not 1 to 65,536 or memory is short. */
isotherm_drawer* isotherm_random_new(uint32_t shards);
isotherm_drawer* isotherm_round_robin_new(uint32_t shards, uint64_t begin);
void isotherm_drawer_free(isotherm_drawer* drawer);

uint32_t isotherm_drawer_shards(const isotherm_drawer* drawer);
/* A shard; of the random one by 64 random bits. */
uint32_t isotherm_draw(isotherm_drawer* drawer, uint64_t random);

/* ---- Formats --------------------------------------------------------------------------------- */

typedef struct isotherm_format isotherm_format;

typedef enum isotherm_digits { ISOTHERM_HEX = 0, ISOTHERM_DECIMAL = 1 } isotherm_digits;

typedef struct isotherm_format_fields {
  const char* separator;
  size_t separator_size;
  isotherm_digits digits;
  uint32_t padding;
  uint32_t first;
} isotherm_format_fields;

/* The format of so many shards; fields NULL: the default one, "-" and hex. */
isotherm_format* isotherm_format_new(const isotherm_format_fields* fields, uint32_t shards,
                                     char* message, size_t message_size);
void isotherm_format_free(isotherm_format* format);

uint32_t isotherm_format_shards(const isotherm_format* format);

/* A key has at most its base's bytes and so many more. */
#define ISOTHERM_ENDING_BYTES_MAX 16
/* The canonical text of an 'N' has at most so many bytes. */
#define ISOTHERM_NUMBER_BYTES_MAX 176

/* The digits of a shard. */
isotherm_status isotherm_suffix(const isotherm_format* format, uint32_t shard, char* out,
                                size_t room, size_t* size);
/* The key of a base in a shard. Fastest with ISOTHERM_ENDING_BYTES_MAX bytes more than the base. */
isotherm_status isotherm_shard_key(const isotherm_format* format, const isotherm_value* base,
                                   uint32_t shard, char* out, size_t room, size_t* size);
/* The key that inputs choose: isotherm_shard_of and isotherm_shard_key in one. */
isotherm_status isotherm_key_of(const isotherm_strategy* strategy, const isotherm_format* format,
                                const isotherm_value* base, const isotherm_value* inputs,
                                size_t count, char* out, size_t room, size_t* size);
/*
 * Every key of a base: that of shard i at out + i * stride, its size in sizes[i]. `stride` is at
 * least the base's size (of an 'N' its canonical text's) and ISOTHERM_ENDING_BYTES_MAX; `out` has
 * shards * stride bytes.
 */
isotherm_status isotherm_all_shard_keys(const isotherm_format* format, const isotherm_value* base,
                                        char* out, size_t stride, size_t* sizes);
/* Takes a key apart: the base is its first *base_size bytes. */
isotherm_status isotherm_parse_key(const isotherm_format* format, const char* key, size_t size,
                                   size_t* base_size, uint32_t* shard);

/*
 * From n to m shards: old shard s feeds the new shards t with t = s modulo this number. 0 when one
 * of the two is not 1 to 65,536.
 */
uint32_t isotherm_growth_step(uint32_t from, uint32_t to);

/* ---- Snowflakes ------------------------------------------------------------------------------ */

typedef struct isotherm_snowflake isotherm_snowflake;

typedef struct isotherm_snowflake_layout {
  int64_t epoch_ms;
  uint32_t time_bits;
  uint32_t datacentre_bits;
  uint32_t worker_bits;
  uint32_t sequence_bits;
} isotherm_snowflake_layout;

typedef struct isotherm_snowflake_parts {
  int64_t time_ms;
  uint32_t datacentre;
  uint32_t worker;
  uint32_t sequence;
} isotherm_snowflake_parts;

/* The layout of a name: isotherm, twitter, discord, javascript. */
isotherm_status isotherm_snowflake_layout_find(const char* name, isotherm_snowflake_layout* layout);

/*
 * A generator of one worker. It issues ids with window_begin_ms <= time < window_end_ms; without a
 * lease: 0 and INT64_MAX.
 */
isotherm_snowflake* isotherm_snowflake_new(const isotherm_snowflake_layout* layout,
                                           uint32_t datacentre, uint32_t worker,
                                           int64_t window_begin_ms, int64_t window_end_ms,
                                           char* message, size_t message_size);
void isotherm_snowflake_free(isotherm_snowflake* generator);

/*
 * Up to `count` consecutive ids: *first, *first + 1, … of *issued. WAIT sets *wait_ms: 0 when this
 * millisecond's numbers are taken, otherwise by how much the clock is behind. From any thread.
 */
isotherm_status isotherm_snowflake_issue(isotherm_snowflake* generator, int64_t now_ms,
                                         uint32_t count, uint64_t* first, uint32_t* issued,
                                         int64_t* wait_ms);
/* A renewed lease moves the window's end. */
void isotherm_snowflake_extend_window(isotherm_snowflake* generator, int64_t window_end_ms);
/* A lost or returned lease: nothing is issued any more. Returns the time that is free from here. */
int64_t isotherm_snowflake_close_window(isotherm_snowflake* generator);

isotherm_status isotherm_snowflake_parse(const isotherm_snowflake_layout* layout, uint64_t id,
                                         isotherm_snowflake_parts* parts);
/* The ids with from_ms <= time < to_ms. */
isotherm_status isotherm_snowflake_range(const isotherm_snowflake_layout* layout, int64_t from_ms,
                                         int64_t to_ms, uint64_t* lowest, uint64_t* highest);

/* ---- UUID version 7 -------------------------------------------------------------------------- */

typedef struct isotherm_uuid7 isotherm_uuid7;

/* `ahead_max_ms`: by how much ids may be ahead of the clock; 10,000 is usual. */
isotherm_uuid7* isotherm_uuid7_new(int64_t ahead_max_ms);
void isotherm_uuid7_free(isotherm_uuid7* generator);
/* The next, by 128 random bits. REFUSED: the clock is too far behind. From any thread. */
isotherm_status isotherm_uuid7_issue(isotherm_uuid7* generator, int64_t now_ms, uint64_t high,
                                     uint64_t low, uint8_t uuid[16]);
/* 36 bytes of text, and back; UNREADABLE: not of that form, or not of version 7. */
void isotherm_uuid_write(const uint8_t uuid[16], char text[36]);
isotherm_status isotherm_uuid7_read(const char* text, size_t size, uint8_t uuid[16],
                                    int64_t* time_ms);

/* ---- Counters that are not hot --------------------------------------------------------------- */

/* The 63 low bits in reverse; its own inverse. INVALID for 2^63 and more. */
isotherm_status isotherm_bit_reversed_positive(uint64_t counter, uint64_t* id);
/* Hash digits (1 to 8), "-", the counter in decimal: at most 29 bytes. And back. */
isotherm_status isotherm_hash_prefixed(uint32_t digits, uint64_t counter, char* out, size_t room,
                                       size_t* size);
isotherm_status isotherm_hash_prefixed_parse(uint32_t digits, const char* key, size_t size,
                                             uint64_t* counter);

/* ---- Placement: which node owns a key ------------------------------------------------------- */

typedef struct isotherm_placement isotherm_placement;

/*
 * A placement of a scheme (ring, jump, rendezvous, maglev, modulo, ketama, redis-cluster) over
 * nodes, written "a:256,b:128" with weights or "a,b" without; redis-cluster deals its slots to them
 * in equal runs, as redis-cli creates a cluster. NULL when it is refused; the reason is in
 * `message`.
 */
isotherm_placement* isotherm_placement_new(const char* scheme, const char* nodes, char* message,
                                           size_t message_size);
void isotherm_placement_free(isotherm_placement* placement);

uint32_t isotherm_placement_nodes(const isotherm_placement* placement);
isotherm_status isotherm_placement_node_name(const isotherm_placement* placement, uint32_t node,
                                             char* out, size_t room, size_t* size);

/* A key has at most so many parts. */
#define ISOTHERM_KEY_PARTS_MAX 8
/* The node that owns a key of one part or several. UNREADABLE: no node does. */
isotherm_status isotherm_placement_owner(const isotherm_placement* placement,
                                         const isotherm_value* key, size_t parts, uint32_t* node);
/* The first `count` different nodes of a key, its owner first. REFUSED: the scheme has no replicas,
 * or fewer nodes. */
isotherm_status isotherm_placement_replicas(const isotherm_placement* placement,
                                            const isotherm_value* key, size_t parts,
                                            uint32_t* nodes, size_t count);

/* Jump consistent hash: 0 to buckets - 1; -1 when buckets is less than 1. */
int32_t isotherm_jump_bucket(uint64_t hash, int32_t buckets);

/* ---- What deployed systems compute, to the bit ------------------------------------------------
 */

/* Redis Cluster: the slot of a key, 0 to 16383, by its hash tag if it has one. */
uint16_t isotherm_redis_slot(const void* key, size_t size);
/* The cluster that a node describes: its answer to CLUSTER NODES, or the text of its nodes.conf. */
isotherm_placement* isotherm_redis_cluster_new(const char* cluster_nodes, size_t size,
                                               char* message, size_t message_size);

/* memcached's clients: the position of a key on ketama's ring. */
uint32_t isotherm_ketama_hash(const void* key, size_t size);

/* Cassandra, ScyllaDB: the token of a serialized partition key. */
int64_t isotherm_cassandra_token(const void* key, size_t size);
/*
 * The token of a partition key's columns: 'S' and 'B' are the bytes that the column serializes to,
 * a whole 'N' is CQL's bigint. INVALID: no column, one that is too long, another 'N'.
 */
isotherm_status isotherm_cassandra_key_token(const isotherm_value* columns, size_t count,
                                             int64_t* token);
/* A ring of tokens: tokens[i] belongs to the node owners[i] of the list "a,b,c". */
isotherm_placement* isotherm_cassandra_new(const char* nodes, const int64_t* tokens,
                                           const uint32_t* owners, size_t count, char* message,
                                           size_t message_size);

/*
 * MongoDB: the hash of a hashed shard key's value, given as BSON: the byte of its type (0x02 a
 * string, 0x07 an ObjectId, 0x12 a long, …) and the bytes that follow an element's name.
 * UNREADABLE: the bytes are no value of that type. An array (0x04) is hashed too, but no hashed
 * index takes one.
 */
isotherm_status isotherm_mongo_hash(uint8_t bson_type, const void* value, size_t size,
                                    int64_t* hash);

/* Vitess: a rule that makes keyspace ids of a row's columns. */
typedef struct isotherm_vindex isotherm_vindex;

/* A vindex's type and its parameters, each "name=value". NULL when it is refused. */
isotherm_vindex* isotherm_vindex_new(const char* type, const char* const* parameters, size_t count,
                                     char* message, size_t message_size);
void isotherm_vindex_free(isotherm_vindex* vindex);
/* How many columns it takes. */
uint32_t isotherm_vindex_columns(const isotherm_vindex* vindex);
/* The keyspace id of the columns' values. UNREADABLE: Vitess gives such a row to no shard. */
isotherm_status isotherm_keyspace_id(const isotherm_vindex* vindex, const isotherm_value* columns,
                                     size_t count, uint8_t* id, size_t room, size_t* size);
/*
 * Rows on shards, named "-80,80-" or "-40-80-": a node of the placement is a shard, a key the
 * columns' values. The vindex may be freed before the placement.
 */
isotherm_placement* isotherm_vitess_new(const isotherm_vindex* vindex, const char* shards,
                                        char* message, size_t message_size);
/* The shard of a keyspace id. UNREADABLE: none has it. INVALID: the placement is none of Vitess. */
isotherm_status isotherm_vitess_shard(const isotherm_placement* placement, const uint8_t* id,
                                      size_t size, uint32_t* shard);

#ifdef __cplusplus
}
#endif
