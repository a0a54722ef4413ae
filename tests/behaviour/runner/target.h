#pragma once

// Where the requests of behaviour files go. One Target serves all files of a run; each file gets a
// Session, from the thread that runs it.

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "template.h"

namespace isotherm::behaviour {

struct Answer {
  int status = 0;
  Json body;
};

/// The X-Amz-Target of an operation: streams have an API of their own.
std::string target_of(std::string_view operation);

/// The requests of one file.
class Session {
 public:
  virtual ~Session() = default;
  /// Sends one request and waits. Throws std::runtime_error when there is no proper answer.
  virtual Answer ask(std::string_view operation, const std::string& body) = 0;
};

class Target {
 public:
  virtual ~Target() = default;
  /// `tables`: the bodies of the CreateTable requests that the file will send, names and all.
  virtual std::unique_ptr<Session> open(const std::vector<Json>& tables) = 0;
  /// How long a read may lag behind a write: it is asked again as long before it counts as wrong.
  virtual std::chrono::seconds lag_max() const { return {}; }
  /// Whether tables and indexes take minutes to change.
  virtual bool is_elsewhere() const { return false; }
};

/// An engine in this process, behind wire's dispatch.
std::unique_ptr<Target> make_engine_target();
/// An engine behind wire's server, over a socket.
std::unique_ptr<Target> make_http_target();
/// What a gateway shards: tables' global indexes, their own keys, or both; or it keeps each global
/// index in a table of its own.
enum class Sharded { indexes, keys, both, index_tables };
/// An engine behind a gateway whose schema shards all such of the file's tables.
std::unique_ptr<Target> make_gateway_target(Sharded sharded);
/// A remote store, whose endpoint is an engine behind our own server.
std::unique_ptr<Target> make_remote_target();
/// The gateway of make_gateway_target() before the remote store of make_remote_target().
std::unique_ptr<Target> make_gateway_remote_target();
/// Any endpoint: "http://host:port". Throws std::runtime_error for another URL.
std::unique_ptr<Target> make_url_target(const std::string& url, std::chrono::seconds lag_max);

}  // namespace isotherm::behaviour
