#include "load/bench_table.h"

#include <nlohmann/json.hpp>
#include <thread>

#include "load/failure.h"

namespace isotherm::load {
namespace {

using Json = nlohmann::json;

constexpr auto poll_interval = std::chrono::milliseconds(50);
constexpr auto active_time_max = std::chrono::minutes(1);

Refusal refused(const Client& client, std::string_view what, const Reply& reply) {
  const auto failure = read_failure(reply);
  std::string message(what);
  message.append(" at ").append(client.endpoint().url()).append(" failed: ");
  message.append(failure.exception);
  if (!failure.message.empty()) message.append(": ").append(failure.message);
  if (reply.status == 0) message.append(". Is an endpoint running there? Try: isotherm serve");
  return Refusal{message};
}

// The endpoint may be anything: nothing about the answer's types is taken for granted.
bool is_active(const Json& object, const char* status) {
  const auto found = object.find(status);
  return found != object.end() && found->is_string() && *found == "ACTIVE";
}

bool all_active(const Json& description) {
  if (!is_active(description, "TableStatus")) return false;
  const auto indexes = description.find("GlobalSecondaryIndexes");
  if (indexes == description.end() || !indexes->is_array()) return true;
  for (const auto& index : *indexes)
    if (!is_active(index, "IndexStatus")) return false;
  return true;
}

// The table's name may hold any bytes when a program asks for it.
std::string text_of(const Json& body) {
  return body.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

Expected<bool, Refusal> table_exists(Client& client, const std::string& table) {
  const auto reply = client.call("DescribeTable", text_of({{"TableName", table}}));
  if (reply.ok()) return true;
  if (read_failure(reply).exception == "ResourceNotFoundException") return false;
  return refused(client, "DescribeTable", reply);
}

Expected<void, Refusal> await_active(Client& client, const std::string& table,
                                     const std::stop_token& stop) {
  const auto end = std::chrono::steady_clock::now() + active_time_max;
  for (;;) {
    const auto reply = client.call("DescribeTable", text_of({{"TableName", table}}));
    if (!reply.ok()) return refused(client, "DescribeTable", reply);
    const auto body = Json::parse(reply.body, nullptr, false);
    if (body.is_object() && body.contains("Table") && all_active(body["Table"])) return {};
    if (stop.stop_requested()) return Refusal{"Interrupted while the table was made."};
    if (std::chrono::steady_clock::now() > end)
      return Refusal{"The table '" + table + "' is not ACTIVE after a minute."};
    std::this_thread::sleep_for(poll_interval);
  }
}

Expected<void, Refusal> create_bench_table(Client& client, const Workload& workload,
                                           const std::optional<TableCapacity>& capacity) {
  Json body = {{"TableName", workload.table},
               {"AttributeDefinitions",
                {{{"AttributeName", "pk"}, {"AttributeType", "S"}},
                 {{"AttributeName", "sk"}, {"AttributeType", "S"}}}},
               {"KeySchema",
                {{{"AttributeName", "pk"}, {"KeyType", "HASH"}},
                 {{"AttributeName", "sk"}, {"KeyType", "RANGE"}}}}};
  if (capacity) {
    body["ProvisionedThroughput"] = {{"ReadCapacityUnits", capacity->read_units},
                                     {"WriteCapacityUnits", capacity->write_units}};
  } else {
    body["BillingMode"] = "PAY_PER_REQUEST";
  }
  const auto reply = client.call("CreateTable", text_of(body));
  if (!reply.ok()) return refused(client, "CreateTable", reply);
  return {};
}

Expected<void, Refusal> delete_table(Client& client, const std::string& table) {
  const auto reply = client.call("DeleteTable", text_of({{"TableName", table}}));
  if (!reply.ok()) return refused(client, "DeleteTable", reply);
  return {};
}

}  // namespace isotherm::load
