#include "wire/authenticator.h"

#include <algorithm>
#include <charconv>
#include <ctime>
#include <shared_mutex>

#include "wire/authorization.h"

namespace isotherm::wire {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

// How far a client's clock may be off, and how long a signature is good for.
constexpr minutes skew_max{5};
// A signature in a query says itself how long, up to a week.
constexpr seconds expires_max{7 * 24 * 3600};

Error invalid(std::string message) { return {ErrorCode::invalid_signature, std::move(message)}; }

Error unrecognized() {
  return {ErrorCode::unrecognized_client, "The security token included in the request is invalid."};
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = std::min(text.find(separator), text.size());
    parts.push_back(text.substr(0, end));
    if (end == text.size()) return parts;
    text.remove_prefix(end + 1);
  }
}

// "20150830T123600Z", or the form of a Date header.
std::optional<UnixMillis> parse_time(const std::string& text) {
  for (const char* form : {"%Y%m%dT%H%M%SZ", "%a, %d %b %Y %H:%M:%S GMT"}) {
    std::tm parts{};
    const char* end = strptime(text.c_str(), form, &parts);
    if (end != nullptr && *end == '\0') return UnixMillis(seconds(timegm(&parts)));
  }
  return std::nullopt;
}

std::optional<Error> check_scope(const signing::Scope& scope, std::string_view terminator,
                                 const std::string& region, const std::string& time) {
  std::string wrong;
  if (terminator != signing::terminator) {
    wrong.append("Credential should be scoped with a valid terminator: 'aws4_request', not '")
        .append(terminator)
        .append("'. ");
  }
  if (scope.region != region) {
    wrong += "Credential should be scoped to a valid region, not '" + scope.region + "'. ";
  }
  if (scope.service != "dynamodb") {
    wrong += "Credential should be scoped to correct service: 'dynamodb'. ";
  }
  if (scope.date != time.substr(0, 8)) {
    wrong +=
        "Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from HTTP: "
        "'" +
        scope.date + "' != '" + time.substr(0, 8) + "', from '" + time + "'. ";
  }
  if (wrong.empty()) return std::nullopt;
  return invalid(std::move(wrong));
}

std::optional<Error> check_age(UnixMillis signed_at, UnixMillis now, seconds good_for) {
  const auto text = [](UnixMillis time) { return signing::basic_time(time); };
  const auto minutes_of = [](seconds time) { return std::to_string(time / minutes(1)) + " min.)"; };
  if (signed_at < now - good_for) {
    return invalid("Signature expired: " + text(signed_at) + " is now earlier than " +
                   text(now - good_for) + " (" + text(now) + " - " + minutes_of(good_for));
  }
  if (signed_at > now + skew_max) {
    return invalid("Signature not yet current: " + text(signed_at) + " is still later than " +
                   text(now + skew_max) + " (" + text(now) + " + " + minutes_of(skew_max));
  }
  return std::nullopt;
}

seconds lifetime(const Authorization& authorization) {
  long long given = 0;
  const std::string& text = authorization.expires;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), given);
  if (text.empty() || read.ec != std::errc() || given < 0) return skew_max;
  return std::min(seconds(given), expires_max);
}

Error does_not_match(std::string_view canonical, std::string_view to_sign) {
  std::string message =
      "The request signature we calculated does not match the signature you provided. Check your "
      "AWS Secret Access Key and signing method. Consult the service documentation for details.\n\n"
      "The Canonical String for this request should have been\n'";
  message.append(canonical).append("'\n\nThe String-to-Sign should have been\n'");
  message.append(to_sign).append("'\n");
  return invalid(std::move(message));
}

}  // namespace

struct Authenticator::Known {
  explicit Known(signing::Profiles given) : profiles(std::move(given)) {}

  /// The key of a profile for a scope. Deriving one costs as much as the rest of a check, so the
  /// last of each access key id is kept.
  signing::Sha256 key_for(const signing::Profile& profile, const signing::Scope& scope) const;

  const signing::Profiles profiles;

