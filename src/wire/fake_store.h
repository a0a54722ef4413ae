#pragma once

// A Store for this room's tests: answers what the test put into it, and keeps the last request of
// each operation. Not for concurrent use, except for `get_item` with a gate.

#include <map>

#include "store/store.h"

namespace isotherm::wire {

class FakeStore : public Store {
 public:
  // Each is given as it stands; the request is kept beside it.
  template <class Request, class Response>
  struct Slot {
    Request request;
    Result<Response> response{Response{}};

    Result<Response> take(Request taken) {
      request = std::move(taken);
      return response;
    }
  };

  Slot<GetItemRequest, GetItemResponse> get;
  Slot<PutItemRequest, WriteItemResponse> put;
  Slot<UpdateItemRequest, WriteItemResponse> update;
  Slot<DeleteItemRequest, WriteItemResponse> remove;
  Slot<BatchGetItemRequest, BatchGetItemResponse> batch_get;
  Slot<BatchWriteItemRequest, BatchWriteItemResponse> batch_write;
  Slot<QueryRequest, ReadManyResponse> queried;
  Slot<ScanRequest, ReadManyResponse> scanned;
  Slot<CreateTableRequest, TableDescription> create;
  Slot<DescribeTableRequest, TableDescription> describe;
  Slot<UpdateTableRequest, TableDescription> change;
  Slot<DeleteTableRequest, TableDescription> drop;
  Slot<ListTablesRequest, ListTablesResponse> list;
  Result<DescribeLimitsResponse> limits{DescribeLimitsResponse{}};

  Task<Result<GetItemResponse>> get_item(GetItemRequest request) override {
    co_return get.take(std::move(request));
  }
  Task<Result<WriteItemResponse>> put_item(PutItemRequest request) override {
    co_return put.take(std::move(request));
  }
  Task<Result<WriteItemResponse>> update_item(UpdateItemRequest request) override {
    co_return update.take(std::move(request));
  }
  Task<Result<WriteItemResponse>> delete_item(DeleteItemRequest request) override {
    co_return remove.take(std::move(request));
  }
  Task<Result<BatchGetItemResponse>> batch_get_item(BatchGetItemRequest request) override {
    co_return batch_get.take(std::move(request));
  }
  Task<Result<BatchWriteItemResponse>> batch_write_item(BatchWriteItemRequest request) override {
    co_return batch_write.take(std::move(request));
  }
  Task<Result<ReadManyResponse>> query(QueryRequest request) override {
    co_return queried.take(std::move(request));
  }
  Task<Result<ReadManyResponse>> scan(ScanRequest request) override {
    co_return scanned.take(std::move(request));
  }
  Task<Result<TableDescription>> create_table(CreateTableRequest request) override {
    co_return create.take(std::move(request));
  }
  Task<Result<TableDescription>> describe_table(DescribeTableRequest request) override {
    co_return describe.take(std::move(request));
  }
  Task<Result<TableDescription>> update_table(UpdateTableRequest request) override {
    co_return change.take(std::move(request));
  }
  Task<Result<TableDescription>> delete_table(DeleteTableRequest request) override {
    co_return drop.take(std::move(request));
  }
  Task<Result<ListTablesResponse>> list_tables(ListTablesRequest request) override {
    co_return list.take(std::move(request));
  }
  Task<Result<DescribeLimitsResponse>> describe_limits() override { co_return limits; }
};

}  // namespace isotherm::wire
