// The C interface: what Redis Cluster, memcached's clients, Cassandra, MongoDB and Vitess compute.

#include "c_abi/placed.h"
#include "placement/cassandra.h"
#include "placement/ketama.h"
#include "placement/mongo_hash.h"
#include "placement/redis_cluster.h"
#include "placement/vitess.h"

using namespace isotherm;
using namespace isotherm::c_abi;
using placement::Placed;
using placement::refuse;

namespace {

Placed<Owned> make_cassandra(const char* nodes, std::span<const std::int64_t> tokens,
                             const std::uint32_t* owners) {
  ASSIGN_OR_RETURN(auto parsed, placement::parse_nodes(nodes));
  std::vector<placement::CassandraToken> list;
  list.reserve(tokens.size());
  for (std::size_t i = 0; i < tokens.size(); ++i) list.push_back({tokens[i], owners[i]});
  return owned(placement::Cassandra::make(std::move(parsed), list));
}

Placed<std::unique_ptr<placement::Vindex>> make_vindex(const char* type,
                                                       std::span<const char* const> parameters) {
  placement::VindexParams params;
  for (const std::string_view parameter : parameters) {
    const auto equals = parameter.find('=');
    if (equals == std::string_view::npos)
      return refuse("the parameter '" + std::string(parameter) + "' is not name=value");
    params[std::string(parameter.substr(0, equals))] = parameter.substr(equals + 1);
  }
  return placement::make_vindex(type, params);
}

Placed<Owned> make_vitess(const isotherm_vindex& vindex, const char* shards) {
  ASSIGN_OR_RETURN(auto names, placement::parse_vitess_shards(shards));
  return owned(placement::Vitess::make(vindex.vindex, std::move(names)));
}

}  // namespace

uint16_t isotherm_redis_slot(const void* key, size_t size) {
  return placement::redis_slot(view(key, size));
}

isotherm_placement* isotherm_redis_cluster_new(const char* cluster_nodes, size_t size,
                                               char* message, size_t message_size) {
  return made_placement(
      [&] { return owned(placement::RedisCluster::read(view(cluster_nodes, size))); }, message,
      message_size);
}

uint32_t isotherm_ketama_hash(const void* key, size_t size) {
  return placement::Ketama::hash_of(view(key, size));
}

int64_t isotherm_cassandra_token(const void* key, size_t size) {
  return placement::cassandra_token(view(key, size));
}

isotherm_status isotherm_cassandra_key_token(const isotherm_value* columns, size_t count,
                                             int64_t* token) {
  KeyOf read;
  if (read.read(columns, count) != ISOTHERM_OK) return ISOTHERM_INVALID;
  placement::KeyBytes space;
  const auto bytes = placement::cassandra_key(read.view(), space);
  if (!bytes.ok()) return ISOTHERM_INVALID;
  *token = placement::cassandra_token(*bytes);
  return ISOTHERM_OK;
}

// NOLINTNEXTLINE(readability-function-size): C has no other way.
isotherm_placement* isotherm_cassandra_new(const char* nodes, const int64_t* tokens,
                                           const uint32_t* owners, size_t count, char* message,
                                           size_t message_size) {
  return made_placement([&] { return make_cassandra(nodes, {tokens, count}, owners); }, message,
                        message_size);
}

isotherm_status isotherm_mongo_hash(uint8_t bson_type, const void* value, size_t size,
                                    int64_t* hash) {
  const auto hashed = placement::mongo_hash_of_bson(bson_type, view(value, size));
  if (!hashed.ok()) return ISOTHERM_UNREADABLE;
  *hash = *hashed;
  return ISOTHERM_OK;
}

isotherm_vindex* isotherm_vindex_new(const char* type, const char* const* parameters, size_t count,
                                     char* message, size_t message_size) {
  return made(
      [&]() -> isotherm_vindex* {
        auto vindex = make_vindex(type, {parameters, count});
        if (vindex.ok()) return new isotherm_vindex{std::move(vindex).value()};
        tell(vindex.error().message, message, message_size);
        return nullptr;
      },
      message, message_size);
}

void isotherm_vindex_free(isotherm_vindex* vindex) { delete vindex; }

uint32_t isotherm_vindex_columns(const isotherm_vindex* vindex) {
  return static_cast<uint32_t>(vindex->vindex->columns());
}

// NOLINTNEXTLINE(readability-function-size): C has no other way.
isotherm_status isotherm_keyspace_id(const isotherm_vindex* vindex, const isotherm_value* columns,
                                     size_t count, uint8_t* id, size_t room, size_t* size) {
  KeyOf read;
  if (read.read(columns, count) != ISOTHERM_OK) return ISOTHERM_INVALID;
  if (count != vindex->vindex->columns()) return ISOTHERM_INVALID;
  placement::KeyBytes bytes;
  if (!vindex->vindex->map(read.view(), bytes).ok()) return ISOTHERM_UNREADABLE;
  return put(bytes.view(), reinterpret_cast<char*>(id), room, size);
}

isotherm_placement* isotherm_vitess_new(const isotherm_vindex* vindex, const char* shards,
                                        char* message, size_t message_size) {
  return made_placement([&] { return make_vitess(*vindex, shards); }, message, message_size);
}

isotherm_status isotherm_vitess_shard(const isotherm_placement* placement, const uint8_t* id,
                                      size_t size, uint32_t* shard) {
  const auto* vitess = dynamic_cast<const placement::Vitess*>(placement->placement.get());
  if (vitess == nullptr) return ISOTHERM_INVALID;
  *shard = vitess->shard_of(view(id, size));
  return *shard == placement::no_node ? ISOTHERM_UNREADABLE : ISOTHERM_OK;
}
