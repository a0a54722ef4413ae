#pragma once

// Every text that this room says to a client.
// Sources: the public conformance suite and other public tests recorded from the service; where
// nobody has recorded a text, the words are ours.

#include <string>
#include <string_view>
#include <vector>

#include "model/error.h"

namespace isotherm::partiql::message {

/// `Statement wasn't well formed, can't be processed: <detail>`
Error malformed(std::string_view detail);
/// `<text> at <line>:<column>:<length>`: where the token stands in the statement, in characters.
std::string at(std::string_view text, std::string_view statement, std::string_view token);

// Each follows the words of malformed().
inline constexpr std::string_view unexpected_after = "Unexpected token after expression";
inline constexpr std::string_view unexpected_term = "Unexpected term";
inline constexpr std::string_view unexpected_keyword = "Unexpected keyword";
inline constexpr std::string_view unexpected_operator = "Unexpected operator";
inline constexpr std::string_view missing_right_side =
    "Missing right-hand side expression of infix operator";
inline constexpr std::string_view expected_manipulation = "Expected data manipulation";
inline constexpr std::string_view expected_simple_path = "Expected identifier for simple path";
inline constexpr std::string_view invalid_path_dot = "Invalid path dot component";
inline constexpr std::string_view expected_type = "Expected type name";
inline constexpr std::string_view expected_from = "Expected FROM after SELECT list";
inline constexpr std::string_view expected_into = "Expected INTO after INSERT";
inline constexpr std::string_view expected_returning =
    "Expected (MODIFIED | ALL) (NEW | OLD) * after RETURNING";
inline constexpr std::string_view empty_group = "Expression group cannot be empty";
inline constexpr std::string_view too_deep = "The expression has too many levels";
std::string expected(std::string_view what);

inline constexpr std::string_view aliasing = "Aliasing is not supported";
inline constexpr std::string_view no_where_key =
    "Where clause does not contain a mandatory equality on all key attributes";
inline constexpr std::string_view key_mismatch =
    "The provided key element does not match the schema";
inline constexpr std::string_view parameter_count =
    "Number of parameters in request and statement don't match.";
inline constexpr std::string_view duplicate_item = "Duplicate primary key exists in table";
inline constexpr std::string_view several_items =
    "Unsupported operation: Inserting multiple items in a single statement is not supported, use "
    "\"INSERT INTO tableName VALUE item\" instead";
inline constexpr std::string_view exists_outside =
    "EXISTS can only be used in ExecuteTransaction write requests.";
inline constexpr std::string_view exists_form =
    "EXISTS() must contain a single item read with additional condition";
inline constexpr std::string_view no_such_index = "The table does not have the specified index";
inline constexpr std::string_view compound_key =
    "PartiQL statements cannot be executed on tables with multi-attribute HASH keys or "
    "multi-attribute RANGE keys.";
inline constexpr std::string_view consistent_global =
    "Strongly consistent read is not supported on Global Secondary Indexes";
inline constexpr std::string_view write_on_index = "This operation is not supported on an index";
inline constexpr std::string_view insert_into_path =
    "FROM clause may only contain a single table name";
inline constexpr std::string_view path_too_long =
    "A path may contain at most 2 components in the FROM clause";
inline constexpr std::string_view empty_component = "Path component cannot be an empty string";
inline constexpr std::string_view bad_source = "Unexpected from source";
inline constexpr std::string_view overlapping =
    "Overlapping conditions with range keys are not supported in where clause";
inline constexpr std::string_view too_many_reads =
    "Too many decomposed read operations for a given query.";
inline constexpr std::string_view batch_select_key =
    "Select statements within BatchExecuteStatement must specify the primary key in the where "
    "clause.";
inline constexpr std::string_view transaction_select_key =
    "Select statements within ExecuteTransaction must specify the primary key in the where clause.";
inline constexpr std::string_view transaction_index =
    "Reads on indices are not supported within transactions.";
inline constexpr std::string_view transaction_returning =
    "RETURNING clause is not supported in ExecuteTransaction.";
inline constexpr std::string_view transaction_mixed =
    "ExecuteTransaction API does not support both read and write operations in the same request.";
inline constexpr std::string_view batch_mixed =
    "BatchExecuteStatement API does not support both read and write operations in the same "
    "request.";
inline constexpr std::string_view invalid_token = "Invalid NextToken";
inline constexpr std::string_view other_token = "NextToken does not match request";

inline constexpr std::string_view order_without_where =
    "Must have WHERE clause in the statement when using ORDER BY clause.";
inline constexpr std::string_view order_without_key =
    "Must have at least one non-optional hash key condition in WHERE clause when using ORDER BY "
    "clause.";
inline constexpr std::string_view order_of_several =
    "Must have hash key in ORDER BY clause when more than one hash key condition specified in "
    "WHERE clause.";
std::string order_by_other(std::string_view attribute);

inline constexpr std::string_view empty_bag = "Empty bags are not supported";
inline constexpr std::string_view mixed_bag =
    "Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags";

std::string key_type(std::string_view attribute);
std::string several_conditions(std::string_view attribute);
std::string unsupported_operation(std::string_view name);
std::string bad_returning(std::string_view clause);
std::string operand_count(std::string_view function, std::size_t count);
std::string operand_type(std::string_view function, std::string_view type);
std::string too_many_in_operands(std::size_t count);
std::string unknown_attribute_type(std::string_view type);
std::string unprojected_filter(std::string_view index, const std::vector<std::string>& attributes);
std::string duplicate_column(std::string_view name);

/// An error of an expression without the parameter's name, which no client of PartiQL gave:
/// "Invalid UpdateExpression: …" is "…" here.
Error without_parameter(Error error);

}  // namespace isotherm::partiql::message
