#pragma once

// ForwardingStore: a Store that hands every request to the one below it. What stands between two
// stores (a gateway, a counter, a fault) derives from it and overrides only what it changes, so
// that a new operation passes through it without a line.

#include <utility>

#include "store/store.h"

namespace isotherm {

class ForwardingStore : public Store {
 public:
  /// `below` must outlive this.
  explicit ForwardingStore(Store& below) : below_(below) {}

  Task<Result<GetItemResponse>> get_item(GetItemRequest request) override {
    return below_.get_item(std::move(request));
  }
  Task<Result<WriteItemResponse>> put_item(PutItemRequest request) override {
    return below_.put_item(std::move(request));
  }
  Task<Result<WriteItemResponse>> update_item(UpdateItemRequest request) override {
    return below_.update_item(std::move(request));
  }
  Task<Result<WriteItemResponse>> delete_item(DeleteItemRequest request) override {
    return below_.delete_item(std::move(request));
  }
  Task<Result<BatchGetItemResponse>> batch_get_item(BatchGetItemRequest request) override {
    return below_.batch_get_item(std::move(request));
  }
  Task<Result<BatchWriteItemResponse>> batch_write_item(BatchWriteItemRequest request) override {
    return below_.batch_write_item(std::move(request));
  }
  Task<Result<ReadManyResponse>> query(QueryRequest request) override {
    return below_.query(std::move(request));
  }
  Task<Result<ReadManyResponse>> scan(ScanRequest request) override {
    return below_.scan(std::move(request));
  }

  Task<Result<TableDescription>> create_table(CreateTableRequest request) override {
    return below_.create_table(std::move(request));
  }
  Task<Result<TableDescription>> describe_table(DescribeTableRequest request) override {
    return below_.describe_table(std::move(request));
  }
  Task<Result<TableDescription>> update_table(UpdateTableRequest request) override {
    return below_.update_table(std::move(request));
  }
  Task<Result<TableDescription>> delete_table(DeleteTableRequest request) override {
    return below_.delete_table(std::move(request));
  }
  Task<Result<ListTablesResponse>> list_tables(ListTablesRequest request) override {
    return below_.list_tables(std::move(request));
  }
  Task<Result<DescribeLimitsResponse>> describe_limits() override {
    return below_.describe_limits();
  }

 protected:
  Store& below_;
};

}  // namespace isotherm
