#pragma once

// The PartiQL operations: ExecuteStatement, BatchExecuteStatement and ExecuteTransaction, over any
// Store.
//
// A statement becomes requests of the Store's typed operations: what stands between (a gateway)
// sees those, and needs to know nothing of PartiQL. Members mean what the API reference says.

#include <cstdint>

#include "store/store.h"

namespace isotherm::partiql {

struct ExecuteStatementRequest {
  std::string statement;
  std::vector<AttributeValue> parameters;
  bool consistent_read = false;
  std::optional<std::string> next_token;
  std::optional<std::int64_t> limit;
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::none;
  ReturnValuesOnConditionCheckFailure on_condition_check_failure =
      ReturnValuesOnConditionCheckFailure::none;
  ScatterHint scatter = ScatterHint::none;
};

struct ExecuteStatementResponse {
  /// What a SELECT found, or what RETURNING asked for.
  std::vector<Item> items;
  std::optional<std::string> next_token;
  /// The last item that was evaluated; beside a token only.
  std::optional<Item> last_evaluated_key;
  ConsumedCapacity consumed;
};

/// One statement of a batch.
struct BatchStatement {
  std::string statement;
  std::vector<AttributeValue> parameters;
  /// What is wrong with a parameter in itself: an error of this statement alone.
  std::optional<std::string> parameter_problem;
  bool consistent_read = false;
  ReturnValuesOnConditionCheckFailure on_condition_check_failure =
      ReturnValuesOnConditionCheckFailure::none;
};

struct BatchExecuteStatementRequest {
  std::vector<BatchStatement> statements;
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::none;
};

/// Why one statement of a batch failed.
struct BatchStatementError {
  /// "ConditionalCheckFailed", "ValidationError", …: the enumeration of the API.
  std::string code;
  std::string message;
  std::optional<Item> item;
};

struct BatchStatementResponse {
  std::optional<BatchStatementError> error;
  std::optional<std::string> table_name;
  std::optional<Item> item;
};

struct BatchExecuteStatementResponse {
  /// In the order of the request.
  std::vector<BatchStatementResponse> responses;
  /// By table, of the statements that succeeded.
  std::vector<ConsumedCapacity> consumed;
};

/// One statement of a transaction.
struct TransactStatement {
  std::string statement;
  std::vector<AttributeValue> parameters;
  ReturnValuesOnConditionCheckFailure on_condition_check_failure =
      ReturnValuesOnConditionCheckFailure::none;
};

struct ExecuteTransactionRequest {
  std::vector<TransactStatement> statements;
  std::optional<std::string> client_request_token;
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::none;
};

struct ExecuteTransactionResponse {
  /// Of statements that read, in their order; absent: there is no such item. None of writes.
  std::vector<std::optional<Item>> responses;
  /// By table.
  std::vector<ConsumedCapacity> consumed;
};

Task<Result<ExecuteStatementResponse>> execute_statement(Store& store,
                                                         ExecuteStatementRequest request);
Task<Result<BatchExecuteStatementResponse>> batch_execute_statement(
    Store& store, BatchExecuteStatementRequest request);
Task<Result<ExecuteTransactionResponse>> execute_transaction(Store& store,
                                                             ExecuteTransactionRequest request);

}  // namespace isotherm::partiql
