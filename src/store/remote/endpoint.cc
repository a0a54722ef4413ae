#include "store/remote/endpoint.h"

#include <algorithm>
#include <charconv>

namespace isotherm::remote {
namespace {

Failure<std::string> refuse(std::string_view url, const std::string& why) {
  return Failure("'" + std::string(url) + "' is no endpoint: " + why);
}

bool is_port(std::string_view text) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number >= 1 && number <= 65535;
}

/// The parts of "dynamodb.eu-west-1.amazonaws.com" around its region; empty views: it is none.
struct AmazonName {
  std::string_view service;
  std::string_view region;
  std::string_view domain;
};

AmazonName amazon_name(std::string_view host) {
  for (const std::string_view domain : {".amazonaws.com", ".amazonaws.com.cn", ".api.aws"}) {
    if (!host.ends_with(domain)) continue;
    const std::string_view name = host.substr(0, host.size() - domain.size());
    const auto dot = name.rfind('.');
    if (dot == std::string_view::npos) return {};
    const std::string_view service = name.substr(0, dot);
    for (const std::string_view known :
         {"dynamodb", "dynamodb-fips", "streams.dynamodb", "streams.dynamodb-fips"})
      if (service == known || service.ends_with("." + std::string(known)))
        return {service, name.substr(dot + 1), domain};
  }
  return {};
}

}  // namespace

std::string Endpoint::authority() const {
  const std::string name = host.find(':') == std::string::npos ? host : "[" + host + "]";
  return port == (tls ? "443" : "80") ? name : name + ":" + port;
}

std::string Endpoint::url() const { return (tls ? "https://" : "http://") + authority(); }

Expected<Endpoint, std::string> parse_endpoint(std::string_view url) {
  Endpoint endpoint;
  std::string_view rest = url;
  const auto take = [&](std::string_view scheme) {
    if (!rest.starts_with(scheme)) return false;
    rest.remove_prefix(scheme.size());
    return true;
  };
  endpoint.tls = take("https://");
  if (!endpoint.tls && !take("http://")) return refuse(url, "it begins with http:// or https://");
  if (rest.ends_with('/')) rest.remove_suffix(1);
  if (rest.find_first_of("/?#") != std::string_view::npos)
    return refuse(url, "it has no path, query or fragment");
  if (rest.find('@') != std::string_view::npos)
    return refuse(url, "credentials do not belong into it");
  std::string_view port = endpoint.tls ? "443" : "80";
  if (rest.starts_with('[')) {
    const auto close = rest.find(']');
    if (close == std::string_view::npos) return refuse(url, "its '[' has no ']'");
    endpoint.host = rest.substr(1, close - 1);
    rest.remove_prefix(close + 1);
    if (!rest.empty() && rest[0] != ':') return refuse(url, "a port follows a ':'");
    if (!rest.empty()) port = rest.substr(1);
  } else {
    const auto colon = rest.find(':');
    endpoint.host = rest.substr(0, colon);
    if (colon != std::string_view::npos) port = rest.substr(colon + 1);
  }
  if (endpoint.host.empty() || endpoint.host.find_first_of(" \t\r\n") != std::string::npos)
    return refuse(url, "it names no host");
  if (!is_port(port)) return refuse(url, "a port is a number from 1 to 65535");
  endpoint.port = port;
  return endpoint;
}

std::string region_in(std::string_view host) { return std::string(amazon_name(host).region); }

Endpoint streams_endpoint(const Endpoint& endpoint) {
  const AmazonName name = amazon_name(endpoint.host);
  if (name.region.empty() || name.service.starts_with("streams.")) return endpoint;
  Endpoint streams = endpoint;
  streams.host = "streams." + endpoint.host;
  return streams;
}

}  // namespace isotherm::remote
