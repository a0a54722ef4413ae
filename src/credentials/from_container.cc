#include "credentials/from_container.h"

#include <algorithm>
#include <array>
#include <boost/asio/ip/address.hpp>

namespace isotherm::credentials {
namespace {

constexpr std::string_view task_address = "http://169.254.170.2";

Expected<std::optional<Url>, std::string> url_of(const Settings& settings) {
  if (const auto path = settings.variable("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI")) {
    if (!path->starts_with('/'))
      return std::string("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI does not begin with '/'");
    ASSIGN_OR_RETURN(Url url, parse_url(std::string(task_address) + *path));
    return std::optional(std::move(url));
  }
  const auto full = settings.variable("AWS_CONTAINER_CREDENTIALS_FULL_URI");
  if (!full) return std::optional<Url>();
  auto url = parse_url(*full);
  if (!url.ok()) return "AWS_CONTAINER_CREDENTIALS_FULL_URI: " + url.error();
  if (!url->is_https && !may_be_plain(*url))
    return "AWS_CONTAINER_CREDENTIALS_FULL_URI: credentials are not asked for at " + url->host +
           " without TLS: use https, or an address of this machine";
  return std::optional(std::move(url).value());
}

/// The token to send; empty: none.
Expected<void, std::string> read_token(const Settings& settings, std::string& token) {
  if (const auto file = settings.variable("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE")) {
    if (const auto read = signing::read_text_file(*file, token); !read.ok())
      return "the token file " + *file + " cannot be read: " + read.error();
    while (token.ends_with('\n') || token.ends_with('\r')) token.pop_back();
  } else {
    token = settings.variable("AWS_CONTAINER_AUTHORIZATION_TOKEN").value_or("");
  }
  // It would become more than one header.
  if (token.find_first_of(std::string_view("\r\n\0", 3)) != std::string::npos)
    return std::string("the authorization token has a line break");
  return {};
}

}  // namespace

bool may_be_plain(const Url& url) {
  constexpr std::array<std::string_view, 3> platform{"169.254.170.2", "169.254.170.23",
                                                     "fd00:ec2::23"};
  if (url.host == "localhost" || std::ranges::find(platform, url.host) != platform.end())
    return true;
  boost::system::error_code error;
  const auto address = boost::asio::ip::make_address(url.host, error);
  return !error && address.is_loopback();
}

boost::asio::awaitable<Outcome> from_container(const Settings& settings) {
  const auto url = url_of(settings);
  if (!url.ok()) co_return Broken{url.error()};
  if (!*url)
    co_return NotSetUp{
        "neither AWS_CONTAINER_CREDENTIALS_RELATIVE_URI nor "
        "AWS_CONTAINER_CREDENTIALS_FULL_URI is set"};
  std::string token;
  if (const auto read = read_token(settings, token); !read.ok()) co_return Broken{read.error()};
  HttpCall call{.url = **url,
                .headers = {{"Accept", "application/json"}},
                .authorities_file = settings.authorities_file()};
  if (!token.empty()) call.headers.push_back({"Authorization", token});
  const std::string where = (*url)->authority();
  const auto answer = co_await send(std::move(call));
  if (!answer.ok()) co_return Broken{where + ", " + answer.error()};
  if (answer->status != 200)
    co_return Broken{where + " answered " + std::to_string(answer->status)};
  co_return read_json_credentials(answer->body, {.token = "Token"});
}

}  // namespace isotherm::credentials
