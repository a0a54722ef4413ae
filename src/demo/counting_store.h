#pragma once

// A Store that counts the reads of many items which pass through it. It stands between the gateway
// and the engine: what a query of the application really costs is counted, not planned.

#include <atomic>
#include <cstdint>

#include "store/store.h"

namespace isotherm::demo {

class CountingStore final : public Store {
 public:
  explicit CountingStore(Store& below) : below_(below) {}

  std::uint64_t queries() const { return queries_.load(std::memory_order_relaxed); }

  Task<Result<ReadManyResponse>> query(QueryRequest request) override {
    queries_.fetch_add(1, std::memory_order_relaxed);
    return below_.query(std::move(request));
  }

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

 private:
  Store& below_;
  std::atomic<std::uint64_t> queries_ = 0;
};

}  // namespace isotherm::demo
