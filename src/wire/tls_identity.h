#pragma once

// Who a server is on TLS: a certificate with those that lead to its authority, and its private key.
//
// TLS 1.2 and 1.3, without renegotiation; ALPN chooses http/1.1, and refuses who offers only
// others.

#include <memory>
#include <string>

#include "base/clock.h"
#include "base/result.h"

namespace boost::asio::ssl {
class context;
}

namespace isotherm::wire {

class TlsIdentity {
 public:
  /// Reads PEM files: the server's certificate first, then the rest of its chain; and its key,
  /// which may stand in the same file. The error says which file, what is wrong and what to do.
  static Expected<std::shared_ptr<const TlsIdentity>, std::string> load(
      const std::string& certificate_file, const std::string& key_file);
  ~TlsIdentity();

  /// From when until when the certificate is good.
  UnixMillis not_before() const { return not_before_; }
  UnixMillis not_after() const { return not_after_; }

  boost::asio::ssl::context& context() const { return *context_; }

 private:
  TlsIdentity();
  std::unique_ptr<boost::asio::ssl::context> context_;
  UnixMillis not_before_{0};
  UnixMillis not_after_{0};
};

}  // namespace isotherm::wire
