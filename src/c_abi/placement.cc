// The C interface: placement.

#include <array>

#include "c_abi/objects.h"
#include "placement/jump.h"
#include "placement/maglev.h"
#include "placement/modulo.h"
#include "placement/rendezvous.h"
#include "placement/ring.h"

using namespace isotherm;
using namespace isotherm::c_abi;
using isotherm::placement::Node;

namespace {

using Owned = std::unique_ptr<const placement::Placement>;

template <class Scheme>
placement::Placed<Owned> owned(placement::Placed<Scheme> made) {
  if (!made.ok()) return Failure(made.error());
  return Owned(std::make_unique<const Scheme>(std::move(made).value()));
}

placement::Placed<Owned> make(std::string_view scheme, std::string_view text) {
  ASSIGN_OR_RETURN(std::vector<Node> nodes, placement::parse_nodes(text));
  if (scheme == "ring") return owned(placement::Ring::make(std::move(nodes)));
  if (scheme == "jump") return owned(placement::Jump::make(std::move(nodes)));
  if (scheme == "rendezvous") return owned(placement::Rendezvous::make(std::move(nodes)));
  if (scheme == "maglev") return owned(placement::Maglev::make(std::move(nodes)));
  if (scheme == "modulo") return owned(placement::Modulo::make(std::move(nodes)));
  return placement::refuse("there is no scheme '" + std::string(scheme) +
                           "' here; ring, jump, rendezvous, maglev and modulo are");
}

/// A key's parts on the stack.
class KeyOf {
 public:
  isotherm_status read(const isotherm_value* key, std::size_t parts) {
    if (parts < 1 || parts > parts_.size()) return ISOTHERM_INVALID;
    for (std::size_t i = 0; i < parts; ++i)
      if (!read_part(key[i], i)) return ISOTHERM_INVALID;
    count_ = parts;
    return ISOTHERM_OK;
  }
  placement::Key view() const { return {parts_.data(), count_}; }

 private:
  bool read_part(const isotherm_value& value, std::size_t i) {
    Number number;
    sharding::KeyPart part;
    if (part_of(value, number, part) != ISOTHERM_OK) return false;
    using Type = sharding::KeyPart::Type;
    if (part.type == Type::text) parts_[i] = placement::KeyPart::of_text(part.bytes);
    if (part.type == Type::binary) parts_[i] = placement::KeyPart::of_binary(part.bytes);
    if (part.type == Type::absent) parts_[i] = placement::KeyPart::of_null();
    if (part.type == Type::number) {
      const std::size_t bytes = number.write_to(numbers_[i].data());
      parts_[i] = placement::KeyPart::of_decimal({numbers_[i].data(), bytes});
    }
    return true;
  }

  std::array<placement::KeyPart, ISOTHERM_KEY_PARTS_MAX> parts_;
  std::array<std::array<char, Number::text_bytes_max>, ISOTHERM_KEY_PARTS_MAX> numbers_;
  std::size_t count_ = 0;
};

}  // namespace

isotherm_placement* isotherm_placement_new(const char* scheme, const char* nodes, char* message,
                                           size_t message_size) {
  return made(
      [&]() -> isotherm_placement* {
        auto placed = make(scheme, nodes);
        if (placed.ok()) return new isotherm_placement{std::move(placed).value()};
        tell(placed.error().message, message, message_size);
        return nullptr;
      },
      message, message_size);
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
