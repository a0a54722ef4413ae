#pragma once

// The HTTP/1.1 server: DynamoDB JSON 1.0 on a TCP port, above a Store.
//
// One I/O context per thread, one coroutine per connection. A connection reads into one buffer,
// parses as many requests as it holds, and writes all their replies at once. A request's coroutine
// stays on its connection's thread.

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "wire/relay.h"

namespace isotherm {
class Store;
}

namespace isotherm::wire {

class Authenticator;
class TlsIdentity;

/// What one request was and came to, for access logs and metrics. Views live during the call.
struct Served {
  /// "PutItem"; empty when the target names no operation.
  std::string_view operation;
  int status = 200;
  /// The exception's name; empty on success.
  std::string_view error;
  std::string_view request_id;
  std::size_t request_bytes = 0;
  std::size_t reply_bytes = 0;
  /// From the parsed request to the encoded reply.
  Duration duration{0};
};

struct ServerOptions {
  /// An IP address, or "localhost".
  std::string address = "127.0.0.1";
  /// 0: any free port; `Server::port` tells which.
  std::uint16_t port = 0;
  /// 0: one for each core.
  unsigned threads = 0;
  /// A larger body is answered with 413, as sent and, when it is gzip, as it unfolds. As the
  /// service.
  std::size_t body_bytes_max = 16 * 1024 * 1024;
  /// Request line and headers together.
  std::uint32_t header_bytes_max = 64 * 1024;
  /// How long a connection may wait for the next request; and how long a TLS handshake, all headers
  /// of a request, or each further 64 KB of a body or of a reply, may be on their way.
  std::chrono::milliseconds idle_time_max{60'000};
  std::chrono::milliseconds read_time_max{20'000};
  /// How long `stop` lets requests that are being served finish.
  std::chrono::milliseconds drain_time_max{5'000};
  /// Speaks HTTPS as this; nullptr: plain HTTP.
  std::shared_ptr<const TlsIdentity> tls;
  /// Checks who sends a request; nullptr: nobody does.
  std::shared_ptr<const Authenticator> authenticator;
  /// Sites whose scripts may call it from a browser: "https://a.example"; "*": any. None: no script
  /// may.
  std::vector<std::string> origins = {"*"};
  /// Shown to who asks for its health.
  std::string region = "us-east-1";
  /// Which requests go to the store as bytes.
  Relay relay;
  /// A request ends when its client has gone: the store's coroutine is cancelled where it waits.
  /// For stores whose work is elsewhere; one that keeps data must not be left in the middle.
  bool ends_with_client = false;
  /// Called after each DynamoDB request, on the connection's thread; must not block or throw.
  std::function<void(const Served&)> on_served;
};

/// Why a server could not listen.
struct ListenError {
  /// errno: EADDRINUSE, EACCES, EADDRNOTAVAIL, …; EINVAL for an address that is none.
  int code = 0;
  /// For a person: what failed, and what to do.
  std::string message;
};

class Server {
 public:
  /// Binds and listens; connections wait until `start`. The store must outlive the server.
  static Expected<std::unique_ptr<Server>, ListenError> listen(Store& store,
                                                               ServerOptions options = {});
  /// Stops and waits.
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// The bound port.
  std::uint16_t port() const;
  /// "http://127.0.0.1:8000", with https when it has a TLS identity.
  std::string url() const;

  /// Greets new connections with another identity; open ones keep theirs. Only of a server that was
  /// made with one. Any thread.
  void use_tls(std::shared_ptr<const TlsIdentity> identity);

  /// Begins to serve on threads of its own; returns at once.
  void start();
  /// Takes no more connections, lets requests that are being served finish within drain_time_max,
  /// closes the rest. Returns at once; any thread may call it, any number of times.
  void stop();
  /// Waits until the server has stopped and all its threads have ended.
  void wait();

  /// Connections that are open now.
  std::size_t connections() const;

 private:
  struct State;
  explicit Server(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace isotherm::wire
