#include "codec/decode_body.h"

#include "codec/decode.h"
#include "codec/name.h"
#include "codec/read_value.h"

namespace isotherm::codec {

void read_table_name(Reader& reader, const Place& place, const Json& json, std::string& out) {
  const auto text = reader.read_text(json);
  if (!text) return;
  const std::string_view name = table_name_of(*text);
  out.assign(name);
  if (name.empty()) {
    reader.violation(place, "''", "Member must have length greater than or equal to 1");
  } else if (!is_name(name)) {
    reader.bad_table_name(place, name, std::string(name_constraint));
  } else if (name.size() > 255) {
    reader.bad_table_name(place, name, "Member must have length less than or equal to 255");
  }
}

void read_table_reference(Reader& reader, const Place& place, const Json& json, std::string& out) {
  if (reader.read(json, out)) reader.check_length(place, out, 1, 1024);
}

void read_arn_length(Reader& reader, const Place& place, std::string_view arn) {
  reader.check_length(place, arn, 37, 1024);
}

void read_page_size(Reader& reader, const Place& place, const Json& json, std::int64_t max,
                    std::optional<std::int64_t>& out) {
  std::int64_t size = 0;
  if (!reader.read_integer(json, "Integer", size)) return;
  out = size;
  reader.check_at_least(place, size, 1);
  reader.check_at_most(place, size, max);
}

void read_capacity_wanted(Reader& reader, const Place& place, const Json& json,
                          ReturnConsumedCapacity& out) {
  reader.read_enum(place, json, return_consumed_capacity_names, out);
}

void read_attribute_names(Reader& reader, const Place& place, const Json& json,
                          std::optional<std::vector<std::string>>& out) {
  reader.read_strings(json, out.emplace());
  if (!out->empty()) return;
  reader.violation(place, "'[]'", "Member must have length greater than or equal to 1");
}

void read_expression_names(Reader& reader, const Place&, const Json& json,
                           std::optional<ExpressionNames>& out) {
  const auto entries = reader.map(json, "java.lang.String");
  if (!entries) return;
  out.emplace();
  for (const auto& [placeholder, value] : *entries) {
    if (is_null(value)) continue;
    if (!reader.read(value, (*out)[std::string(placeholder)])) return;
  }
}

void read_expression_values(Reader& reader, const Place& place, const Json& json,
                            std::optional<ExpressionValues>& out) {
  read_map(reader, place, json, "AttributeValue", out.emplace(),
           [&](const Place& at, const Json& value, AttributeValue& into) {
             const std::string problem =
                 read_attribute_value(reader, value, Position::element, into);
             if (problem.empty()) return;
             reader.objection(
                 place, Error::validation("ExpressionAttributeValues contains invalid value: " +
                                          problem + " for key " + std::string(at.name())));
           });
}

Result<void> decode_nothing(std::string_view body) {
  struct Nothing {};
  TRY(decode_body<Nothing>(body, "Request", Members<Nothing, 0>{}));
  return {};
}

}  // namespace isotherm::codec
