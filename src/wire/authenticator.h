#pragma once

// Who may use the endpoint: checks the signature of each request, or only that there is one.
//
// Checks go in this order, and the first that fails is the answer:
//   MissingAuthenticationToken, IncompleteSignature   there is an authorization, and it is whole
//   UnrecognizedClientException                       its key is known, its session token right
//   InvalidSignatureException                         scope, time, then the signature itself
//   AccessDeniedException                             the key may do this

#include <memory>
#include <mutex>
#include <optional>

#include "base/clock.h"
#include "model/error.h"
#include "signing/credentials_file.h"
#include "wire/http_request.h"

namespace isotherm::wire {

struct Authorization;
struct Operation;

struct AuthenticatorOptions {
  /// Who is known; none: every request must be signed, and by whom is not looked at.
  std::optional<signing::Profiles> profiles;
  /// What signatures must be scoped to, and what errors name.
  std::string region = "us-east-1";
  std::string account = "000000000000";
  /// nullptr: the machine's.
  const Clock* clock = nullptr;
};

class Authenticator {
 public:
  explicit Authenticator(AuthenticatorOptions options);
  ~Authenticator();

  /// Goes on with other profiles; a request under way ends with those that it began with. Only of
  /// an authenticator that was made with some. Any thread.
  void use_profiles(signing::Profiles profiles);

  /// Whether requests must keep all their fields (HttpRequestParser::keep_fields).
  bool needs_fields() const { return checks_signatures_; }

  /// Why the request is refused; nothing: it is served. `operation` may be nullptr. Any thread.
  std::optional<Error> refusal(const HttpRequest& request, const Operation* operation) const;

 private:
  /// Profiles, with what was computed of them.
  struct Known;
  std::shared_ptr<const Known> known() const;
  Result<const signing::Profile*> verify(const HttpRequest& request, const Known& known) const;
  Error denied(const signing::Profile& profile, const Operation& operation) const;

  std::string region_;
  std::string account_;
  SystemClock system_clock_;
  const Clock& clock_;
  bool checks_signatures_;
  mutable std::mutex mutex_;
  std::shared_ptr<const Known> known_;
};

}  // namespace isotherm::wire
