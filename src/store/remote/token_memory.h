#pragma once

// Which transactions were done under which token. A gateway turns a client's transaction into
// another, which may look different each time; so the endpoint is given a token made of the
// client's and of what the client asked for, and cannot notice that a client used its token for
// something else. This does, for what went through this process.

#include <chrono>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace isotherm::remote {

class TokenMemory {
 public:
  using Clock = std::chrono::steady_clock;

  /// How long a token stands for what it was first used for [API reference, TransactWriteItems].
  static constexpr std::chrono::minutes lifetime{10};
  static constexpr std::size_t tokens_max = 100'000;

  /// Whether the token was used for something else.
  bool is_of_another(const std::string& token, std::string_view fingerprint, Clock::time_point now);
  /// A transaction was done.
  void remember(const std::string& token, std::string fingerprint, Clock::time_point now);

 private:
  void forget_old(Clock::time_point now);

  std::mutex mutex_;
  std::map<std::string, std::string> fingerprints_;
  /// Oldest first.
  std::deque<std::pair<Clock::time_point, std::string>> order_;
};

/// The token that the endpoint is given: 32 hexadecimal digits.
std::string derived_token(std::string_view token, std::string_view fingerprint);

}  // namespace isotherm::remote
