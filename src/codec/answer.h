#pragma once

// Answers of a server, read by the same tables of members as requests (member.h), liberally: what
// is missing stays as the struct has it.
//
// The readers here are members' read functions made from where in the struct a value belongs:
//
//   constexpr Members<StreamSummary, 2> stream_members{{
//       {"StreamArn", field<&StreamSummary::arn>, true},
//       {"TableName", field<&StreamSummary::table_name>},
//   }};

#include <string_view>
#include <utility>
#include <vector>

#include "codec/member.h"
#include "model/attribute_value.h"

namespace isotherm::codec {

/// An `internal` error that says what is wrong with an answer; `answer` is its name in the API.
Error bad_answer(std::string_view answer, std::string_view problem);

/// Reads a whole body by its table of members. An empty body counts as `{}`. At the end
/// `finish(reader, response)` completes the response, or finds what is wrong with it. `response` is
/// what the answer is when it tells nothing.
template <class Response, std::size_t N, class Finish = decltype([](Reader&, Response&) {})>
Result<Response> read_answer(std::string_view body, std::string_view answer,
                             const Members<Response, N>& members, Finish finish = {},
                             Response response = {}) {
  const auto json = parse_json(body.empty() ? "{}" : body);
  if (!json.ok()) return bad_answer(answer, "it is no JSON");
  Reader reader;
  read_structure(reader, Place(), *json, answer, Position::element, members, response);
  if (!reader.failed()) finish(reader, response);
  const Result<void> result = reader.result();
  if (!result.ok()) return bad_answer(answer, result.error().message());
  return response;
}

/// Like read_list, but a null keeps its place.
template <class T, class Each>
void read_places(Reader& reader, const Place& place, const Json& json, std::vector<T>& out,
                 Each each) {
  const auto elements = reader.list(json);
  if (!elements) return;
  std::uint32_t index = 0;
  for (const Json element : *elements) {
    T& into = out.emplace_back();
    if (!is_null(element)) each(place.element(index), element, into);
    ++index;
    if (reader.failed()) return;
  }
}

// Values by their types.
void read_into(Reader& reader, const Place& place, const Json& json, std::string& out);
void read_into(Reader& reader, const Place& place, const Json& json, bool& out);
void read_into(Reader& reader, const Place& place, const Json& json, std::int64_t& out);
/// A number in any form.
void read_into(Reader& reader, const Place& place, const Json& json, double& out);
void read_into(Reader& reader, const Place& place, const Json& json, UnixMillis& out);
void read_into(Reader& reader, const Place& place, const Json& json, Item& out);
void read_into(Reader& reader, const Place& place, const Json& json, std::vector<std::string>& out);
void read_into(Reader& reader, const Place& place, const Json& json, std::vector<Item>& out);
template <class T>
void read_into(Reader& reader, const Place& place, const Json& json, std::optional<T>& out) {
  read_into(reader, place, json, out.emplace());
}

template <class Pointer>
struct PointedAt;
template <class Class, class Value>
struct PointedAt<Value Class::*> {
  using Struct = Class;
};
/// The struct that a pointer to a member is of.
template <auto pointer>
using StructOf = typename PointedAt<decltype(pointer)>::Struct;

template <class T>
T& present(T& value) {
  return value;
}
template <class T>
T& present(std::optional<T>& value) {
  return value ? *value : value.emplace();
}

/// A value: of the member, or of the member of the member, and so on.
template <auto first, auto... rest>
void field(Reader& reader, const Place& place, const Json& json, StructOf<first>& out) {
  read_into(reader, place, json, ((out.*first).*....*rest));
}

/// A value of an enumeration.
template <const auto& names, auto first, auto... rest>
void named(Reader& reader, const Place& place, const Json& json, StructOf<first>& out) {
  reader.read_enum(place, json, names, ((out.*first).*....*rest));
}

/// A structure that is a struct of its own.
template <const auto& members, auto member>
void part(Reader& reader, const Place& place, const Json& json, StructOf<member>& out) {
  read_structure(reader, place, json, place.name(), Position::field, members, present(out.*member));
}

/// A structure whose members belong to the struct itself.
template <const auto& members, class T>
void inside(Reader& reader, const Place& place, const Json& json, T& out) {
  read_structure(reader, place, json, place.name(), Position::field, members, out);
}

/// A list of structures.
template <const auto& members, auto member>
void list_of(Reader& reader, const Place& place, const Json& json, StructOf<member>& out) {
  read_list(reader, place, json, Position::field, out.*member,
            [&](const Place& at, const Json& element, auto& into) {
              read_structure(reader, at, element, place.name(), Position::element, members, into);
            });
}

}  // namespace isotherm::codec
