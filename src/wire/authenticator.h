#pragma once

// Who may use the endpoint: checks the signature of each request, or only that there is one.
//
// Checks go in this order, and the first that fails is the answer:
//   MissingAuthenticationToken, IncompleteSignature   there is an authorization, and it is whole
//   UnrecognizedClientException                       its key is known, its session token right
//   InvalidSignatureException                         scope, time, then the signature itself
//
// What a key may do is looked at later, when it is known what the request is about
// (guarded_store.h).

#include <memory>
#include <mutex>
#include <optional>

#include "base/clock.h"
#include "model/error.h"
#include "signing/credentials_file.h"
#include "wire/http_request.h"

namespace isotherm::wire {

struct Authorization;

struct AuthenticatorOptions {
  /// Who is known; none: every request must be signed, and by whom is not looked at.
  std::optional<signing::Profiles> profiles;
  /// What signatures must be scoped to, and what errors name.
  std::string region = "us-east-1";
  std::string account = "000000000000";
  /// nullptr: the machine's.
  const Clock* clock = nullptr;
};

/// Who sent a request; nullptr: anybody, who may do everything.
using Sender = std::shared_ptr<const signing::Profile>;

class Authenticator {
 public:
  explicit Authenticator(AuthenticatorOptions options);
  ~Authenticator();

  /// Goes on with other profiles; a request under way ends with those that it began with. Only of
  /// an authenticator that was made with some. Any thread.
  void use_profiles(signing::Profiles profiles);

  /// Whether requests must keep all their fields (HttpRequestParser::keep_fields).
  bool needs_fields() const { return checks_signatures_; }

  /// Who sent the request; or why it is refused. Any thread.
  Result<Sender> sender(const HttpRequest& request) const;

  const std::string& region() const { return region_; }
  const std::string& account() const { return account_; }

 private:
  /// Profiles, with what was computed of them.
  struct Known;
  std::shared_ptr<const Known> known() const;
  Result<const signing::Profile*> verify(const HttpRequest& request, const Known& known) const;

  std::string region_;
  std::string account_;
  SystemClock system_clock_;
  const Clock& clock_;
  bool checks_signatures_;
  mutable std::mutex mutex_;
  std::shared_ptr<const Known> known_;
};

}  // namespace isotherm::wire
