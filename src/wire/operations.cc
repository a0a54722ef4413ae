// The table of operations, and what serving one of them is: decode, run on the store, encode.

#include "partiql/operations.h"

#include <algorithm>
#include <array>
#include <exception>
#include <functional>

#include "base/json_writer.h"
#include "codec/decode.h"
#include "codec/encode.h"
#include "store/store.h"
#include "wire/dispatch.h"
#include "wire/operation.h"
#include "wire/regional_operations.h"
#include "wire/serve_failure.h"

namespace isotherm::wire {

void fail(Reply& reply, const Error& error) {
  reply.status = codec::http_status(error.code());
  reply.error = exception_name(error.code());
  reply.body.clear();
  codec::encode_error(error, reply.body);
}

void fail(Reply& reply, const std::exception& exception) {
  fail(reply, Error::internal(std::string("unexpected: ") + exception.what()));
}

namespace {

template <class Request>
codec::Shown shown_by(const Request& request) {
  codec::Shown shown;
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

// The header that says what may become of a query over many shards.
Result<void> read_scatter_hint(std::string_view header, ScatterHint& hint) {
  if (header.empty()) return {};
  if (header == "allow") {
    hint = ScatterHint::allow;
  } else if (header == "forbid") {
    hint = ScatterHint::forbid;
  } else {
    return Error::validation("Isotherm: the header x-isotherm-scatter is 'allow' or 'forbid'");
  }
  return {};
}

// Decodes, runs, encodes: what every operation with a request is. `encode_response` is given the
// response, what of it to show, and the string to append to.
template <auto run_operation, auto encode_response, class Request, class Response>
Task<Reply> serve_request(const Operation& self, Store& store, Call call) {
  Reply reply{.operation = self.name};
  try {
    auto request = codec::decode<Request>(call.body);
    if (!request.ok()) {
      fail(reply, request.error());
      co_return reply;
    }
    if constexpr (requires { request->scatter; }) {
      if (const auto read = read_scatter_hint(call.scatter, request->scatter); !read.ok()) {
        fail(reply, read.error());
        co_return reply;
      }
    }
    const codec::Shown shown = shown_by(*request);
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

constexpr auto encode_any = [](const auto& response, codec::Shown shown, std::string& out) {
  codec::encode(response, shown, out);
};
constexpr auto encode_as_table = [](const TableDescription& table, codec::Shown, std::string& out) {
  codec::encode_table(table, "Table", out);
};
constexpr auto encode_as_description = [](const TableDescription& table, codec::Shown,
                                          std::string& out) {
  codec::encode_table(table, "TableDescription", out);
};

constexpr auto encode_as_insights_update = [](const ContributorInsights& insights, codec::Shown,
                                              std::string& out) {
  codec::encode_insights_update(insights, out);
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
    if (const auto nothing = codec::decode_nothing(call.body); !nothing.ok()) {
      fail(reply, nothing.error());
      co_return reply;
    }
    const Result<DescribeLimitsResponse> limits = co_await store.describe_limits();
    if (limits.ok()) {
      codec::encode(*limits, codec::Shown{}, reply.body);
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
  if (const auto nothing = codec::decode_nothing(call.body); !nothing.ok()) {
    fail(reply, nothing.error());
    co_return reply;
  }
  JsonWriter json(reply.body);
  json.begin_object().key("Endpoints").begin_array().begin_object();
  json.key("Address").string(call.host).key("CachePeriodInMinutes").integer(1440);
  json.end_object().end_array().end_object();
  co_return reply;
}

constexpr auto table = std::to_array<Operation>({
    {"BatchExecuteStatement", Access::write, KeyPlace::statement,
     Served<&partiql::batch_execute_statement>::serve},
    {"BatchGetItem", Access::read, KeyPlace::request_items, Served<&Store::batch_get_item>::serve},
    {"BatchWriteItem", Access::write, KeyPlace::request_items,
     Served<&Store::batch_write_item>::serve},
    {"CreateBackup", Access::table, KeyPlace::table_name, Served<&Store::create_backup>::serve},
    {"CreateGlobalTable", Access::table, KeyPlace::nowhere, serve_create_global_table},
    {"CreateTable", Access::table, KeyPlace::table_name,
     Served<&Store::create_table, encode_as_description>::serve},
    {"DeleteBackup", Access::table, KeyPlace::nowhere, Served<&Store::delete_backup>::serve},
    {"DeleteItem", Access::write, KeyPlace::key, Served<&Store::delete_item>::serve},
    {"DeleteResourcePolicy", Access::table, KeyPlace::nowhere,
     Served<&Store::delete_resource_policy>::serve},
    {"DeleteTable", Access::table, KeyPlace::table_name,
     Served<&Store::delete_table, encode_as_description>::serve},
    {"DescribeBackup", Access::table, KeyPlace::nowhere, Served<&Store::describe_backup>::serve},
    {"DescribeContinuousBackups", Access::table, KeyPlace::table_name,
     Served<&Store::describe_continuous_backups>::serve},
    {"DescribeContributorInsights", Access::table, KeyPlace::table_name,
     Served<&Store::describe_contributor_insights>::serve},
    {"DescribeEndpoints", Access::about, KeyPlace::nowhere, serve_describe_endpoints},
    {"DescribeExport", Access::table, KeyPlace::nowhere, Served<&Store::describe_export>::serve},
    {"DescribeGlobalTable", Access::table, KeyPlace::nowhere, serve_describe_global_table},
    {"DescribeGlobalTableSettings", Access::table, KeyPlace::nowhere,
     serve_describe_global_table_settings},
    {"DescribeImport", Access::table, KeyPlace::nowhere, Served<&Store::describe_import>::serve},
    {"DescribeKinesisStreamingDestination", Access::table, KeyPlace::table_name,
     serve_describe_kinesis_destination},
    {"DescribeLimits", Access::about, KeyPlace::nowhere, serve_describe_limits},
    {"DescribeStream", Access::read, KeyPlace::nowhere, Served<&Store::describe_stream>::serve,
     Api::streams},
    {"DescribeTable", Access::table, KeyPlace::table_name,
     Served<&Store::describe_table, encode_as_table>::serve},
    {"DescribeTableReplicaAutoScaling", Access::table, KeyPlace::table_name,
     serve_describe_replica_auto_scaling},
    {"DescribeTimeToLive", Access::table, KeyPlace::table_name,
     Served<&Store::describe_time_to_live>::serve},
    {"DisableKinesisStreamingDestination", Access::table, KeyPlace::table_name,
     serve_disable_kinesis_destination},
    {"EnableKinesisStreamingDestination", Access::table, KeyPlace::table_name,
     serve_enable_kinesis_destination},
    {"ExecuteStatement", Access::write, KeyPlace::statement,
     Served<&partiql::execute_statement>::serve},
    {"ExecuteTransaction", Access::write, KeyPlace::statement,
     Served<&partiql::execute_transaction>::serve},
    {"ExportTableToPointInTime", Access::table, KeyPlace::nowhere,
     Served<&Store::export_table>::serve},
    {"GetItem", Access::read, KeyPlace::key, Served<&Store::get_item>::serve},
    {"GetRecords", Access::read, KeyPlace::nowhere, Served<&Store::get_records>::serve,
     Api::streams},
    {"GetResourcePolicy", Access::table, KeyPlace::nowhere,
     Served<&Store::get_resource_policy>::serve},
    {"GetShardIterator", Access::read, KeyPlace::nowhere, Served<&Store::get_shard_iterator>::serve,
     Api::streams},
    {"ImportTable", Access::table, KeyPlace::nowhere, Served<&Store::import_table>::serve},
    {"ListBackups", Access::table, KeyPlace::nowhere, Served<&Store::list_backups>::serve},
    {"ListContributorInsights", Access::table, KeyPlace::nowhere,
     Served<&Store::list_contributor_insights>::serve},
    {"ListExports", Access::table, KeyPlace::nowhere, Served<&Store::list_exports>::serve},
    {"ListGlobalTables", Access::table, KeyPlace::nowhere, serve_list_global_tables},
    {"ListImports", Access::table, KeyPlace::nowhere, Served<&Store::list_imports>::serve},
    {"ListStreams", Access::read, KeyPlace::nowhere, Served<&Store::list_streams>::serve,
     Api::streams},
    {"ListTables", Access::table, KeyPlace::nowhere, Served<&Store::list_tables>::serve},
    {"ListTagsOfResource", Access::table, KeyPlace::nowhere,
     Served<&Store::list_tags_of_resource>::serve},
    {"PutItem", Access::write, KeyPlace::item, Served<&Store::put_item>::serve},
    {"PutResourcePolicy", Access::table, KeyPlace::nowhere,
     Served<&Store::put_resource_policy>::serve},
    {"Query", Access::read, KeyPlace::condition, Served<&Store::query>::serve},
    {"RestoreTableFromBackup", Access::table, KeyPlace::nowhere,
     Served<&Store::restore_table_from_backup, encode_as_description>::serve},
    {"RestoreTableToPointInTime", Access::table, KeyPlace::nowhere,
     Served<&Store::restore_table_to_point_in_time, encode_as_description>::serve},
    {"Scan", Access::read, KeyPlace::condition, Served<&Store::scan>::serve},
    {"TagResource", Access::table, KeyPlace::nowhere, Served<&Store::tag_resource>::serve},
    {"TransactGetItems", Access::read, KeyPlace::transact_items,
     Served<&Store::transact_get_items>::serve},
    {"TransactWriteItems", Access::write, KeyPlace::transact_items,
     Served<&Store::transact_write_items>::serve},
    {"UntagResource", Access::table, KeyPlace::nowhere, Served<&Store::untag_resource>::serve},
    {"UpdateContinuousBackups", Access::table, KeyPlace::table_name,
     Served<&Store::update_continuous_backups>::serve},
    {"UpdateContributorInsights", Access::table, KeyPlace::table_name,
     Served<&Store::update_contributor_insights, encode_as_insights_update>::serve},
    {"UpdateGlobalTable", Access::table, KeyPlace::nowhere, serve_update_global_table},
    {"UpdateGlobalTableSettings", Access::table, KeyPlace::nowhere,
     serve_update_global_table_settings},
    {"UpdateItem", Access::write, KeyPlace::key, Served<&Store::update_item>::serve},
    {"UpdateKinesisStreamingDestination", Access::table, KeyPlace::table_name,
     serve_update_kinesis_destination},
    {"UpdateTable", Access::table, KeyPlace::table_name,
     Served<&Store::update_table, encode_as_description>::serve},
    {"UpdateTableReplicaAutoScaling", Access::table, KeyPlace::table_name,
     serve_update_replica_auto_scaling},
    {"UpdateTimeToLive", Access::table, KeyPlace::table_name,
     Served<&Store::update_time_to_live>::serve},
});

static_assert(std::ranges::is_sorted(table, {}, &Operation::name), "found by binary search");

std::string_view target_prefix(Api api) {
  return api == Api::streams ? "DynamoDBStreams_20120810." : "DynamoDB_20120810.";
}

// The service looks whether the body is JSON before it looks at the target.
Task<Reply> serve_unknown(Call call) {
  Reply reply;
  const auto nothing = codec::decode_nothing(call.body);
  fail(reply, nothing.ok() ? Error::unknown_operation() : nothing.error());
  co_return reply;
}

}  // namespace

std::span<const Operation> operations() { return table; }

const Operation* find_operation(std::string_view name) {
  const auto found = std::ranges::lower_bound(table, name, {}, &Operation::name);
  return found != table.end() && found->name == name ? &*found : nullptr;
}

const Operation* find_target(std::string_view target) {
  for (const Api api : {Api::dynamodb, Api::streams}) {
    const std::string_view prefix = target_prefix(api);
    if (!target.starts_with(prefix)) continue;
    const Operation* operation = find_operation(target.substr(prefix.size()));
    if (operation != nullptr && operation->api == api) return operation;
  }
  return nullptr;
}

Task<Reply> dispatch(Store& store, Call call) {
  if (const Operation* operation = find_target(call.target)) {
    return operation->serve(*operation, store, call);
  }
  return serve_unknown(call);
}

Reply refuse(const Call& call, const Error& error) {
  Reply reply;
  const Operation* operation = find_target(call.target);
  if (operation != nullptr) reply.operation = operation->name;
  if (const auto nothing = codec::decode_nothing(call.body); !nothing.ok()) {
    fail(reply, nothing.error());
  } else {
    fail(reply, operation != nullptr ? error : Error::unknown_operation());
  }
  return reply;
}

}  // namespace isotherm::wire
