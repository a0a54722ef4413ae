#pragma once

// One HTTP exchange with an endpoint, as the rooms above see it: no socket, no library.

#include <chrono>
#include <string>
#include <vector>

#include "base/result.h"
#include "signing/canonical_request.h"

namespace isotherm::remote {

/// A POST to "/".
struct HttpCall {
  /// "DynamoDB_20120810.GetItem"
  std::string target;
  std::string body;
  /// Host, X-Amz-Target, Content-Type, those of the signature.
  std::vector<signing::Header> headers;
  /// When its answer must be there at the latest, whatever the time-outs say.
  std::chrono::steady_clock::time_point end = std::chrono::steady_clock::time_point::max();
};

struct HttpAnswer {
  int status = 0;
  std::string body;
  /// x-amzn-RequestId, x-amzn-ErrorType and x-amz-crc32; empty: not there.
  std::string request_id;
  std::string error_type;
  std::string crc32;
  std::string content_type;
};

/// How far a call that failed had come.
enum class Sent {
  nothing,  ///< nothing was sent: the endpoint cannot have done it
  perhaps,  ///< some of it was sent: the endpoint may have done it
};

/// An exchange without an answer.
struct CallFailure {
  Sent sent = Sent::nothing;
  /// What failed, for a person: "cannot connect to 127.0.0.1:8000: Connection refused".
  std::string what;
  /// It was refused here, since too many are under way: another try would only be one more.
  bool is_crowded = false;
};

template <class T>
using Called = Expected<T, CallFailure>;

/// How long each step may take.
struct Timeouts {
  /// Finding the address, and each of TCP and TLS.
  std::chrono::milliseconds connect{3'000};
  /// From the first byte of the request to the last of the answer: bytes that trickle in do not buy
  /// more.
  std::chrono::milliseconds answer{30'000};
};

}  // namespace isotherm::remote
