#pragma once

// What a reply that is not a plain success says: the exception, the limits that throttled it, and
// how much of a batch was left undone.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "load/source.h"

namespace isotherm::load {

struct Failure {
  /// "ThrottlingException"; for a reply that is no DynamoDB error "HTTP 502", "no reply: …".
  std::string exception;
  std::string message;
  /// Empty for errors of other kinds, and when the endpoint gives none.
  std::vector<ThrottlingReason> reasons;
  bool throttled = false;
};

/// Reads the failure out of a reply for which `reply.ok()` is false.
Failure read_failure(const Reply& reply);

/// Members of a batch that a successful reply hands back: keys or items under UnprocessedKeys or
/// UnprocessedItems.
std::uint64_t count_unprocessed(std::string_view operation, const std::string& body);

/// The `UnprocessedItems` or `UnprocessedKeys` of a reply as JSON, ready to be asked again; empty
/// when nothing was left.
std::string unprocessed_json(std::string_view operation, const std::string& body);

}  // namespace isotherm::load
