// KeyGateway: operations on single items.

#include "gateway/drawn_items.h"
#include "gateway/key_gateway.h"
#include "gateway/key_requests.h"
#include "gateway/parted_items.h"

namespace isotherm::gateway {
namespace {

/// Times that a write is tried when others get in between.
constexpr int attempts = 10;

Task<Result<GetItemResponse>> spread(SpreadTable table, GetItemRequest request) {
  if (is_parted(*table.layout)) return get_parted(std::move(table), std::move(request));
  return get_drawn(std::move(table), std::move(request));
}
Task<Result<WriteItemResponse>> spread(SpreadTable table, DeleteItemRequest request) {
  if (is_parted(*table.layout))
    return delete_parted(std::move(table), std::move(request), attempts);
  return delete_drawn(std::move(table), std::move(request));
}
Task<Result<WriteItemResponse>> spread(SpreadTable table, UpdateItemRequest request) {
  if (is_parted(*table.layout))
    return update_parted(std::move(table), std::move(request), attempts);
  return update_drawn(std::move(table), std::move(request), attempts);
}

}  // namespace

template <class Request, class Response>
Task<Result<Response>> KeyGateway::item_operation(
    Request request, Task<Result<Response>> (Store::*operation)(Request)) {
  const std::string table = request.table_name;
  CO_ASSIGN_OR_RETURN(const KeyLayoutPtr layout, co_await layouts_.find(table));
  if (!layout) co_return co_await (below_.*operation)(std::move(request));
  if (layout->is_spread())
    co_return co_await spread(SpreadTable{below_, layout, concurrency_}, std::move(request));
  CO_TRY(place(*layout, request));
  Result<Response> answer = co_await (below_.*operation)(std::move(request));
  note(table, answer);
  co_return restored(*layout, std::move(answer));
}

Task<Result<WriteItemResponse>> KeyGateway::put_placed(PutItemRequest request) {
  const std::string table = request.table_name;
  CO_ASSIGN_OR_RETURN(const KeyLayoutPtr layout, co_await layouts_.find(table));
  if (!layout) co_return co_await below_.put_item(std::move(request));
  if (is_parted(*layout))
    co_return co_await put_parted({below_, layout, concurrency_}, std::move(request), attempts);
  if (layout->is_drawn())
    co_return co_await put_drawn({below_, layout, concurrency_}, std::move(request));
  const Item key = key_of(request.item, layout->key());
  CO_ASSIGN_OR_RETURN(const bool is_placed, place(*layout, request));
  Result<WriteItemResponse> answer = co_await below_.put_item(std::move(request));
  note(table, answer);
  if (!is_placed && !answer.ok()) co_return logical_error(*layout, key, std::move(answer).error());
  co_return restored(*layout, std::move(answer));
}

Task<Result<GetItemResponse>> KeyGateway::get_item(GetItemRequest request) {
  if (!layouts_.is_sharded(request.table_name)) return below_.get_item(std::move(request));
  return item_operation(std::move(request), &Store::get_item);
}

Task<Result<WriteItemResponse>> KeyGateway::put_item(PutItemRequest request) {
  if (!layouts_.is_sharded(request.table_name)) return below_.put_item(std::move(request));
  return put_placed(std::move(request));
}

Task<Result<WriteItemResponse>> KeyGateway::update_item(UpdateItemRequest request) {
  if (!layouts_.is_sharded(request.table_name)) return below_.update_item(std::move(request));
  return item_operation(std::move(request), &Store::update_item);
}

Task<Result<WriteItemResponse>> KeyGateway::delete_item(DeleteItemRequest request) {
  if (!layouts_.is_sharded(request.table_name)) return below_.delete_item(std::move(request));
  return item_operation(std::move(request), &Store::delete_item);
}

}  // namespace isotherm::gateway
