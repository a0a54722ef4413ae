#include "credentials/instance_metadata.h"

#include <algorithm>
#include <cstdlib>

namespace isotherm::credentials {
namespace {

template <class T>
using Task = boost::asio::awaitable<T>;

constexpr std::string_view credentials_path = "/latest/meta-data/iam/security-credentials/";
constexpr std::string_view region_path = "/latest/meta-data/placement/region";
// As long as the service allows.
constexpr std::string_view session_seconds = "21600";
// Credentials that have ended are good for so much longer: the service is behind, and will catch
// up, or refuse them.
constexpr std::chrono::minutes overtime{10};

std::string endpoint_of(const Settings& settings) {
  if (const auto given = settings.variable("AWS_EC2_METADATA_SERVICE_ENDPOINT")) return *given;
  const auto mode = settings.variable("AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE");
  return mode && signing::lower_case(*mode) == "ipv6" ? "http://[fd00:ec2::254]"
                                                      : "http://169.254.169.254";
}

/// A small number out of a variable; what is none counts as `standard`.
double number_of(const Settings& settings, const char* name, double standard) {
  const auto text = settings.variable(name);
  if (!text) return standard;
  char* end = nullptr;
  const double number = std::strtod(text->c_str(), &end);
  return *end == '\0' && number > 0 && number <= 60 ? number : standard;
}

/// One talk with the service: the token, then what is asked for.
class Session {
 public:
  Session(const Settings& settings, Url base)
      : base_(std::move(base)),
        step_(std::chrono::milliseconds(
            static_cast<long>(1000 * number_of(settings, "AWS_METADATA_SERVICE_TIMEOUT", 1)))),
        attempts_(static_cast<int>(number_of(settings, "AWS_METADATA_SERVICE_NUM_ATTEMPTS", 1))) {}

  /// False: nobody answers, or not as the service does; `why` says so.
  Task<bool> begin() {
    HttpCall call = call_of("PUT", "/latest/api/token");
    call.headers = {{"X-aws-ec2-metadata-token-ttl-seconds", std::string(session_seconds)}};
    const auto answer = co_await try_to(std::move(call));
    if (!answer) co_return false;
    token_ = *answer;
    const bool is_token =
        !token_.empty() && std::ranges::all_of(token_, [](char c) { return c > ' ' && c < 0x7f; });
    if (!is_token) why = base_.authority() + " gave no token";
    co_return is_token;
  }

  Task<std::optional<std::string>> get(const std::string& path) {
    HttpCall call = call_of("GET", path);
    call.headers = {{"X-aws-ec2-metadata-token", token_}};
    co_return co_await try_to(std::move(call));
  }

  std::string why;

 private:
  HttpCall call_of(std::string method, const std::string& path) const {
    HttpCall call{.method = std::move(method), .url = base_, .step_time_max = step_};
    // The endpoint may have a path of its own.
    std::string& target = call.url.target;
    if (target.ends_with('/')) target.pop_back();
    target += path;
    return call;
  }

  Task<std::optional<std::string>> try_to(HttpCall call) {
    for (int attempt = 1;; ++attempt) {
      const auto answer = co_await send(call);
      if (answer.ok() && answer->status == 200) co_return answer->body;
      why = base_.authority() + (answer.ok() ? " answered " + std::to_string(answer->status) +
                                                   " to " + call.method + " " + call.url.target
                                             : ", " + answer.error());
      const bool may_pass = !answer.ok() || answer->status >= 500;
      if (!may_pass || attempt >= attempts_) co_return std::nullopt;
    }
  }

  Url base_;
  std::chrono::milliseconds step_;
  int attempts_;
  std::string token_;
};

}  // namespace

Task<Outcome> from_instance_metadata(const Settings& settings, UnixMillis now) {
  if (settings.is_true("AWS_EC2_METADATA_DISABLED"))
    co_return NotSetUp{"AWS_EC2_METADATA_DISABLED is true"};
  auto url = parse_url(endpoint_of(settings));
  if (!url.ok()) co_return Broken{"AWS_EC2_METADATA_SERVICE_ENDPOINT: " + url.error()};
  Session session(settings, std::move(url).value());
  if (!co_await session.begin()) co_return NotSetUp{session.why};
  const auto roles = co_await session.get(std::string(credentials_path));
  if (!roles) co_return NotSetUp{session.why + " (has the instance a role?)"};
  const std::string role(signing::trimmed(roles->substr(0, roles->find('\n'))));
  if (role.empty()) co_return NotSetUp{"the instance has no role"};
  const auto answer = co_await session.get(std::string(credentials_path) + role);
  if (!answer) co_return Broken{session.why};
  Outcome outcome = read_json_credentials(*answer, {.token = "Token"});
  if (auto* found = std::get_if<Found>(&outcome); found != nullptr && found->expires)
    found->expires = std::max(*found->expires, now + overtime);
  co_return outcome;
}

Task<std::string> region_of_instance(const Settings& settings) {
  if (settings.is_true("AWS_EC2_METADATA_DISABLED")) co_return "";
  auto url = parse_url(endpoint_of(settings));
  if (!url.ok()) co_return "";
  Session session(settings, std::move(url).value());
  if (!co_await session.begin()) co_return "";
  const auto region = co_await session.get(std::string(region_path));
  co_return region ? std::string(signing::trimmed(region->substr(0, region->find('\n')))) : "";
}

}  // namespace isotherm::credentials
