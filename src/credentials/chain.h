#pragma once

// The standard credential chain: the first place where credentials were set up, in this order.
//
//   environment            AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN
//   web identity           AWS_WEB_IDENTITY_TOKEN_FILE, AWS_ROLE_ARN
//   profile                ~/.aws/config, ~/.aws/credentials: keys, roles, credential_process
//   container              AWS_CONTAINER_CREDENTIALS_RELATIVE_URI, …_FULL_URI
//   instance metadata      version 2
//
// A profile that was chosen by hand comes first, before the environment.
//
//   unknown ──ask──> searching ──found──> known ──ends soon──> known, searching ──found──> known
//                        └──nothing──> unknown, with the error for a moment
//
//   1. One search at a time, on a thread of its own; who asks meanwhile waits for it.
//   2. While known credentials are good nobody waits: they are answered, and renewed behind.
//   3. A search that fails while they are good changes nothing, and is tried again.

#include <memory>
#include <optional>
#include <string>

#include "base/clock.h"
#include "credentials/settings.h"
#include "signing/credential_source.h"

namespace isotherm::credentials {

struct ChainOptions {
  Environment environment = process_environment();
  /// Chosen by hand.
  std::optional<std::string> profile = std::nullopt;
  /// For STS; empty: what is set, or us-east-1.
  std::string region = {};
  /// nullptr: the machine's.
  const Clock* clock = nullptr;
};

class CredentialChain final : public signing::CredentialSource {
 public:
  explicit CredentialChain(ChainOptions options = {});
  /// Whoever waits is answered with an error.
  ~CredentialChain() override;

  boost::asio::awaitable<Expected<signing::CredentialsPtr, std::string>> credentials() override;
  void reject(const signing::CredentialsPtr& refused) override;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace isotherm::credentials
