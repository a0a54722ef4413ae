#include "credentials/provider.h"

#include <charconv>
#include <ctime>
#include <nlohmann/json.hpp>

namespace isotherm::credentials {
namespace {

using nlohmann::json;

std::string text_of(const json& object, const char* name) {
  const auto at = object.find(name);
  return at != object.end() && at->is_string() ? at->get<std::string>() : std::string();
}

/// "Z", "+01:00", or a fraction before one of them.
std::optional<std::chrono::minutes> parse_offset(std::string_view text) {
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    text.remove_prefix(std::min(text.find_first_not_of("0123456789"), text.size()));
  }
  if (text == "Z") return std::chrono::minutes(0);
  if (text.size() != 6 || (text[0] != '+' && text[0] != '-') || text[3] != ':') return std::nullopt;
  int hours = 0;
  int minutes = 0;
  const auto read = [](std::string_view digits, int& to) {
    const auto done = std::from_chars(digits.data(), digits.data() + digits.size(), to);
    return done.ec == std::errc() && done.ptr == digits.data() + digits.size();
  };
  if (!read(text.substr(1, 2), hours) || !read(text.substr(4, 2), minutes)) return std::nullopt;
  return std::chrono::minutes((text[0] == '-' ? -1 : 1) * (hours * 60 + minutes));
}

}  // namespace

std::optional<UnixMillis> parse_time(const std::string& text) {
  std::tm parts{};
  const char* const end = strptime(text.c_str(), "%Y-%m-%dT%H:%M:%S", &parts);
  if (end == nullptr) return std::nullopt;
  const auto offset = parse_offset(end);
  if (!offset) return std::nullopt;
  return UnixMillis(std::chrono::seconds(timegm(&parts))) - *offset;
}

Outcome read_json_credentials(const std::string& text, JsonNames names) {
  const json object = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!object.is_object()) return Broken{"the answer is no JSON object"};
  Found found;
  found.credentials.access_key_id = text_of(object, "AccessKeyId");
  found.credentials.secret_access_key = text_of(object, "SecretAccessKey");
  found.credentials.session_token = text_of(object, names.token);
  if (found.credentials.access_key_id.empty() || found.credentials.secret_access_key.empty()) {
    // Some say so in the answer itself, with status 200.
    const std::string code = text_of(object, "Code") + text_of(object, "code");
    const std::string message = text_of(object, "Message") + text_of(object, "message");
    if (!code.empty() && code != "Success")
      return Broken{"it answered " + code + (message.empty() ? "" : ": " + message)};
    return Broken{"the answer has no AccessKeyId or no SecretAccessKey"};
  }
  const std::string expiration = text_of(object, "Expiration");
  if (expiration.empty()) return found;
  found.expires = parse_time(expiration);
  if (!found.expires) return Broken{"the Expiration of the answer is no time"};
  return found;
}

}  // namespace isotherm::credentials
