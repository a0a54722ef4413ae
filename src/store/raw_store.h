#pragma once

// RawStore: what takes a request as the bytes that a client sent, and answers with the bytes that
// an endpoint said. For requests that nobody here needs to understand.

#include <optional>
#include <string>
#include <string_view>

#include "store/task.h"

namespace isotherm {

/// The views must live until the answer is there.
struct RawCall {
  /// "DynamoDB_20120810.GetItem"
  std::string_view target;
  std::string_view body;
};

struct RawAnswer {
  /// Of HTTP; 0: there is none.
  int status = 0;
  std::string body = {};
  /// The endpoint's name for the request; empty: it gave none.
  std::string request_id = {};
  /// Why there is no answer.
  std::optional<Error> failure = std::nullopt;
};

class RawStore {
 public:
  virtual ~RawStore() = default;

  /// Runs any operation. Any thread may call it; the coroutine resumes where it was started.
  virtual Task<RawAnswer> forward(RawCall call) = 0;
};

}  // namespace isotherm