 private:
  struct Key {
    std::string scope;
    signing::Sha256 key;
  };
  mutable std::shared_mutex mutex_;
  mutable std::map<std::string, Key, std::less<>> keys_;
};

signing::Sha256 Authenticator::Known::key_for(const signing::Profile& profile,
                                              const signing::Scope& scope) const {
  const std::string text = scope.text();
  const std::string& id = profile.credentials.access_key_id;
  {
    const std::shared_lock lock(mutex_);
    const auto found = keys_.find(id);
    if (found != keys_.end() && found->second.scope == text) return found->second.key;
  }
  const signing::Sha256 key = signing_key(profile.credentials.secret_access_key, scope);
  const std::lock_guard lock(mutex_);
  keys_[id] = {text, key};
  return key;
}

Authenticator::Authenticator(AuthenticatorOptions options)
    : region_(std::move(options.region)),
      account_(std::move(options.account)),
      clock_(options.clock != nullptr ? *options.clock : system_clock_),
      checks_signatures_(options.profiles.has_value()) {
  if (checks_signatures_) known_ = std::make_shared<const Known>(*std::move(options.profiles));
}

Authenticator::~Authenticator() = default;

void Authenticator::use_profiles(signing::Profiles profiles) {
  auto known = std::make_shared<const Known>(std::move(profiles));
  const std::lock_guard lock(mutex_);
  known_.swap(known);
}

std::shared_ptr<const Authenticator::Known> Authenticator::known() const {
  const std::lock_guard lock(mutex_);
  return known_;
}

Result<Sender> Authenticator::sender(const HttpRequest& request) const {
  if (!checks_signatures_) {
    if (has_authorization(request)) return Sender();
    const auto read = read_authorization(request);
    if (read.ok()) return Sender();
    return read.error();
  }
  const std::shared_ptr<const Known> known = this->known();
  ASSIGN_OR_RETURN(const signing::Profile* profile, verify(request, *known));
  // Kept for as long as the request is under way.
  return Sender(known, profile);
}

Result<const signing::Profile*> Authenticator::verify(const HttpRequest& request,
                                                      const Known& known) const {
  ASSIGN_OR_RETURN(const Authorization authorization, read_authorization(request));
  const auto parts = split(authorization.credential, '/');
  if (parts.size() != 5) {
    return Error(ErrorCode::incomplete_signature,
                 "Credential must have exactly 5 slash-delimited elements, e.g. "
                 "keyid/date/region/service/term, got '" +
                     authorization.credential + "'");
  }
  const auto signed_at = parse_time(authorization.time);
  if (!signed_at) {
    return Error(ErrorCode::incomplete_signature,
                 "Date must be in ISO-8601 'basic format'. Got '" + authorization.time +
                     "'. See http://en.wikipedia.org/wiki/ISO_8601");
  }
  const auto found = known.profiles.find(parts[0]);
  if (found == known.profiles.end()) return unrecognized();
  const signing::Profile& profile = found->second;
  if (!signing::equal_in_constant_time(authorization.session_token,
                                       profile.credentials.session_token)) {
    return unrecognized();
  }
  const std::string time = signing::basic_time(*signed_at);
  const signing::Scope scope{std::string(parts[1]), std::string(parts[2]), std::string(parts[3])};
  if (const auto error = check_scope(scope, parts[4], region_, time)) return *error;
  if (const auto error = check_age(*signed_at, clock_.unix_time(), lifetime(authorization))) {
    return *error;
  }
  if (!std::ranges::binary_search(authorization.signed_headers, "host")) {
    return invalid("'Host' or ':authority' must be a 'SignedHeader' in the AWS Authorization.");
  }
  const std::string canonical = signing::canonical_request(
      {request.method, request.uri, request.fields, request.body}, authorization.signed_headers,
      authorization.in_query ? "X-Amz-Signature" : "");
  const std::string to_sign = signing::string_to_sign(time, scope, canonical);
  const std::string expected = signing::signature(known.key_for(profile, scope), to_sign);
  if (!signing::equal_in_constant_time(expected, authorization.signature)) {
    return does_not_match(canonical, to_sign);
  }
  return &profile;
}

}  // namespace isotherm::wire
