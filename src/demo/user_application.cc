#include "demo/user_application.h"

#include <nlohmann/json.hpp>
#include <thread>

#include "load/bench_table.h"
#include "load/failure.h"

namespace isotherm::demo {
namespace {

using Json = nlohmann::json;
using load::Refusal;

constexpr int member_digits = 8;
// Counting reads pages of 1 MB one after the other; what is throttled is asked again after a rest.
constexpr int throttles_max = 200;
constexpr auto throttle_rest = std::chrono::milliseconds(50);

Json key(std::string_view attribute, std::string_view role) {
  return {{"AttributeName", attribute}, {"KeyType", role}};
}

Json text_attribute(std::string_view name) {
  return {{"AttributeName", name}, {"AttributeType", "S"}};
}

// Sums Count over all pages of a Query or Scan.
Expected<std::uint64_t, Refusal> count_pages(load::Client& client, std::string_view operation,
                                             Json request) {
  request["TableName"] = user_table;
  request["Select"] = "COUNT";
  std::uint64_t count = 0;
  int throttles = 0;
  for (;;) {
    const auto reply = client.call(operation, request.dump());
    if (!reply.ok()) {
      const auto failure = load::read_failure(reply);
      if (!failure.throttled || ++throttles > throttles_max)
        return Refusal{std::string(operation) + " failed: " + failure.exception + ": " +
                       failure.message};
      std::this_thread::sleep_for(throttle_rest);
      continue;
    }
    const auto page = Json::parse(reply.body, nullptr, false);
    if (!page.is_object() || !page.contains("Count"))
      return Refusal{std::string(operation) + ": the answer has no Count"};
    count += page["Count"].get<std::uint64_t>();
    const auto last = page.find("LastEvaluatedKey");
    if (last == page.end()) return count;
    request["ExclusiveStartKey"] = *last;
  }
}

}  // namespace

std::string member_id(std::uint64_t number) {
  auto digits = std::to_string(number);
  if (digits.size() < member_digits) digits.insert(0, member_digits - digits.size(), '0');
  return "m-" + digits;
}

Expected<void, Refusal> create_user_table(load::Client& client, std::int64_t write_units) {
  // Reads have room too: the demo counts everything that it stored.
  const Json warm = {{"WriteUnitsPerSecond", write_units}, {"ReadUnitsPerSecond", 3 * write_units}};
  const Json index = {{"IndexName", member_index},
                      {"KeySchema", {key("channelId", "HASH"), key("memberId", "RANGE")}},
                      {"Projection", {{"ProjectionType", "ALL"}}},
                      {"WarmThroughput", warm}};
  const Json request = {
      {"TableName", user_table},
      {"AttributeDefinitions",
       {text_attribute("id"), text_attribute("channelId"), text_attribute("memberId")}},
      {"KeySchema", Json::array({key("id", "HASH")})},
      {"GlobalSecondaryIndexes", Json::array({index})},
      {"BillingMode", "PAY_PER_REQUEST"},
      {"WarmThroughput", warm}};
  const auto reply = client.call("CreateTable", request.dump());
  if (!reply.ok()) {
    const auto failure = load::read_failure(reply);
    return Refusal{"CreateTable failed: " + failure.exception + ": " + failure.message};
  }
  return load::await_active(client, std::string(user_table));
}

void write_boot(const User& user, std::uint64_t boot_millis, std::string& body) {
  body.assign(R"({"TableName":"User","Item":{"id":{"S":"user-)")
      .append(std::to_string(user.number))
      .append(R"("},"channelId":{"S":")")
      .append(user.channel)
      .append(R"("},"memberId":{"S":")")
      .append(member_id(user.number))
      .append(R"("},"bootedAt":{"N":")")
      .append(std::to_string(boot_millis))
      .append(R"("},"device":{"S":"phone"}}})");
}

void write_look_up(const User& user, std::string& body) {
  body.assign(R"({"TableName":"User","IndexName":"member","KeyConditionExpression":)")
      .append(R"("channelId = :c AND memberId = :m","ExpressionAttributeValues":{":c":{"S":")")
      .append(user.channel)
      .append(R"("},":m":{"S":")")
      .append(member_id(user.number))
      .append(R"("}}})");
}

bool is_found(const std::string& body, const User& user) {
  const auto answer = Json::parse(body, nullptr, false);
  if (!answer.is_object() || answer.value("Count", 0) != 1) return false;
  const auto& item = answer["Items"][0];
  const Json id = {{"S", "user-" + std::to_string(user.number)}};
  return item.size() == 5 && item.value("id", Json()) == id;
}

Expected<std::uint64_t, Refusal> count_users(load::Client& client) {
  return count_pages(client, "Scan", Json::object());
}

Expected<std::uint64_t, Refusal> count_members(load::Client& client, std::string_view channel) {
  return count_pages(client, "Query",
                     {{"IndexName", member_index},
                      {"KeyConditionExpression", "channelId = :c"},
                      {"ExpressionAttributeValues", {{":c", {{"S", channel}}}}}});
}

}  // namespace isotherm::demo
