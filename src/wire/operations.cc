// The table of operations, and what serving one of them is: decode, run on the store, encode.

#include "partiql/operations.h"

#include <algorithm>
#include <array>
#include <exception>
#include <functional>

#include "store/store.h"
#include "wire/decode.h"
#include "wire/dispatch.h"
#include "wire/encode.h"
#include "wire/json_writer.h"
#include "wire/operation.h"

namespace isotherm::wire {
namespace {

void fail(Reply& reply, const Error& error) {
  reply.status = http_status(error.code());
  reply.error = exception_name(error.code());
  reply.body.clear();
  encode_error(error, reply.body);
}

// No exception leaves the room. What throws here is the environment (memory) or a fault of ours.
void fail(Reply& reply, const std::exception& exception) {
  fail(reply, Error::internal(std::string("unexpected: ") + exception.what()));
}

template <class Request>
Shown shown_by(const Request& request) {
  Shown shown;
  if constexpr (requires { request.return_consumed_capacity; }) {
    shown.capacity = request.return_consumed_capacity;
  }
  return shown;
}

// Room for most replies on one item, so that they do not grow in steps.
constexpr std::size_t reply_bytes_first = 512;

template <class Request, class Response>
using Run = Task<Result<Response>> (Store::*)(Request);
template <class Request, class Response>
using RunOn = Task<Result<Response>> (*)(Store&, Request);

// Decodes, runs, encodes: what every operation with a request is. `encode_response` is given the
// response, what of it to show, and the string to append to.
template <auto run_operation, auto encode_response, class Request, class Response>
Task<Reply> serve_request(const Operation& self, Store& store, Call call) {
  Reply reply{.operation = self.name};
  try {
    auto request = decode<Request>(call.body);
    if (!request.ok()) {
      fail(reply, request.error());
      co_return reply;
    }
    const Shown shown = shown_by(*request);
    const Result<Response> response =
        co_await std::invoke(run_operation, store, std::move(request).value());
    if (response.ok()) {
      reply.body.reserve(reply_bytes_first);
      encode_response(*response, shown, reply.body);
    } else {
      fail(reply, response.error());
    }
  } catch (const std::exception& exception) {
    fail(reply, exception);
  }
  co_return reply;
}

constexpr auto encode_any = [](const auto& response, Shown shown, std::string& out) {
  encode(response, shown, out);
};
constexpr auto encode_as_table = [](const TableDescription& table, Shown, std::string& out) {
  encode_table(table, "Table", out);
};
constexpr auto encode_as_description = [](const TableDescription& table, Shown, std::string& out) {
  encode_table(table, "TableDescription", out);
};

// The serving function of a Store's operation, or of a function that runs on a Store: its request
// and response types are those of the row.
template <auto run_operation, auto encode_response = encode_any>
struct Served {
  template <class Request, class Response>
  static constexpr auto of(Run<Request, Response>) {
    return &serve_request<run_operation, encode_response, Request, Response>;
  }
  template <class Request, class Response>
  static constexpr auto of(RunOn<Request, Response>) {
    return &serve_request<run_operation, encode_response, Request, Response>;
  }
  static constexpr auto serve = of(run_operation);
};

Task<Reply> serve_describe_limits(const Operation& self, Store& store, Call call) {
  Reply reply{.operation = self.name};
  try {
    if (const auto nothing = decode_nothing(call.body); !nothing.ok()) {
      fail(reply, nothing.error());
      co_return reply;
    }
    const Result<DescribeLimitsResponse> limits = co_await store.describe_limits();
    if (limits.ok()) {
      encode(*limits, Shown{}, reply.body);
    } else {
      fail(reply, limits.error());
    }
  } catch (const std::exception& exception) {
    fail(reply, exception);
  }
  co_return reply;
}

// A client that discovers endpoints must find the one that it already speaks to.
Task<Reply> serve_describe_endpoints(const Operation& self, Store&, Call call) {
  Reply reply{.operation = self.name};
  if (const auto nothing = decode_nothing(call.body); !nothing.ok()) {
    fail(reply, nothing.error());
    co_return reply;
  }
  JsonWriter json(reply.body);
  json.begin_object().key("Endpoints").begin_array().begin_object();
  json.key("Address").string(call.host).key("CachePeriodInMinutes").integer(1440);
  json.end_object().end_array().end_object();
  co_return reply;
}

constexpr std::array<Operation, 17> table{{
    {"BatchExecuteStatement", Access::write, KeyPlace::statement,
     Served<&partiql::batch_execute_statement>::serve},
    {"BatchGetItem", Access::read, KeyPlace::request_items, Served<&Store::batch_get_item>::serve},
    {"BatchWriteItem", Access::write, KeyPlace::request_items,
     Served<&Store::batch_write_item>::serve},
    {"CreateTable", Access::table, KeyPlace::table_name,
     Served<&Store::create_table, encode_as_description>::serve},
    {"DeleteItem", Access::write, KeyPlace::key, Served<&Store::delete_item>::serve},
    {"DeleteTable", Access::table, KeyPlace::table_name,
     Served<&Store::delete_table, encode_as_description>::serve},
    {"DescribeEndpoints", Access::about, KeyPlace::nowhere, serve_describe_endpoints},
    {"DescribeLimits", Access::about, KeyPlace::nowhere, serve_describe_limits},
    {"DescribeTable", Access::table, KeyPlace::table_name,
     Served<&Store::describe_table, encode_as_table>::serve},
    {"ExecuteStatement", Access::write, KeyPlace::statement,
     Served<&partiql::execute_statement>::serve},
    {"GetItem", Access::read, KeyPlace::key, Served<&Store::get_item>::serve},
    {"ListTables", Access::table, KeyPlace::nowhere, Served<&Store::list_tables>::serve},
    {"PutItem", Access::write, KeyPlace::item, Served<&Store::put_item>::serve},
    {"Query", Access::read, KeyPlace::condition, Served<&Store::query>::serve},
    {"Scan", Access::read, KeyPlace::condition, Served<&Store::scan>::serve},
    {"UpdateItem", Access::write, KeyPlace::key, Served<&Store::update_item>::serve},
    {"UpdateTable", Access::table, KeyPlace::table_name,
     Served<&Store::update_table, encode_as_description>::serve},
}};

static_assert(std::ranges::is_sorted(table, {}, &Operation::name), "found by binary search");

constexpr std::string_view target_prefix = "DynamoDB_20120810.";

// The service looks whether the body is JSON before it looks at the target.
Task<Reply> serve_unknown(Call call) {
  Reply reply;
  const auto nothing = decode_nothing(call.body);
  fail(reply, nothing.ok() ? Error::unknown_operation() : nothing.error());
  co_return reply;
}

}  // namespace

std::span<const Operation> operations() { return table; }

const Operation* find_operation(std::string_view name) {
  const auto found = std::ranges::lower_bound(table, name, {}, &Operation::name);
  return found != table.end() && found->name == name ? &*found : nullptr;
}

Task<Reply> dispatch(Store& store, Call call) {
  if (call.target.starts_with(target_prefix)) {
    const std::string_view name = call.target.substr(target_prefix.size());
    if (const Operation* operation = find_operation(name)) {
      return operation->serve(*operation, store, call);
    }
  }
  return serve_unknown(call);
}

}  // namespace isotherm::wire
