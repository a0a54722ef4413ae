#pragma once

// What all decoders share: the body's frame, and members that many requests have.

#include <string_view>

#include "codec/member.h"
#include "store/parameters.h"

namespace isotherm::codec {

/// Reads a whole body by its table of members. An empty body counts as `{}`. At the end
/// `check(reader, request)` may find more.
template <class Request, std::size_t N, class Check = decltype([](Reader&, Request&) {})>
Result<Request> decode_body(std::string_view body, std::string_view java_class,
                            const Members<Request, N>& members, Check check = {}) {
  const auto json = parse_json(body.empty() ? "{}" : body);
  if (!json.ok()) return Error::serialization("");
  Reader reader;
  Request request;
  read_structure(reader, Place(), *json, java_class, Position::element, members, request);
  if (!reader.failed()) check(reader, request);
  TRY(reader.result());
  return request;
}

/// TableName of an operation on items: a name or an ARN, of 1 to 255 characters.
void read_table_name(Reader& reader, const Place& place, const Json& json, std::string& out);

/// A table by its name or its ARN, as it stands: of 1 to 1024 bytes.
void read_table_reference(Reader& reader, const Place& place, const Json& json, std::string& out);
/// The length that an ARN of a backup, an export or an import has at the least and at the most.
void read_arn_length(Reader& reader, const Place& place, std::string_view arn);
/// A count from 1 to `max`.
void read_page_size(Reader& reader, const Place& place, const Json& json, std::int64_t max,
                    std::optional<std::int64_t>& out);

void read_capacity_wanted(Reader& reader, const Place& place, const Json& json,
                          ReturnConsumedCapacity& out);
/// AttributesToGet.
void read_attribute_names(Reader& reader, const Place& place, const Json& json,
                          std::optional<std::vector<std::string>>& out);
void read_expression_names(Reader& reader, const Place& place, const Json& json,
                           std::optional<ExpressionNames>& out);
void read_expression_values(Reader& reader, const Place& place, const Json& json,
                            std::optional<ExpressionValues>& out);

}  // namespace isotherm::codec
