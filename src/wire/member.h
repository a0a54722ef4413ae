#pragma once

// Structures of the API model as data: a table of members for each, in the order in which the
// service reports what is wrong with them.

#include <array>
#include <bitset>

#include "wire/reader.h"

namespace isotherm::wire {

/// One member of the structure that becomes a T.
template <class T>
struct Member {
  std::string_view name;
  void (*read)(Reader& reader, const Place& place, const Json& json, T& out);
  bool required = false;
};

/// A structure of the API model.
template <class T, std::size_t N>
struct Structure {
  /// Its class in the service, which messages name.
  std::string_view java_class;
  std::array<Member<T>, N> members;
};

/// Reads the members of a JSON object; those that are required and not there are violations.
template <class T, std::size_t N>
void read_members(Reader& reader, const Place& place, const JsonObject& object,
                  const Structure<T, N>& structure, T& out) {
  const auto& members = structure.members;
  std::bitset<N> seen;
  for (const auto& [name, value] : object) {
    for (std::size_t i = 0; i < N; ++i) {
      if (members[i].name != name) continue;
      if (is_null(value)) break;
      seen.set(i);
      members[i].read(reader, place.member(members[i].name, static_cast<std::uint32_t>(i)), value,
                      out);
      if (reader.failed()) return;
      break;
    }
  }
  for (std::size_t i = 0; i < N; ++i) {
    if (!members[i].required || seen[i]) continue;
    reader.missing(place.member(members[i].name, static_cast<std::uint32_t>(i)));
  }
}

/// Reads a structure that is a member of another.
template <class T, std::size_t N>
void read_field(Reader& reader, const Place& place, const Json& json,
                const Structure<T, N>& structure, T& out) {
  const auto object = reader.structure(json, structure.java_class, Position::field);
  if (object) read_members(reader, place, *object, structure, out);
}

/// Reads a structure that is an element of a list or a map.
template <class T, std::size_t N>
void read_element(Reader& reader, const Place& place, const Json& json,
                  const Structure<T, N>& structure, T& out) {
  const auto object = reader.structure(json, structure.java_class, Position::element);
  if (object) read_members(reader, place, *object, structure, out);
}

/// Calls `each(place, json, element&)` for the elements of a list, unless it is none; nulls are
/// left out.
template <class T, class Each>
void read_elements(Reader& reader, const Place& place, const std::optional<JsonArray>& elements,
                   std::vector<T>& out, Each each) {
  if (!elements) return;
  std::uint32_t index = 0;
  for (const Json element : *elements) {
    if (!is_null(element)) each(place.element(index), element, out.emplace_back());
    ++index;
    if (reader.failed()) return;
  }
}

/// The same for a list that is a member of a structure.
template <class T, class Each>
void read_list(Reader& reader, const Place& place, const Json& json, std::vector<T>& out,
               Each each) {
  read_elements(reader, place, reader.list(json), out, each);
}

/// Calls `each(place, json, value&)` for the entries of a map, unless it is none; nulls are left
/// out.
template <class Map, class Each>
void read_entries(Reader& reader, const Place& place, const std::optional<JsonObject>& entries,
                  Map& out, Each each) {
  if (!entries) return;
  std::uint32_t index = 0;
  for (const auto& [key, value] : *entries) {
    if (!is_null(value)) each(place.entry(key, index), value, out[std::string(key)]);
    ++index;
    if (reader.failed()) return;
  }
}

}  // namespace isotherm::wire
