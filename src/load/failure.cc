#include "load/failure.h"

#include <array>
#include <nlohmann/json.hpp>

namespace isotherm::load {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 3> throttling_exceptions{
    "ProvisionedThroughputExceededException", "ThrottlingException", "RequestLimitExceeded"};

// The exceptions disagree in the member's first letter [facts sheet §5]; endpoints too.
const Json* find_reasons(const Json& body) {
  for (const auto* name : {"ThrottlingReasons", "throttlingReasons"})
    if (const auto found = body.find(name); found != body.end() && found->is_array())
      return &*found;
  return nullptr;
}

std::string text_of(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::string_view unprocessed_member(std::string_view operation) {
  if (operation == "BatchWriteItem") return "UnprocessedItems";
  if (operation == "BatchGetItem") return "UnprocessedKeys";
  return {};
}

Json find_unprocessed(std::string_view operation, const std::string& body) {
  const auto member = unprocessed_member(operation);
  if (member.empty()) return nullptr;
  const auto at = body.find(member);
  // Nearly every reply holds `"UnprocessedItems":{}`: not worth a parse.
  if (at == std::string::npos || body.compare(at + member.size(), 4, "\":{}") == 0) return nullptr;
  const auto parsed = Json::parse(body, nullptr, false);
  if (!parsed.is_object()) return nullptr;
  const auto found = parsed.find(std::string(member));
  return found != parsed.end() && found->is_object() && !found->empty() ? *found : Json(nullptr);
}

}  // namespace

Failure read_failure(const Reply& reply) {
  Failure failure;
  if (reply.status == 0) {
    failure.exception = "no reply: " + reply.transport_error;
    return failure;
  }
  failure.exception = "HTTP " + std::to_string(reply.status);
  const auto body = Json::parse(reply.body, nullptr, false);
  if (!body.is_object()) return failure;
  const auto type = text_of(body, "__type");
  if (type.empty()) return failure;
  failure.exception = type.substr(type.find('#') + 1);
  failure.message = text_of(body, "message");
  if (failure.message.empty()) failure.message = text_of(body, "Message");
  for (const auto name : throttling_exceptions) failure.throttled |= failure.exception == name;
  const auto* reasons = find_reasons(body);
  if (reasons == nullptr) return failure;
  for (const auto& entry : *reasons)
    if (entry.is_object())
      failure.reasons.push_back({text_of(entry, "reason"), text_of(entry, "resource")});
  return failure;
}

std::uint64_t count_unprocessed(std::string_view operation, const std::string& body) {
  std::uint64_t count = 0;
  const auto tables = find_unprocessed(operation, body);
  if (tables.is_null()) return 0;
  for (const auto& table : tables) {
    if (table.is_array()) {
      count += table.size();
    } else if (const auto keys = table.find("Keys"); keys != table.end()) {
      count += keys->size();
    }
  }
  return count;
}

std::string unprocessed_json(std::string_view operation, const std::string& body) {
  const auto tables = find_unprocessed(operation, body);
  return tables.is_null() ? std::string() : tables.dump();
}

}  // namespace isotherm::load
