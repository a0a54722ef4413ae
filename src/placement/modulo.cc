#include "placement/modulo.h"

namespace isotherm::placement {

Modulo::Modulo(std::vector<Node> nodes, KeyHash key_hash)
    : HashedPlacement(std::move(nodes), key_hash),
      count_(this->nodes().size()),
      is_signed_(key_hash.kind == HashKind::identity) {}

Placed<Modulo> Modulo::make(std::vector<Node> nodes, KeyHash key_hash) {
  TRY(check_nodes(nodes));
  TRY(check_equal_weights(nodes, "modulo"));
  return Modulo(std::move(nodes), key_hash);
}

}  // namespace isotherm::placement
