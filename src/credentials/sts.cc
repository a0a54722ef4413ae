#include "credentials/sts.h"

#include <array>

namespace isotherm::credentials {
namespace {

template <class T>
using Task = boost::asio::awaitable<T>;

constexpr std::string_view form_type = "application/x-www-form-urlencoded; charset=utf-8";

/// The text of the first element of a name, references resolved; empty: there is none. The answers
/// of this service have no attributes on these elements, no comments and no CDATA.
std::string element(std::string_view xml, std::string_view name) {
  const std::string open = "<" + std::string(name) + ">";
  const std::size_t begin = xml.find(open);
  if (begin == std::string_view::npos) return {};
  const std::size_t end = xml.find("</" + std::string(name) + ">", begin);
  if (end == std::string_view::npos) return {};
  std::string_view text = xml.substr(begin + open.size(), end - begin - open.size());
  static constexpr std::array<std::pair<std::string_view, char>, 5> references{
      {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}}};
  std::string out;
  while (!text.empty()) {
    char next = text.front();
    std::size_t bytes = 1;
    for (const auto& [reference, character] : references) {
      if (!text.starts_with(reference)) continue;
      next = character;
      bytes = reference.size();
    }
    out += next;
    text.remove_prefix(bytes);
  }
  return std::string(signing::trimmed(out));
}

/// Where the service is: a variable's word, or the region's endpoint.
std::string endpoint_of(const Settings& settings, const std::string& region) {
  if (const auto given = settings.variable("AWS_ENDPOINT_URL_STS")) return *given;
  if (const auto given = settings.variable("AWS_ENDPOINT_URL")) return *given;
  const bool is_china = region.starts_with("cn-");
  return "https://sts." + region + ".amazonaws.com" + (is_china ? ".cn" : "");
}

std::string form_of(std::string_view action, const Role& role) {
  std::string form = "Action=" + std::string(action) + "&Version=2011-06-15";
  const auto add = [&](std::string_view name, const std::string& value) {
    if (!value.empty()) form += "&" + std::string(name) + "=" + form_encoded(value);
  };
  add("RoleArn", role.arn);
  add("RoleSessionName", role.session_name);
  add("DurationSeconds", role.duration);
  add("ExternalId", role.external_id);
  return form;
}

Expected<HttpCall, std::string> call_of(const Settings& settings, const std::string& region,
                                        std::string form) {
  ASSIGN_OR_RETURN(Url url, parse_url(endpoint_of(settings, region)));
  return HttpCall{.method = "POST",
                  .url = std::move(url),
                  .headers = {{"Content-Type", std::string(form_type)}, {"Accept", "text/xml"}},
                  .body = std::move(form),
                  .authorities_file = settings.authorities_file()};
}

Task<Outcome> ask(HttpCall call) {
  const std::string where = call.url.authority();
  const auto answer = co_await send(std::move(call));
  if (!answer.ok()) co_return Broken{"STS at " + where + ", " + answer.error()};
  co_return read_sts_answer(answer->status, answer->body);
}

}  // namespace

std::string standard_session_name(UnixMillis now) {
  return "isotherm-" + std::to_string(now.count());
}

Outcome read_sts_answer(int status, const std::string& xml) {
  if (status != 200) {
    const std::string code = element(xml, "Code");
    const std::string message = element(xml, "Message");
    return Broken{"STS answered " + std::to_string(status) + (code.empty() ? "" : " " + code) +
                  (message.empty() ? "" : ": " + message)};
  }
  Found found;
  found.credentials.access_key_id = element(xml, "AccessKeyId");
  found.credentials.secret_access_key = element(xml, "SecretAccessKey");
  found.credentials.session_token = element(xml, "SessionToken");
  found.expires = parse_time(element(xml, "Expiration"));
  const bool is_whole = !found.credentials.access_key_id.empty() &&
                        !found.credentials.secret_access_key.empty() &&
                        !found.credentials.session_token.empty() && found.expires;
  if (!is_whole) return Broken{"the answer of STS has no whole Credentials"};
  return found;
}

Task<Outcome> assume_with_token(const Settings& settings, std::string region, Role role,
                                std::string token_file) {
  std::string token;
  if (const auto read = signing::read_text_file(token_file, token); !read.ok())
    co_return Broken{"the token file " + token_file + " cannot be read: " + read.error()};
  token = signing::trimmed(token.substr(0, token.find_last_not_of("\r\n") + 1));
  if (token.empty()) co_return Broken{"the token file " + token_file + " is empty"};
  auto call = call_of(
      settings, region,
      form_of("AssumeRoleWithWebIdentity", role) + "&WebIdentityToken=" + form_encoded(token));
  if (!call.ok()) co_return Broken{call.error()};
  co_return co_await ask(std::move(call).value());
}

Task<Outcome> assume(const Settings& settings, std::string region, Role role,
                     signing::Credentials source, UnixMillis now) {
  auto call = call_of(settings, region, form_of("AssumeRole", role));
  if (!call.ok()) co_return Broken{call.error()};
  std::vector<signing::Header> signed_headers = call->headers;
  signed_headers.push_back({"Host", call->url.authority()});
  const auto added = signing::sign({call->method, call->url.target, signed_headers, call->body},
                                   {std::move(source), std::move(region), "sts"}, now);
  call->headers.insert(call->headers.end(), added.begin(), added.end());
  co_return co_await ask(std::move(call).value());
}

}  // namespace isotherm::credentials
