#include "codec/encode_parameters.h"

#include "codec/append_member.h"
#include "codec/enum_names.h"
#include "model/item_json.h"

namespace isotherm::codec {
namespace {

void append_one(const AttributeValue& value, JsonWriter& json) {
  json.value_next();
  append_value(value, json.out());
  json.value_done();
}

void append_value_member(const std::optional<AttributeValue>& value, JsonWriter& json) {
  if (!value) return;
  json.key("Value");
  append_one(*value, json);
}

void append_value_list(const std::optional<std::vector<AttributeValue>>& values, JsonWriter& json) {
  if (!values) return;
  json.key("AttributeValueList").begin_array();
  for (const AttributeValue& value : *values) append_one(value, json);
  json.end_array();
}

// A map of attribute names to structures; `append_members` writes those of one structure.
template <class Map, class AppendMembers>
void append_by_attribute(std::string_view name, const std::optional<Map>& map, JsonWriter& json,
                         AppendMembers append_members) {
  if (!map) return;
  json.key(name).begin_object();
  for (const auto& [attribute, structure] : *map) {
    json.client_key(attribute).begin_object();
    append_members(structure);
    json.end_object();
  }
  json.end_object();
}

}  // namespace

void append_names(const std::optional<ExpressionNames>& names, JsonWriter& json) {
  if (!names) return;
  json.key("ExpressionAttributeNames").begin_object();
  for (const auto& [placeholder, name] : *names) json.client_key(placeholder).string(name);
  json.end_object();
}

void append_placeholders(const ExpressionPlaceholders& placeholders, JsonWriter& json) {
  append_names(placeholders.names, json);
  if (!placeholders.values) return;
  json.key("ExpressionAttributeValues").begin_object();
  for (const auto& [placeholder, value] : *placeholders.values) {
    json.client_key(placeholder);
    append_one(value, json);
  }
  json.end_object();
}

void append_expected(const std::optional<ExpectedAttributes>& expected, JsonWriter& json) {
  append_by_attribute("Expected", expected, json, [&](const ExpectedAttribute& one) {
    append_member("Exists", one.exists, json);
    append_value_member(one.value, json);
    append_enum("ComparisonOperator", comparison_operator_names, one.op, json);
    append_value_list(one.values, json);
  });
}

void append_conditions(std::string_view name, const std::optional<LegacyConditions>& conditions,
                       JsonWriter& json) {
  append_by_attribute(name, conditions, json, [&](const LegacyCondition& one) {
    json.key("ComparisonOperator").string(enum_name(comparison_operator_names, one.op));
    append_value_list(one.values, json);
  });
}

void append_updates(const std::optional<AttributeUpdates>& updates, JsonWriter& json) {
  append_by_attribute("AttributeUpdates", updates, json, [&](const AttributeUpdate& one) {
    append_value_member(one.value, json);
    append_enum("Action", attribute_action_names, one.action, json);
  });
}

void append_conditional_operator(std::optional<ConditionalOperator> op, JsonWriter& json) {
  append_enum("ConditionalOperator", conditional_operator_names, op, json);
}

void append_wanted(ReturnConsumedCapacity wanted, JsonWriter& json) {
  append_enum_unless(ReturnConsumedCapacity::none, "ReturnConsumedCapacity",
                     return_consumed_capacity_names, wanted, json);
}

void append_wanted(ReturnItemCollectionMetrics wanted, JsonWriter& json) {
  append_enum_unless(ReturnItemCollectionMetrics::none, "ReturnItemCollectionMetrics",
                     return_item_collection_metrics_names, wanted, json);
}

}  // namespace isotherm::codec
