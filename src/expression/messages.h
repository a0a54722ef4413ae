#pragma once

// Every text that this room says to a client, as the service says it.
// Sources: the public conformance suite and dynalite's tests, both checked against the service.

#include <optional>
#include <string>
#include <string_view>

#include "expression/path.h"
#include "model/error.h"

namespace isotherm::expression {

/// `Invalid <parameter>: <what>`
Error invalid_expression(std::string_view parameter, std::string_view what);
/// `One or more parameter values were invalid: <what>`
Error invalid_parameter(std::string_view what);

namespace message {

// Of the text of an expression; each follows "Invalid <parameter>: ".
inline constexpr std::string_view empty_expression = "The expression can not be empty;";
inline constexpr std::string_view redundant_parentheses =
    "The expression has redundant parentheses;";
inline constexpr std::string_view one_condition_per_key =
    "KeyConditionExpressions must only contain one condition per key";
/// Without the size where it is not given.
std::string expression_too_long(std::optional<std::size_t> bytes);
std::string too_many_operators(int count);
std::string syntax_error(std::string_view token, std::string_view near);
std::string reserved_keyword(std::string_view word);
std::string unknown_function(std::string_view function);
std::string not_in_condition(std::string_view function);
std::string not_in_update(std::string_view function);
std::string misused_function(std::string_view function);
std::string undefined_name(std::string_view placeholder);
std::string undefined_value(std::string_view placeholder);
std::string list_index_out_of_range(std::string_view index);
std::string path_too_deep(std::size_t levels);
std::string operand_count(std::string_view function, int count);
std::string too_many_in_operands(int count);
std::string operand_type(std::string_view function, std::string_view type);
/// Of ADD and DELETE, which name types by long words.
std::string section_operand_type(std::string_view section, AttributeType type);
std::string path_required(std::string_view function);
std::string operands_not_distinct(std::string_view function, const Path& path);
std::string unknown_attribute_type(std::string_view type);
std::string between_types_differ(const AttributeValue& lower, const AttributeValue& upper);
std::string between_bounds_swapped(const AttributeValue& lower, const AttributeValue& upper);
std::string repeated_section(std::string_view section);
std::string overlapping_paths(const Path& one, const Path& two);
std::string conflicting_paths(const Path& one, const Path& two);

// Of placeholders.
inline constexpr std::string_view names_without_expression =
    "ExpressionAttributeNames can only be specified when using expressions";
inline constexpr std::string_view values_without_expression =
    "ExpressionAttributeValues can only be specified when using expressions";
inline constexpr std::string_view placeholders_too_large =
    "Combined size of ExpressionAttributeNames and ExpressionAttributeValues exceeds max size";
/// `parameter` is "ExpressionAttributeNames" or "ExpressionAttributeValues".
std::string empty_placeholders(std::string_view parameter);
std::string malformed_placeholder(std::string_view parameter, std::string_view key);
std::string placeholder_too_long(std::string_view parameter, std::string_view key);
std::string empty_attribute_name(std::string_view key);
std::string unused_placeholders(std::string_view parameter, std::string_view keys);

// Of key conditions.
inline constexpr std::string_view nested_operations =
    "KeyConditionExpressions cannot contain nested operations";
inline constexpr std::string_view nested_key_attribute =
    "KeyConditionExpressions cannot have conditions on nested attributes";
inline constexpr std::string_view several_names_in_condition =
    "Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition";
inline constexpr std::string_view no_key_attribute =
    "Invalid condition in KeyConditionExpression: No key attribute specified";
inline constexpr std::string_view key_condition_not_supported = "Query key condition not supported";
inline constexpr std::string_view key_condition_type =
    "Condition parameter type does not match schema type";
inline constexpr std::string_view no_key_conditions = "Conditions can be of length 1 or 2 only";
inline constexpr std::string_view not_indexable =
    "Attempted conditional constraint is not an indexable operation";
inline constexpr std::string_view partition_key_too_long =
    "Size of hashkey has exceeded the maximum size limit of2048 bytes";
inline constexpr std::string_view sort_key_too_long =
    "Aggregated size of all range keys has exceeded the size limit of 1024 bytes";
std::string invalid_key_operator(std::string_view op);
std::string key_attribute_must_be_first(std::string_view op);
std::string too_many_key_conditions(std::size_t conditions, std::size_t key_attributes);
std::string missing_key_element(std::string_view attribute);
std::string empty_key_value(std::string_view attribute, AttributeType type);

// Of applying an update to an item.
inline constexpr std::string_view update_operand_type =
    "An operand in the update expression has an incorrect data type";
inline constexpr std::string_view update_operand_missing =
    "The provided expression refers to an attribute that does not exist in the item";
inline constexpr std::string_view update_path_invalid =
    "The document path provided in the update expression is invalid for update";
inline constexpr std::string_view legacy_type_mismatch = "Type mismatch for attribute to update";
inline constexpr std::string_view nested_too_deep =
    "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels "
    "beyond supported limit";

// Of the parameters before expressions.
inline constexpr std::string_view values_of_different_types =
    "AttributeValues inside AttributeValueList must be of same type";
inline constexpr std::string_view legacy_between_bounds_swapped =
    "The BETWEEN condition was provided a range where the lower bound is greater than the upper "
    "bound";
inline constexpr std::string_view update_without_value =
    "Only DELETE action is allowed when no attribute value is specified";
std::string value_count(std::string_view op);
std::string value_type(std::string_view op, AttributeType type);
std::string legacy_delete_type(AttributeType type);
std::string legacy_add_type(AttributeType type);
std::string duplicate_attribute_name(std::string_view name);
std::string value_and_list(std::string_view attribute);
std::string exists_and_operator(std::string_view attribute);
std::string operator_without_value(std::string_view op, std::string_view attribute);
std::string list_without_operator(std::string_view attribute);
/// `exists` is "null" or "true".
std::string value_missing(std::string_view exists, std::string_view attribute);
std::string value_not_wanted(std::string_view attribute);

}  // namespace message
}  // namespace isotherm::expression
