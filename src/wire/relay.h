#pragma once

// The relay: requests that nobody here needs to understand go to the store as the bytes that they
// came in, and its answers to the client likewise.

#include <functional>
#include <string_view>

#include "store/raw_store.h"
#include "wire/dispatch.h"

namespace isotherm::wire {

struct Relay {
  /// Where the requests go; nullptr: none is relayed. It must outlive the server.
  RawStore* store = nullptr;
  /// Whether a table is to the store what it is to the client. Empty: all are, and every request is
  /// relayed. Called on any thread.
  std::function<bool(std::string_view table)> is_plain;
};

/// Whether the request is only about plain tables.
bool takes(const Relay& relay, const Call& call);

/// Passes it on. Never throws.
Task<Reply> pass_on(const Relay& relay, Call call);

}  // namespace isotherm::wire
