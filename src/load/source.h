#pragma once

// What a load consists of: a Source hands out actions, a Generator sends them at its pace and tells
// the source how each came out. An action is one thing that a user of the application does; it is
// one request, or two that follow each other (read, then write what was read).

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/error.h"

namespace isotherm::load {

/// One request: the operation's name ("PutItem") and its JSON.
struct Request {
  std::string_view operation;
  std::string body;
};

/// What came back, or why nothing did.
struct Reply {
  /// HTTP status; 0 when there was no reply.
  int status = 0;
  std::string body;
  /// Why there was no reply: "connection refused", "no reply in time", …; else empty.
  std::string transport_error;

  bool ok() const { return status == 200; }
};

struct Action {
  /// Index into Source::kinds().
  std::size_t kind = 0;
  Request first;
  /// Sent when the first has succeeded. The action's latency is that of both.
  std::optional<Request> then;
  /// For the source's own use.
  std::uint64_t tag = 0;
};

class Source {
 public:
  virtual ~Source() = default;

  /// Names of the kinds of action, as reports show them. The same for all sources of a run.
  virtual std::vector<std::string> kinds() const = 0;

  /// Fills in the next action; strings of the one before may be used again.
  virtual void next(Action& action) = 0;

  /// Called when an action has ended, with its last reply. What is returned says why an answer
  /// with status 200 is nevertheless wrong; empty: it is right.
  virtual std::string_view finished(const Action& action, const Reply& reply) {
    static_cast<void>(action), static_cast<void>(reply);
    return {};
  }
};

}  // namespace isotherm::load
