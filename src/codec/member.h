#pragma once

// Structures of the API model as data: a table of members for each, in the order in which the
// service reports what is wrong with them.

#include <array>
#include <bitset>

#include "codec/reader.h"

namespace isotherm::codec {

/// One member of the structure that becomes a T.
template <class T>
struct Member {
  std::string_view name;
  void (*read)(Reader& reader, const Place& place, const Json& json, T& out);
  bool required = false;
};

template <class T, std::size_t N>
using Members = std::array<Member<T>, N>;

/// Reads the members of a JSON object; those that are required and not there are violations.
template <class T, std::size_t N>
void read_members(Reader& reader, const Place& place, const JsonObject& object,
                  const Members<T, N>& members, T& out) {
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

/// Reads a structure of the class.
template <class T, std::size_t N>
// NOLINTNEXTLINE(readability-function-size): what is read, from where, into what.
void read_structure(Reader& reader, const Place& place, const Json& json,
                    std::string_view java_class, Position position, const Members<T, N>& members,
                    T& out) {
  const auto object = reader.structure(json, java_class, position);
  if (object) read_members(reader, place, *object, members, out);
}

/// Calls `each(place, json, element&)` for the elements of a list; nulls are left out.
template <class T, class Each>
// NOLINTNEXTLINE(readability-function-size): what is read, from where, into what.
void read_list(Reader& reader, const Place& place, const Json& json, Position position,
               std::vector<T>& out, Each each) {
  const auto elements = reader.list(json, position);
  if (!elements) return;
  std::uint32_t index = 0;
  for (const Json element : *elements) {
    if (!is_null(element)) each(place.element(index), element, out.emplace_back());
    ++index;
    if (reader.failed()) return;
  }
}

/// Calls `each(place, json, value&)` for the entries of a map; nulls are left out.
template <class Map, class Each>
// NOLINTNEXTLINE(readability-function-size): what is read, from where, into what.
void read_map(Reader& reader, const Place& place, const Json& json, std::string_view java_value,
              Map& out, Each each) {
  const auto entries = reader.map(json, java_value);
  if (!entries) return;
  std::uint32_t index = 0;
  for (const auto& [key, value] : *entries) {
    if (!is_null(value)) each(place.entry(key, index), value, out[std::string(key)]);
    ++index;
    if (reader.failed()) return;
  }
}

}  // namespace isotherm::codec
