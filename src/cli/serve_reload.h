#pragma once

// What `isotherm serve` does at SIGHUP: reads its files again and goes on with them, without a
// dropped request. A request under way ends with what it began with. Each file stands for itself:
// one that cannot be used is told with its line, and what was in use before it stays.

#include <string>

namespace isotherm {
class Store;
}
namespace isotherm::gateway {
class Gateway;
}
namespace isotherm::wire {
class Authenticator;
class Server;
class TlsIdentity;
}  // namespace isotherm::wire

namespace isotherm::cli {

/// The files that a server was started with, and who uses what is in them.
struct ReloadedFiles {
  /// Empty, as the others: it was started without one.
  std::string schema;
  gateway::Gateway* gateway = nullptr;
  /// The store that the gateway stands before: the schema must fit its tables.
  Store* below = nullptr;
  std::string credentials;
  wire::Authenticator* authenticator = nullptr;
  std::string tls_certificate;
  std::string tls_key;
  wire::Server* server = nullptr;

  bool any() const { return !schema.empty() || !credentials.empty() || !tls_certificate.empty(); }
};

/// Warns of a certificate that clients will not take, by its dates.
void warn_of_dates(const wire::TlsIdentity& identity, const std::string& file);

/// Reads all of them; the log says what came of it.
void reload(const ReloadedFiles& files);

}  // namespace isotherm::cli
