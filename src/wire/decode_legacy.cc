#include "wire/decode_legacy.h"

#include "wire/member.h"
#include "wire/read_value.h"

namespace isotherm::wire {
namespace {

using Values = std::optional<std::vector<AttributeValue>>;

void read_value_list(Reader& reader, const Place& place, const Json& json, Values& out) {
  read_values(reader, place, json, out.emplace());
}

constexpr Structure<ExpectedAttribute, 4> expected_structure{
    "ExpectedAttributeValue",
    {{
        {"AttributeValueList",
         [](Reader& reader, const Place& place, const Json& json, ExpectedAttribute& out) {
           read_value_list(reader, place, json, out.values);
         }},
        {"ComparisonOperator",
         [](Reader& reader, const Place& place, const Json& json, ExpectedAttribute& out) {
           reader.read_enum(place, json, comparison_operator_names, out.op);
         }},
        {"Exists", [](Reader& reader, const Place&, const Json& json,
                      ExpectedAttribute& out) { reader.read(json, out.exists); }},
        {"Value",
         [](Reader& reader, const Place& place, const Json& json, ExpectedAttribute& out) {
           read_value(reader, place, json, Position::field, out.value.emplace());
         }},
    }}};

constexpr Structure<LegacyCondition, 2> condition_structure{
    "Condition",
    {{
        {"AttributeValueList",
         [](Reader& reader, const Place& place, const Json& json, LegacyCondition& out) {
           read_value_list(reader, place, json, out.values);
         }},
        {"ComparisonOperator",
         [](Reader& reader, const Place& place, const Json& json, LegacyCondition& out) {
           reader.read_enum(place, json, comparison_operator_names, out.op);
         },
         true},
    }}};

constexpr Structure<AttributeUpdate, 2> update_structure{
    "AttributeValueUpdate",
    {{
        {"Value",
         [](Reader& reader, const Place& place, const Json& json, AttributeUpdate& out) {
           read_value(reader, place, json, Position::field, out.value.emplace());
         }},
        {"Action",
         [](Reader& reader, const Place& place, const Json& json, AttributeUpdate& out) {
           reader.read_enum(place, json, attribute_action_names, out.action);
         }},
    }}};

template <class Map, std::size_t N>
void read_map_of(Reader& reader, const Place& place, const Json& json,
                 const Structure<typename Map::mapped_type, N>& structure, Map& out) {
  read_entries(reader, place, reader.map(json, structure.java_class), out,
               [&](const Place& at, const Json& value, typename Map::mapped_type& into) {
                 read_element(reader, at, value, structure, into);
               });
}

}  // namespace

void read_expected(Reader& reader, const Place& place, const Json& json,
                   std::optional<ExpectedAttributes>& out) {
  read_map_of(reader, place, json, expected_structure, out.emplace());
}

void read_conditions(Reader& reader, const Place& place, const Json& json,
                     std::optional<LegacyConditions>& out) {
  read_map_of(reader, place, json, condition_structure, out.emplace());
}

void read_attribute_updates(Reader& reader, const Place& place, const Json& json,
                            std::optional<AttributeUpdates>& out) {
  read_map_of(reader, place, json, update_structure, out.emplace());
}

void read_conditional_operator(Reader& reader, const Place& place, const Json& json,
                               std::optional<ConditionalOperator>& out) {
  reader.read_enum(place, json, conditional_operator_names, out);
}

}  // namespace isotherm::wire
