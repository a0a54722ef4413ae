#pragma once

// SIGHUP, which tells a server to read its files again. What it does runs on a thread of its own,
// so that it delays neither requests nor the end of the program.

#include <functional>
#include <memory>

namespace isotherm::cli {

class Hangups {
 public:
  /// Calls `on_hangup` for each SIGHUP, one after the other.
  explicit Hangups(std::function<void()> on_hangup);
  /// Waits for a call that is under way. A later SIGHUP does nothing.
  ~Hangups();
  Hangups(const Hangups&) = delete;
  Hangups& operator=(const Hangups&) = delete;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace isotherm::cli
