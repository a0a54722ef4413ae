#include "signing/signature.h"

#include <algorithm>
#include <array>
#include <ctime>

namespace isotherm::signing {
namespace {

constexpr std::size_t date_characters = 8;

// What stands between may add, drop or rewrite these.
constexpr std::array<std::string_view, 5> never_signed{"authorization", "connection", "expect",
                                                       "transfer-encoding", "user-agent"};

std::vector<std::string> names_to_sign(std::span<const Header> headers) {
  std::vector<std::string> names;
  for (const Header& header : headers) {
    std::string name = lower_case(header.name);
    if (std::ranges::find(never_signed, name) == never_signed.end()) {
      names.push_back(std::move(name));
    }
  }
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace

std::string Scope::text() const {
  return date + "/" + region + "/" + service + "/" + std::string(terminator);
}

Sha256 signing_key(std::string_view secret_access_key, const Scope& scope) {
  const Sha256 of_date = hmac_sha256("AWS4" + std::string(secret_access_key), scope.date);
  const Sha256 of_region = hmac_sha256(as_bytes(of_date), scope.region);
  const Sha256 of_service = hmac_sha256(as_bytes(of_region), scope.service);
  return hmac_sha256(as_bytes(of_service), terminator);
}

std::string string_to_sign(std::string_view time, const Scope& scope, std::string_view canonical) {
  std::string out(algorithm);
  out.append("\n").append(time).append("\n").append(scope.text()).append("\n");
  return out + to_hex(sha256(canonical));
}

std::string signature(const Sha256& key, std::string_view to_sign) {
  return to_hex(hmac_sha256(as_bytes(key), to_sign));
}

std::string basic_time(UnixMillis time) {
  const std::time_t seconds = std::chrono::duration_cast<std::chrono::seconds>(time).count();
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  std::array<char, 40> text{};
  const std::size_t size = std::strftime(text.data(), text.size(), "%Y%m%dT%H%M%SZ", &parts);
  return {text.data(), size};
}

std::vector<Header> sign(const Request& request, const Signer& signer, UnixMillis now) {
  const std::string time = basic_time(now);
  std::vector<Header> added{{"X-Amz-Date", time}};
  if (!signer.credentials.session_token.empty()) {
    added.push_back({"X-Amz-Security-Token", signer.credentials.session_token});
  }
  std::vector<Header> all(request.headers.begin(), request.headers.end());
  all.insert(all.end(), added.begin(), added.end());
  const std::vector<std::string> names = names_to_sign(all);

  const Scope scope{time.substr(0, date_characters), signer.region, signer.service};
  Request whole = request;
  whole.headers = all;
  const std::string to_sign = string_to_sign(time, scope, canonical_request(whole, names));
  const Sha256 key = signing_key(signer.credentials.secret_access_key, scope);
  added.push_back({"Authorization", std::string(algorithm) +
                                        " Credential=" + signer.credentials.access_key_id + "/" +
                                        scope.text() + ", SignedHeaders=" + joined(names) +
                                        ", Signature=" + signature(key, to_sign)});
  return added;
}

}  // namespace isotherm::signing
