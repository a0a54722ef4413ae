#pragma once

// Store: the typed DynamoDB data plane, and the interface that everything stacks on. The engine
// keeps items behind it, a gateway turns one logical request into physical ones behind it, and the
// HTTP server, the tests and the load generator speak to it.
//
// Every operation yields a response or an Error; none throws. A request is given by value: an
// implementation may take it apart. Operations may run at the same time from any thread; each
// coroutine must be resumed where it was started.

#include "store/batch_operations.h"
#include "store/item_operations.h"
#include "store/read_operations.h"
#include "store/table_operations.h"
#include "store/task.h"

namespace isotherm {

class Store {
 public:
  virtual ~Store() = default;

  virtual Task<Result<GetItemResponse>> get_item(GetItemRequest request) = 0;
  virtual Task<Result<WriteItemResponse>> put_item(PutItemRequest request) = 0;
  virtual Task<Result<WriteItemResponse>> update_item(UpdateItemRequest request) = 0;
  virtual Task<Result<WriteItemResponse>> delete_item(DeleteItemRequest request) = 0;
  virtual Task<Result<BatchGetItemResponse>> batch_get_item(BatchGetItemRequest request) = 0;
  virtual Task<Result<BatchWriteItemResponse>> batch_write_item(BatchWriteItemRequest request) = 0;
  virtual Task<Result<ReadManyResponse>> query(QueryRequest request) = 0;
  virtual Task<Result<ReadManyResponse>> scan(ScanRequest request) = 0;

  virtual Task<Result<TableDescription>> create_table(CreateTableRequest request) = 0;
  virtual Task<Result<TableDescription>> describe_table(DescribeTableRequest request) = 0;
  virtual Task<Result<TableDescription>> update_table(UpdateTableRequest request) = 0;
  virtual Task<Result<TableDescription>> delete_table(DeleteTableRequest request) = 0;
  virtual Task<Result<ListTablesResponse>> list_tables(ListTablesRequest request) = 0;
  virtual Task<Result<DescribeLimitsResponse>> describe_limits() = 0;
};

}  // namespace isotherm
