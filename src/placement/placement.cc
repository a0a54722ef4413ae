#include "placement/placement.h"

namespace isotherm::placement {

Placed<void> Placement::owners_of(std::span<const std::string_view> keys,
                                  std::span<NodeIndex> out) const {
  expects(keys.size() == out.size(), "as many owners as keys");
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto part = KeyPart::of_text(keys[i]);
    const auto found = owner(Key(&part, 1));
    if (!found.ok()) return found.error();
    out[i] = *found;
  }
  return {};
}

Placed<void> Placement::replicas(Key, std::span<NodeIndex>) const {
  return refuse("the scheme " + std::string(scheme()) + " defines no replicas");
}

Placed<void> Placement::check_replicas(std::size_t wanted) const {
  if (wanted <= nodes_.size()) return {};
  return refuse(std::to_string(wanted) + " replicas cannot lie on " +
                std::to_string(nodes_.size()) + " nodes");
}

std::string hex_text(std::uint64_t value) {
  constexpr char digits[] = "0123456789abcdef";
  std::string out = "0x0000000000000000";
  for (std::size_t i = out.size(); i > 2; --i, value >>= 4) out[i - 1] = digits[value & 15];
  return out;
}

std::string hex_text(std::string_view bytes) {
  constexpr char digits[] = "0123456789abcdef";
  std::string out;
  for (const char c : bytes) {
    out.push_back(digits[static_cast<unsigned char>(c) >> 4]);
    out.push_back(digits[static_cast<unsigned char>(c) & 15]);
  }
  return out;
}

std::string key_text(Key key) {
  std::string out;
  for (const auto& part : key) {
    if (!out.empty()) out += ", ";
    switch (part.type) {
      case PartType::integer:
      case PartType::date: out += std::to_string(part.integer); break;
      case PartType::natural: out += std::to_string(part.natural()); break;
      case PartType::real: out += std::to_string(part.real); break;
      case PartType::boolean: out += part.integer != 0 ? "true" : "false"; break;
      case PartType::text:
      case PartType::decimal: out += part.bytes; break;
      case PartType::binary:
      case PartType::object_id:
      case PartType::document: out += "0x" + hex_text(part.bytes); break;
      default: out += type_words(part.type);
    }
  }
  return out;
}

}  // namespace isotherm::placement
