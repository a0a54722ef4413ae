#pragma once

// Where those who sign get their credentials: fixed ones, or a chain that finds and renews them.

#include <boost/asio/awaitable.hpp>
#include <memory>
#include <string>
#include <utility>

#include "base/result.h"
#include "signing/signature.h"

namespace isotherm::signing {

/// Shared, so that a request in flight keeps what it was signed with.
using CredentialsPtr = std::shared_ptr<const Credentials>;

class CredentialSource {
 public:
  virtual ~CredentialSource() = default;

  /// Credentials that are good now: at once while some are known and valid, else when they were
  /// found. The error lists what was tried. Any thread may ask, and the answer comes on the
  /// executor of who asks. Never throws.
  virtual boost::asio::awaitable<Expected<CredentialsPtr, std::string>> credentials() = 0;

  /// An endpoint called these expired or unknown: they are looked for again, once, before the next
  /// answer. Nothing happens when other ones are in use by then.
  virtual void reject(const CredentialsPtr& refused) = 0;
};

/// Always the same.
class FixedCredentials final : public CredentialSource {
 public:
  explicit FixedCredentials(Credentials credentials)
      : credentials_(std::make_shared<const Credentials>(std::move(credentials))) {}

  boost::asio::awaitable<Expected<CredentialsPtr, std::string>> credentials() override {
    co_return credentials_;
  }
  void reject(const CredentialsPtr&) override {}

 private:
  CredentialsPtr credentials_;
};

}  // namespace isotherm::signing
