#include "wire/relay.h"

#include <algorithm>
#include <exception>
#include <optional>

#include "codec/tables_in.h"
#include "store/table_names.h"
#include "wire/operation.h"
#include "wire/serve_failure.h"

namespace isotherm::wire {
namespace {

std::optional<codec::TablesPlace> tables_place(KeyPlace place) {
  using codec::TablesPlace;
  switch (place) {
    case KeyPlace::key:
    case KeyPlace::item:
    case KeyPlace::condition:
    case KeyPlace::table_name: return TablesPlace::table_name;
    case KeyPlace::request_items: return TablesPlace::request_items;
    case KeyPlace::transact_items: return TablesPlace::transact_items;
    case KeyPlace::statement:
    case KeyPlace::nowhere: return std::nullopt;
  }
  return std::nullopt;
}

/// The exception's name in an answer's body: `{"__type":"com.amazonaws…#Name", …`. Empty: none.
std::string_view exception_in(std::string_view body) {
  constexpr std::string_view mark = "\"__type\":\"";
  const auto at = body.substr(0, 256).find(mark);
  if (at == std::string_view::npos) return {};
  const std::string_view name = body.substr(at + mark.size());
  const std::string_view whole = name.substr(0, name.find('"'));
  return whole.substr(whole.find('#') + 1);
}

/// The same name as long as the program lives.
std::string_view known_name(std::string_view exception) {
  for (int code = 0; code <= static_cast<int>(ErrorCode::service_unavailable); ++code)
    if (exception_name(static_cast<ErrorCode>(code)) == exception)
      return exception_name(static_cast<ErrorCode>(code));
  return exception.empty() ? std::string_view() : "Exception";
}

}  // namespace

bool takes(const Relay& relay, const Call& call) {
  if (relay.store == nullptr) return false;
  const Operation* operation = find_target(call.target);
  // What tells about this endpoint is answered here.
  if (operation != nullptr && operation->name == "DescribeEndpoints") return false;
  if (!relay.is_plain) return true;
  if (operation == nullptr) return false;
  const auto place = tables_place(operation->key_place);
  const auto tables = place ? codec::tables_in(call.body, *place) : std::nullopt;
  return tables && std::ranges::all_of(*tables, [&](const std::string& table) {
           return relay.is_plain(table_name_in(table));
         });
}

Task<Reply> pass_on(const Relay& relay, Call call) {
  Reply reply;
  if (const Operation* operation = find_target(call.target)) reply.operation = operation->name;
  try {
    RawAnswer answer = co_await relay.store->forward({call.target, call.body});
    if (answer.failure) {
      fail(reply, *answer.failure);
      co_return reply;
    }
    reply.status = answer.status;
    reply.body = std::move(answer.body);
    reply.request_id = std::move(answer.request_id);
    if (reply.status >= 400) reply.error = known_name(exception_in(reply.body));
  } catch (const std::exception& exception) {
    fail(reply, exception);
  }
  co_return reply;
}

}  // namespace isotherm::wire
