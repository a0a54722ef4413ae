#pragma once

// Where in a request a member stands, as the service writes it in messages:
// "keySchema.1.member.keyType". Places form a chain on the stack and become text only when
// something is wrong.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace isotherm::codec {

class Place {
 public:
  /// The request itself.
  Place() = default;

  /// The `rank`-th member of the structure here, by the service's order of reporting.
  Place member(std::string_view name, std::uint32_t rank) const {
    return Place(this, Kind::member, name, rank);
  }
  /// An element of the list here, counted from 0.
  Place element(std::uint32_t index) const { return Place(this, Kind::element, {}, index); }
  /// An entry of the map here, the `rank`-th in the document.
  Place entry(std::string_view key, std::uint32_t rank) const {
    return Place(this, Kind::entry, key, rank);
  }

  std::string_view name() const { return name_; }
  std::string text() const;
  /// Orders places as the service reports them: a structure before its members.
  std::vector<std::uint32_t> order() const;

 private:
  enum class Kind : std::uint8_t { root, member, element, entry };
  Place(const Place* parent, Kind kind, std::string_view name, std::uint32_t rank)
      : parent_(parent), name_(name), rank_(rank), kind_(kind) {}

  const Place* parent_ = nullptr;
  std::string_view name_;
  std::uint32_t rank_ = 0;
  Kind kind_ = Kind::root;
};

}  // namespace isotherm::codec
