#include "store/engine/engine.h"

#include <utility>

#include "store/engine/core.h"
#include "store/engine/operations.h"

namespace isotherm::engine {
Engine::Engine(std::unique_ptr<Core> core) : core_(std::move(core)) {}
Engine::~Engine() = default;

Result<std::unique_ptr<Engine>> Engine::open(EngineOptions options) {
  ASSIGN_OR_RETURN(auto core, Core::open(std::move(options)));
  return std::unique_ptr<Engine>(new Engine(std::move(core)));
}

Task<Result<GetItemResponse>> Engine::get_item(GetItemRequest request) {
  co_return engine::get_item(*core_, request);
}

Task<Result<WriteItemResponse>> Engine::put_item(PutItemRequest request) {
  auto result = engine::put_item(*core_, std::move(request));
  if (result.ok() && core_->database().must_wait()) CO_TRY(co_await core_->database().durable());
  co_return result;
}

Task<Result<WriteItemResponse>> Engine::update_item(UpdateItemRequest request) {
  auto result = engine::update_item(*core_, request);
  if (result.ok() && core_->database().must_wait()) CO_TRY(co_await core_->database().durable());
  co_return result;
}

Task<Result<WriteItemResponse>> Engine::delete_item(DeleteItemRequest request) {
  auto result = engine::delete_item(*core_, request);
  if (result.ok() && core_->database().must_wait()) CO_TRY(co_await core_->database().durable());
  co_return result;
}

Task<Result<BatchGetItemResponse>> Engine::batch_get_item(BatchGetItemRequest request) {
  co_return engine::batch_get_item(*core_, std::move(request));
}

Task<Result<BatchWriteItemResponse>> Engine::batch_write_item(BatchWriteItemRequest request) {
  auto result = engine::batch_write_item(*core_, std::move(request));
  if (result.ok() && core_->database().must_wait()) CO_TRY(co_await core_->database().durable());
  co_return result;
}

Task<Result<ReadManyResponse>> Engine::query(QueryRequest request) {
  co_return engine::query(*core_, request);
}

Task<Result<ReadManyResponse>> Engine::scan(ScanRequest request) {
  co_return engine::scan(*core_, request);
}

Task<Result<TableDescription>> Engine::create_table(CreateTableRequest request) {
  auto result = engine::create_table(*core_, request);
  if (result.ok() && core_->database().must_wait()) CO_TRY(co_await core_->database().durable());
  co_return result;
}

Task<Result<TableDescription>> Engine::describe_table(DescribeTableRequest request) {
  co_return engine::describe_table(*core_, request);
}

Task<Result<TableDescription>> Engine::update_table(UpdateTableRequest request) {
  auto result = engine::update_table(*core_, request);
  if (result.ok() && core_->database().must_wait()) CO_TRY(co_await core_->database().durable());
  co_return result;
}

Task<Result<TableDescription>> Engine::delete_table(DeleteTableRequest request) {
  auto result = engine::delete_table(*core_, request);
  if (result.ok() && core_->database().must_wait()) CO_TRY(co_await core_->database().durable());
  co_return result;
}

Task<Result<ListTablesResponse>> Engine::list_tables(ListTablesRequest request) {
  co_return engine::list_tables(*core_, request);
}

Task<Result<DescribeLimitsResponse>> Engine::describe_limits() {
  co_return DescribeLimitsResponse();
}

EngineStatistics Engine::statistics() const { return core_->statistics(); }

bool Engine::maintain() { return core_->maintain(); }

}  // namespace isotherm::engine
