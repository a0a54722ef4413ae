#include "codec/decode_legacy.h"

#include "codec/member.h"
#include "codec/read_value.h"

namespace isotherm::codec {
namespace {

using Values = std::optional<std::vector<AttributeValue>>;

void read_value_list(Reader& reader, const Place& place, const Json& json, Values& out) {
  read_values(reader, place, json, out.emplace());
}

constexpr Members<ExpectedAttribute, 4> expected_members{{
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
}};

constexpr Members<LegacyCondition, 2> condition_members{{
    {"AttributeValueList",
     [](Reader& reader, const Place& place, const Json& json, LegacyCondition& out) {
       read_value_list(reader, place, json, out.values);
     }},
    {"ComparisonOperator",
     [](Reader& reader, const Place& place, const Json& json, LegacyCondition& out) {
       reader.read_enum(place, json, comparison_operator_names, out.op);
     },
     true},
}};

constexpr Members<AttributeUpdate, 2> update_members{{
    {"Value",
     [](Reader& reader, const Place& place, const Json& json, AttributeUpdate& out) {
       read_value(reader, place, json, Position::field, out.value.emplace());
     }},
    {"Action",
     [](Reader& reader, const Place& place, const Json& json, AttributeUpdate& out) {
       reader.read_enum(place, json, attribute_action_names, out.action);
     }},
}};

template <class Map, std::size_t N>
// NOLINTNEXTLINE(readability-function-size): what is read, from where, into what.
void read_map_of(Reader& reader, const Place& place, const Json& json, std::string_view java_class,
                 const Members<typename Map::mapped_type, N>& members, Map& out) {
  read_map(reader, place, json, java_class, out,
           [&](const Place& at, const Json& value, typename Map::mapped_type& into) {
             if (at.name().empty()) {
               reader.objection(at, Error::validation("One or more parameter values were invalid: "
                                                      "Empty attribute name"));
             }
             read_structure(reader, at, value, java_class, Position::element, members, into);
           });
}

}  // namespace

void read_expected(Reader& reader, const Place& place, const Json& json,
                   std::optional<ExpectedAttributes>& out) {
  read_map_of(reader, place, json, "ExpectedAttributeValue", expected_members, out.emplace());
}

void read_conditions(Reader& reader, const Place& place, const Json& json,
                     std::optional<LegacyConditions>& out) {
  read_map_of(reader, place, json, "Condition", condition_members, out.emplace());
}

void read_attribute_updates(Reader& reader, const Place& place, const Json& json,
                            std::optional<AttributeUpdates>& out) {
  read_map_of(reader, place, json, "AttributeValueUpdate", update_members, out.emplace());
}

void read_conditional_operator(Reader& reader, const Place& place, const Json& json,
                               std::optional<ConditionalOperator>& out) {
  reader.read_enum(place, json, conditional_operator_names, out);
}

}  // namespace isotherm::codec
