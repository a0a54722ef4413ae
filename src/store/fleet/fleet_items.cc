// Fleet: operations on single items. The one member that owns the key is asked.

#include "store/fleet/fleet.h"

namespace isotherm::fleet {
namespace {

const Item& key_in(const GetItemRequest& request) { return request.key; }
const Item& key_in(const PutItemRequest& request) { return request.item; }
const Item& key_in(const UpdateItemRequest& request) { return request.key; }
const Item& key_in(const DeleteItemRequest& request) { return request.key; }

template <class Request>
constexpr bool reads = std::is_same_v<Request, GetItemRequest>;

/// Runs a request on the member that has its item. A key that no member can have goes to the first:
/// it is refused there in the store's own words.
template <class Request, class Response>
Task<Result<Response>> on_owner(FleetTable& table, Request request,
                                Task<Result<Response>> (Store::*operation)(Request)) {
  CO_ASSIGN_OR_RETURN(const DescriptionPtr description, co_await table.description());
  const Item& key = key_in(request);
  CO_ASSIGN_OR_RETURN(const auto owner, reads<Request> ? table.reader_of(key, description->key)
                                                       : table.writer_of(key, description->key));
  const Member& member = table.members()[owner.value_or(0)];
  request.table_name = member.table;
  Result<Response> answer = co_await (member.store->*operation)(std::move(request));
  if (answer.ok()) {
    answer->consumed = table.logical(std::move(answer->consumed));
    co_return answer;
  }
  if (answer.error().code() == ErrorCode::resource_not_found) table.forget();
  co_return table.logical(member, std::move(answer).error());
}

}  // namespace

Task<Result<GetItemResponse>> Fleet::get_item(GetItemRequest request) {
  FleetTable* table = find_table(request.table_name);
  if (table == nullptr) return below_.get_item(std::move(request));
  return on_owner(*table, std::move(request), &Store::get_item);
}

Task<Result<WriteItemResponse>> Fleet::put_item(PutItemRequest request) {
  FleetTable* table = find_table(request.table_name);
  if (table == nullptr) return below_.put_item(std::move(request));
  return on_owner(*table, std::move(request), &Store::put_item);
}

Task<Result<WriteItemResponse>> Fleet::update_item(UpdateItemRequest request) {
  FleetTable* table = find_table(request.table_name);
  if (table == nullptr) return below_.update_item(std::move(request));
  return on_owner(*table, std::move(request), &Store::update_item);
}

Task<Result<WriteItemResponse>> Fleet::delete_item(DeleteItemRequest request) {
  FleetTable* table = find_table(request.table_name);
  if (table == nullptr) return below_.delete_item(std::move(request));
  return on_owner(*table, std::move(request), &Store::delete_item);
}

}  // namespace isotherm::fleet
