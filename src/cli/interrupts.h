#pragma once

// SIGINT and SIGTERM: the first asks to end, the second ends at once (exit code 130 or 143).

#include <functional>
#include <memory>

namespace isotherm::cli {

class Interrupts {
 public:
  /// `on_first` is called on a thread of this object's, once, with the signal's number.
  explicit Interrupts(std::function<void(int signal)> on_first);
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  /// The first signal's number; 0 when there was none.
  int received() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace isotherm::cli
