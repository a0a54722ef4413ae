#include "cli/interrupts.h"

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "cli/exit_code.h"

namespace isotherm::cli {

struct Interrupts::State {
  explicit State(std::function<void(int)> first) : on_first(std::move(first)) {
    wait();
    thread = std::thread([this] { context.run(); });
  }

  void wait() {
    signals.async_wait([this](const boost::system::error_code& error, int signal) {
      if (error) return;
      if (received != 0) std::_Exit(exit_by_signal(signal));
      received = signal;
      wait();
      on_first(signal);
    });
  }

  std::function<void(int)> on_first;
  std::atomic<int> received = 0;
  boost::asio::io_context context{1};
  boost::asio::signal_set signals{context, SIGINT, SIGTERM};
  std::thread thread;
};

Interrupts::Interrupts(std::function<void(int signal)> on_first)
    : state_(std::make_unique<State>(std::move(on_first))) {}

Interrupts::~Interrupts() {
  state_->context.stop();
  state_->thread.join();
}

int Interrupts::received() const { return state_->received; }

}  // namespace isotherm::cli
