#include "cli/upstream_options.h"

#include <algorithm>
#include <chrono>

#include "credentials/chain.h"
#include "credentials/region.h"
#include "store/run.h"

namespace isotherm::cli {

void UpstreamOptions::declare(Options& options) {
  auto& address = options.add(
      {"--upstream", "URL", "the tables are at another endpoint: https://… or http://…", {}});
  address.set = [this](std::string_view text) -> std::optional<std::string> {
    auto endpoint = remote::parse_endpoint(text);
    if (!endpoint.ok()) return endpoint.error();
    url = endpoint->url();
    return std::nullopt;
  };
  options.text("--upstream-profile", "NAME", profile,
               "the profile that signs; else the standard credential chain finds one");
  options.flag("--upstream-unsigned", is_unsigned, "do not sign: the upstream checks nothing");
  options
      .path("--upstream-ca", "FILE", ca_file,
            "whom to trust on HTTPS, in PEM; else the system's authorities")
      .variables = {"AWS_CA_BUNDLE"};
  options.count("--upstream-connections", "N", connections, 1, 65'535,
                "connections to it at the most");
  options.count("--upstream-attempts", "N", attempts, 1, 10,
                "tries of a call that may be tried again; 1: none is");
  options.time_span("--upstream-connect-timeout", connect_timeout,
                    "for its address, and each of TCP and TLS");
  options.time_span("--upstream-timeout", answer_timeout, "for one answer");
}

std::string UpstreamOptions::region(const std::string& given) const {
  const auto endpoint = remote::parse_endpoint(url);
  const std::string named = endpoint.ok() ? remote::region_in(endpoint->host) : std::string();
  if (!named.empty()) return named;
  if (!given.empty()) return given;
  const credentials::Settings settings(
      credentials::process_environment(),
      profile.empty() ? std::nullopt : std::optional<std::string>(profile));
  // A plain upstream is near, and its region a formality: not worth the wait for an instance.
  const bool may_ask = endpoint.ok() && endpoint->tls;
  const std::string found = may_ask ? isotherm::run(credentials::find_region(settings))
                                    : credentials::configured_region(settings);
  return found.empty() ? "us-east-1" : found;
}

Expected<std::unique_ptr<remote::Remote>, std::string> UpstreamOptions::open(
    const std::string& region, unsigned threads) const {
  remote::CallerOptions caller;
  ASSIGN_OR_RETURN(caller.endpoint, remote::parse_endpoint(url));
  caller.region = region;
  if (is_unsigned && !profile.empty())
    return Failure(std::string("--upstream-unsigned and --upstream-profile exclude each other"));
  if (!is_unsigned) {
    credentials::ChainOptions chain;
    if (!profile.empty()) chain.profile = profile;
    chain.region = region;
    caller.credentials = std::make_shared<credentials::CredentialChain>(std::move(chain));
  }
  if (caller.endpoint.tls) {
    ASSIGN_OR_RETURN(caller.trust, remote::Trust::load(ca_file));
  }
  const auto millis = [](Duration time) {
    return std::chrono::ceil<std::chrono::milliseconds>(time);
  };
  caller.timeouts = {millis(connect_timeout), millis(answer_timeout)};
  caller.retry.attempts_max = static_cast<int>(attempts);
  caller.pool.connections_max = std::max<std::size_t>(1, connections / std::max(1U, threads));
  return std::make_unique<remote::Remote>(caller);
}

}  // namespace isotherm::cli
