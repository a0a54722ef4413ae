// The C interface: placement.

#include "c_abi/placed.h"
#include "placement/jump.h"
#include "placement/ketama.h"
#include "placement/maglev.h"
#include "placement/modulo.h"
#include "placement/redis_cluster.h"
#include "placement/rendezvous.h"
#include "placement/ring.h"

using namespace isotherm;
using namespace isotherm::c_abi;
using isotherm::placement::Node;

namespace {

placement::Placed<Owned> make(std::string_view scheme, std::string_view text) {
  ASSIGN_OR_RETURN(std::vector<Node> nodes, placement::parse_nodes(text));
  if (scheme == "ring") return owned(placement::Ring::make(std::move(nodes)));
  if (scheme == "jump") return owned(placement::Jump::make(std::move(nodes)));
  if (scheme == "rendezvous") return owned(placement::Rendezvous::make(std::move(nodes)));
  if (scheme == "maglev") return owned(placement::Maglev::make(std::move(nodes)));
  if (scheme == "modulo") return owned(placement::Modulo::make(std::move(nodes)));
  if (scheme == "ketama") return owned(placement::Ketama::make(std::move(nodes)));
  if (scheme == "redis-cluster") return owned(placement::RedisCluster::even(std::move(nodes)));
  return placement::refuse(
      "there is no scheme '" + std::string(scheme) +
      "' here; ring, jump, rendezvous, maglev, modulo, ketama and redis-cluster are");
}

}  // namespace

isotherm_placement* isotherm_placement_new(const char* scheme, const char* nodes, char* message,
                                           size_t message_size) {
  return made_placement([&] { return make(scheme, nodes); }, message, message_size);
}

void isotherm_placement_free(isotherm_placement* placement) { delete placement; }

uint32_t isotherm_placement_nodes(const isotherm_placement* placement) {
  return static_cast<uint32_t>(placement->placement->nodes().size());
}

isotherm_status isotherm_placement_node_name(const isotherm_placement* placement, uint32_t node,
                                             char* out, size_t room, size_t* size) {
  const auto nodes = placement->placement->nodes();
  if (node >= nodes.size()) return ISOTHERM_INVALID;
  return put(nodes[node].name, out, room, size);
}

isotherm_status isotherm_placement_owner(const isotherm_placement* placement,
                                         const isotherm_value* key, size_t parts, uint32_t* node) {
  KeyOf read;
  if (read.read(key, parts) != ISOTHERM_OK) return ISOTHERM_INVALID;
  const auto owner = placement->placement->owner(read.view());
  if (!owner.ok() || *owner == placement::no_node) return ISOTHERM_UNREADABLE;
  *node = *owner;
  return ISOTHERM_OK;
}

isotherm_status isotherm_placement_replicas(const isotherm_placement* placement,
                                            const isotherm_value* key, size_t parts,
                                            uint32_t* nodes, size_t count) {
  KeyOf read;
  if (read.read(key, parts) != ISOTHERM_OK) return ISOTHERM_INVALID;
  return placement->placement->replicas(read.view(), {nodes, count}).ok() ? ISOTHERM_OK
                                                                          : ISOTHERM_REFUSED;
}

int32_t isotherm_jump_bucket(uint64_t hash, int32_t buckets) {
  return buckets < 1 ? -1 : placement::jump_bucket(hash, buckets);
}
