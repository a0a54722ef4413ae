#include "cli/hangups.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <thread>

namespace isotherm::cli {

struct Hangups::State {
  explicit State(std::function<void()> on_hangup) : on_hangup(std::move(on_hangup)) {
    wait();
    thread = std::thread([this] { context.run(); });
  }

  void wait() {
    signals.async_wait([this](const boost::system::error_code& error, int) {
      if (error) return;
      on_hangup();
      wait();
    });
  }

  std::function<void()> on_hangup;
  boost::asio::io_context context{1};
  boost::asio::signal_set signals{context, SIGHUP};
  std::thread thread;
};

Hangups::Hangups(std::function<void()> on_hangup)
    : state_(std::make_unique<State>(std::move(on_hangup))) {}

Hangups::~Hangups() {
  state_->context.stop();
  state_->thread.join();
  state_.reset();
  // The signal's default, which the set restores, would end a program that is about to end well.
  std::signal(SIGHUP, SIG_IGN);
}

}  // namespace isotherm::cli
