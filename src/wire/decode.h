#pragma once

// Requests out of JSON bodies: everything that the service checks before an operation's own logic
// (reader.h says in which order). What is logic, also when it needs no table, is the Store's:
// expressions, key sizes, parameters that exclude each other.

#include <string_view>

#include "partiql/operations.h"
#include "store/batch_operations.h"
#include "store/item_operations.h"
#include "store/read_operations.h"
#include "store/table_operations.h"

namespace isotherm::wire {

template <class Request>
Result<Request> decode(std::string_view body);

template <>
Result<GetItemRequest> decode(std::string_view body);
template <>
Result<PutItemRequest> decode(std::string_view body);
template <>
Result<UpdateItemRequest> decode(std::string_view body);
template <>
Result<DeleteItemRequest> decode(std::string_view body);
template <>
Result<BatchGetItemRequest> decode(std::string_view body);
template <>
Result<BatchWriteItemRequest> decode(std::string_view body);
template <>
Result<partiql::BatchExecuteStatementRequest> decode(std::string_view body);
template <>
Result<partiql::ExecuteStatementRequest> decode(std::string_view body);
template <>
Result<QueryRequest> decode(std::string_view body);
template <>
Result<ScanRequest> decode(std::string_view body);
template <>
Result<CreateTableRequest> decode(std::string_view body);
template <>
Result<DescribeTableRequest> decode(std::string_view body);
template <>
Result<UpdateTableRequest> decode(std::string_view body);
template <>
Result<DeleteTableRequest> decode(std::string_view body);
template <>
Result<ListTablesRequest> decode(std::string_view body);

/// Checks the body of an operation without parameters: one JSON object, or nothing.
Result<void> decode_nothing(std::string_view body);

}  // namespace isotherm::wire
