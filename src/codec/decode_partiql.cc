// ExecuteStatement, BatchExecuteStatement and ExecuteTransaction out of JSON.

#include "codec/decode.h"
#include "codec/decode_body.h"
#include "codec/java_text.h"
#include "codec/read_value.h"
#include "model/limits.h"

namespace isotherm::codec {
namespace {

using partiql::BatchExecuteStatementRequest;
using partiql::BatchStatement;
using partiql::ExecuteStatementRequest;
using partiql::ExecuteTransactionRequest;
using partiql::TransactStatement;

void read_statement(Reader& reader, const Place& place, const Json& json, std::string& out) {
  if (reader.read(json, out)) reader.check_length(place, out, 1, limits::statement_bytes_max);
}

/// A list of one element at least, and of so many at the most.
void check_count(Reader& reader, const Place& place, const Json& json, std::size_t count,
                 std::size_t max) {
  if (count >= 1 && count <= max) return;
  reader.violation(
      place, Reader::quoted(java_text(json)),
      "Member must have length " + (count == 0 ? std::string("greater than or equal to 1")
                                               : "less than or equal to " + std::to_string(max)));
}

/// The values of a statement's parameters; what is wrong with one of them in itself is returned.
std::string read_parameters(Reader& reader, const Place& place, const Json& json,
                            std::vector<AttributeValue>& out) {
  std::string problem;
  const auto elements = reader.list(json);
  if (!elements) return problem;
  for (const Json element : *elements) {
    std::string found = read_parameter(reader, element, out.emplace_back());
    if (reader.failed()) return problem;
    if (problem.empty()) problem = std::move(found);
  }
  if (out.empty()) check_count(reader, place, json, 0, 0);
  return problem;
}

void read_parameters_or_object(Reader& reader, const Place& place, const Json& json,
                               std::vector<AttributeValue>& out) {
  std::string problem = read_parameters(reader, place, json, out);
  if (!problem.empty()) reader.objection(place, Error::validation(std::move(problem)));
}

constexpr Members<ExecuteStatementRequest, 7> execute_statement_members{{
    {"Statement",
     [](Reader& reader, const Place& place, const Json& json, ExecuteStatementRequest& out) {
       read_statement(reader, place, json, out.statement);
     },
     true},
    {"Parameters",
     [](Reader& reader, const Place& place, const Json& json, ExecuteStatementRequest& out) {
       read_parameters_or_object(reader, place, json, out.parameters);
     }},
    {"ConsistentRead",
     [](Reader& reader, const Place&, const Json& json, ExecuteStatementRequest& out) {
       reader.read(json, out.consistent_read);
     }},
    {"NextToken",
     [](Reader& reader, const Place& place, const Json& json, ExecuteStatementRequest& out) {
       if (reader.read(json, out.next_token)) {
         reader.check_length(place, *out.next_token, 1, limits::statement_token_bytes_max);
       }
     }},
    {"ReturnConsumedCapacity",
     [](Reader& reader, const Place& place, const Json& json, ExecuteStatementRequest& out) {
       read_capacity_wanted(reader, place, json, out.return_consumed_capacity);
     }},
    {"Limit",
     [](Reader& reader, const Place& place, const Json& json, ExecuteStatementRequest& out) {
       std::int64_t limit = 0;
       if (!reader.read_integer(json, "Integer", limit)) return;
       reader.check_at_least(place, limit, 1);
       out.limit = limit;
     }},
    {"ReturnValuesOnConditionCheckFailure",
     [](Reader& reader, const Place& place, const Json& json, ExecuteStatementRequest& out) {
       reader.read_enum(place, json, on_condition_check_failure_names,
                        out.on_condition_check_failure);
     }},
}};

constexpr Members<BatchStatement, 4> batch_statement_members{{
    {"Statement",
     [](Reader& reader, const Place& place, const Json& json, BatchStatement& out) {
       read_statement(reader, place, json, out.statement);
     },
     true},
    {"Parameters",
     [](Reader& reader, const Place& place, const Json& json, BatchStatement& out) {
       std::string problem = read_parameters(reader, place, json, out.parameters);
       if (!problem.empty()) out.parameter_problem = std::move(problem);
     }},
    {"ConsistentRead", [](Reader& reader, const Place&, const Json& json,
                          BatchStatement& out) { reader.read(json, out.consistent_read); }},
    {"ReturnValuesOnConditionCheckFailure",
     [](Reader& reader, const Place& place, const Json& json, BatchStatement& out) {
       reader.read_enum(place, json, on_condition_check_failure_names,
                        out.on_condition_check_failure);
     }},
}};

constexpr Members<BatchExecuteStatementRequest, 2> batch_execute_statement_members{{
    {"Statements",
     [](Reader& reader, const Place& place, const Json& json, BatchExecuteStatementRequest& out) {
       read_list(reader, place, json, Position::field, out.statements,
                 [&](const Place& at, const Json& statement, BatchStatement& into) {
                   read_structure(reader, at, statement, "BatchStatementRequest", Position::element,
                                  batch_statement_members, into);
                 });
       if (reader.failed()) return;
       check_count(reader, place, json, out.statements.size(), limits::batch_statements_max);
     },
     true},
    {"ReturnConsumedCapacity",
     [](Reader& reader, const Place& place, const Json& json, BatchExecuteStatementRequest& out) {
       read_capacity_wanted(reader, place, json, out.return_consumed_capacity);
     }},
}};

constexpr Members<TransactStatement, 3> transact_statement_members{{
    {"Statement",
     [](Reader& reader, const Place& place, const Json& json, TransactStatement& out) {
       read_statement(reader, place, json, out.statement);
     },
     true},
    {"Parameters",
     [](Reader& reader, const Place& place, const Json& json, TransactStatement& out) {
       read_parameters_or_object(reader, place, json, out.parameters);
     }},
    {"ReturnValuesOnConditionCheckFailure",
     [](Reader& reader, const Place& place, const Json& json, TransactStatement& out) {
       reader.read_enum(place, json, on_condition_check_failure_names,
                        out.on_condition_check_failure);
     }},
}};

constexpr Members<ExecuteTransactionRequest, 3> execute_transaction_members{{
    {"TransactStatements",
     [](Reader& reader, const Place& place, const Json& json, ExecuteTransactionRequest& out) {
       read_list(reader, place, json, Position::field, out.statements,
                 [&](const Place& at, const Json& statement, TransactStatement& into) {
                   read_structure(reader, at, statement, "ParameterizedStatement",
                                  Position::element, transact_statement_members, into);
                 });
       if (reader.failed()) return;
       check_count(reader, place, json, out.statements.size(), limits::transaction_actions_max);
     },
     true},
    {"ClientRequestToken",
     [](Reader& reader, const Place& place, const Json& json, ExecuteTransactionRequest& out) {
       if (reader.read(json, out.client_request_token)) {
         reader.check_length(place, *out.client_request_token, 1, limits::request_token_length_max);
       }
     }},
    {"ReturnConsumedCapacity",
     [](Reader& reader, const Place& place, const Json& json, ExecuteTransactionRequest& out) {
       read_capacity_wanted(reader, place, json, out.return_consumed_capacity);
     }},
}};

}  // namespace

template <>
Result<ExecuteStatementRequest> decode(std::string_view body) {
  return decode_body(body, "ExecuteStatementInput", execute_statement_members);
}

template <>
Result<BatchExecuteStatementRequest> decode(std::string_view body) {
  return decode_body(body, "BatchExecuteStatementInput", batch_execute_statement_members);
}

template <>
Result<ExecuteTransactionRequest> decode(std::string_view body) {
  return decode_body(body, "ExecuteTransactionInput", execute_transaction_members);
}

}  // namespace isotherm::codec
