#include "wire/server.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <list>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "wire/connection.h"

namespace isotherm::wire {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

constexpr auto as_result = asio::as_tuple(asio::use_awaitable);

// How often time-outs are looked at: a fraction of the shortest of them.
std::chrono::milliseconds tick_of(const ServerOptions& options) {
  const auto shortest = std::min(options.idle_time_max, options.read_time_max);
  return std::clamp(shortest / 8, std::chrono::milliseconds(5), std::chrono::milliseconds(1000));
}

// A thread with its I/O context and its connections. After `stop` it ends when the last of them
// has, or when the drain time is over.
class Worker {
 public:
  explicit Worker(Shared& shared)
      : shared_(shared), tick_length_(tick_of(shared.options)), guard_(context_.get_executor()) {}

  asio::io_context& context() { return context_; }

  void run() {
    asio::co_spawn(context_, sweep(), asio::detached);
    context_.run();
  }

  /// From any thread.
  void adopt(tcp::socket socket) {
    if (!shared_.options.ends_with_client) {
      asio::co_spawn(context_, serve(std::move(socket), nullptr), asio::detached);
      return;
    }
    const auto left = std::make_shared<asio::cancellation_signal>();
    asio::co_spawn(
        context_, serve(std::move(socket), left),
        asio::bind_cancellation_slot(left->slot(), [left](const std::exception_ptr&) {}));
  }

  /// After `run`: whether the store still works for a connection, and may want to resume it.
  bool has_unfinished() const { return !connections_.empty(); }

  /// From any thread.
  void stop() {
    asio::post(context_, [this] {
      if (drain_) return;
      for (Client& client : connections_) client.connection.end_if_idle();
      drain_.emplace(context_, shared_.options.drain_time_max);
      drain_->async_wait([this](boost::system::error_code error) {
        if (!error) abandon();
      });
      end_if_done();
    });
  }

 private:
  /// Cancels a connection's coroutine; nullptr: nothing does.
  using Left = std::shared_ptr<asio::cancellation_signal>;
  struct Client {
    template <class... Arguments>
    explicit Client(Left signal, Arguments&&... arguments)
        : left(std::move(signal)), connection(std::forward<Arguments>(arguments)...) {}
    Left left;
    Connection connection;
  };

  // Takes a connection off the list however its coroutine ends, also when it is destroyed.
  class Leave {
   public:
    Leave(Worker& worker, std::list<Client>::iterator place) : worker_(worker), place_(place) {}
    ~Leave() {
      worker_.connections_.erase(place_);
      --worker_.shared_.connections;
    }
    Leave(const Leave&) = delete;
    Leave& operator=(const Leave&) = delete;

   private:
    Worker& worker_;
    std::list<Client>::iterator place_;
  };

  Task<void> serve(tcp::socket socket, Left left) {
    ++shared_.connections;
    try {
      connections_.emplace_front(std::move(left), std::move(socket), shared_, ids_, tick_);
      const auto place = connections_.begin();
      const Leave leave(*this, place);
      co_await place->connection.serve();
    } catch (const boost::system::system_error&) {
      // It was cancelled: its client had gone.
    }
    end_if_done();
  }

  void end_what_was_left() {
    // By copies: the end of a connection changes the list.
    std::vector<Left> left;
    for (Client& client : connections_)
      if (client.left && client.connection.is_left()) left.push_back(client.left);
    for (const Left& signal : left) signal->emit(asio::cancellation_type::terminal);
  }

  Task<void> sweep() {
    const auto ticks = [&](std::chrono::milliseconds time) {
      return static_cast<std::uint32_t>(time / tick_length_ + 1);
    };
    const std::uint32_t idle = ticks(shared_.options.idle_time_max);
    const std::uint32_t read = ticks(shared_.options.read_time_max);
    while (!ended_) {
      sweep_timer_.expires_after(tick_length_);
      const auto [error] = co_await sweep_timer_.async_wait(as_result);
      if (error) co_return;
      ++tick_;
      for (Client& client : connections_) client.connection.end_if_late(idle, read);
      end_what_was_left();
    }
  }

  // The drain time is over: what is still being served gets no reply.
  void abandon() {
    for (Client& client : connections_) client.connection.end();
    context_.stop();
  }

  void end_if_done() {
    if (!drain_ || !connections_.empty()) return;
    ended_ = true;
    drain_->cancel();
    sweep_timer_.cancel();
    guard_.reset();
  }

  Shared& shared_;
  std::chrono::milliseconds tick_length_;
  RequestIds ids_;
  std::uint32_t tick_ = 0;
  /// Stopped, and no connection is left.
  bool ended_ = false;
  std::list<Client> connections_;
  // After the list: coroutines that are left are destroyed with the context, and then leave it.
  asio::io_context context_{1};
  asio::executor_work_guard<asio::io_context::executor_type> guard_;
  asio::steady_timer sweep_timer_{context_};
  std::optional<asio::steady_timer> drain_;
};

// A store that was still at work when the drain time ended may yet resume a request, long after
// its server is gone. So its worker stays: unused, but there.
void keep_for_ever(std::unique_ptr<Worker> worker) {
  static std::mutex mutex;
  static auto* const kept = new std::vector<std::unique_ptr<Worker>>;
  const std::lock_guard lock(mutex);
  kept->push_back(std::move(worker));
}

ListenError listen_error(const boost::system::error_code& error, const ServerOptions& options) {
  const std::string where = options.address + ":" + std::to_string(options.port);
  std::string message = "cannot listen on " + where + ": " + error.message();
  if (error == asio::error::address_in_use) {
    message = "port " + std::to_string(options.port) + " on " + options.address +
              " is taken: stop what listens there, or choose another port (0 takes any free one)";
  } else if (error == asio::error::access_denied) {
    message = "no permission to listen on " + where +
              ": ports below 1024 need privileges, "
              "choose a higher one";
  } else if (error.value() == EADDRNOTAVAIL) {
    message = "this machine has no address " + options.address +
              ": use 127.0.0.1, 0.0.0.0 or one of its own";
  }
  return {error.value(), std::move(message)};
}

}  // namespace

struct Server::State {
  State(Store& store, ServerOptions options) : shared(store, std::move(options)) {}

  boost::system::error_code open(const tcp::endpoint& endpoint);
  Task<void> accept();

  Shared shared;
  std::vector<std::unique_ptr<Worker>> workers;
  std::optional<tcp::acceptor> acceptor;
  std::vector<std::thread> threads;
  std::uint16_t port = 0;
};

boost::system::error_code Server::State::open(const tcp::endpoint& endpoint) {
  unsigned count = shared.options.threads;
  if (count == 0) count = std::max(1U, std::thread::hardware_concurrency());
  for (unsigned i = 0; i < count; ++i) workers.push_back(std::make_unique<Worker>(shared));

  boost::system::error_code error;
  acceptor.emplace(workers.front()->context());
  if (acceptor->open(endpoint.protocol(), error) ||
      acceptor->set_option(tcp::acceptor::reuse_address(true), error) ||
      acceptor->bind(endpoint, error) ||
      acceptor->listen(asio::socket_base::max_listen_connections, error)) {
    return error;
  }
  port = acceptor->local_endpoint(error).port();
  return error;
}

// Deals connections to the workers in turn, so that few busy ones spread over the cores.
Task<void> Server::State::accept() {
  asio::steady_timer pause(workers.front()->context());
  for (std::size_t next = 0;; next = (next + 1) % workers.size()) {
    Worker& worker = *workers[next];
    auto [error, socket] = co_await acceptor->async_accept(worker.context(), as_result);
    if (shared.stopping || !acceptor->is_open()) co_return;
    if (error) {
      // Out of file descriptors, most likely: wait for some connection to end.
      pause.expires_after(std::chrono::milliseconds(50));
      co_await pause.async_wait(as_result);
      continue;
    }
    worker.adopt(std::move(socket));
  }
}

Server::Server(std::unique_ptr<State> state) : state_(std::move(state)) {}

Expected<std::unique_ptr<Server>, ListenError> Server::listen(Store& store, ServerOptions options) {
  const std::string address = options.address == "localhost" ? "127.0.0.1" : options.address;
  boost::system::error_code error;
  const auto ip = asio::ip::make_address(address, error);
  if (error) {
    return ListenError{EINVAL, "\"" + address + "\" is no IP address: use 127.0.0.1 or 0.0.0.0"};
  }
  auto state = std::make_unique<State>(store, std::move(options));
  if (error = state->open({ip, state->shared.options.port}); error) {
    return listen_error(error, state->shared.options);
  }
  return std::unique_ptr<Server>(new Server(std::move(state)));
}

Server::~Server() {
  stop();
  wait();
  for (auto& worker : state_->workers) {
    if (worker->has_unfinished()) keep_for_ever(std::move(worker));
  }
}

std::uint16_t Server::port() const { return state_->port; }

std::string Server::url() const {
  const std::string& address = state_->shared.options.address;
  const bool v6 = address.find(':') != std::string::npos;
  return (state_->shared.tls() ? "https://" : "http://") + (v6 ? "[" + address + "]" : address) +
         ":" + std::to_string(state_->port);
}

void Server::use_tls(std::shared_ptr<const TlsIdentity> identity) {
  const std::lock_guard lock(state_->shared.tls_mutex);
  state_->shared.options.tls.swap(identity);
}

void Server::start() {
  if (!state_->threads.empty()) return;
  asio::co_spawn(state_->workers.front()->context(), state_->accept(), asio::detached);
  for (const auto& worker : state_->workers) {
    state_->threads.emplace_back([&run_by = *worker] { run_by.run(); });
  }
}

void Server::stop() {
  if (state_->shared.stopping.exchange(true)) return;
  asio::post(state_->workers.front()->context(), [state = state_.get()] {
    boost::system::error_code error;
    // Whatever it says, `stopping` ends the accepting.
    if (state->acceptor->close(error)) return;
  });
  for (const auto& worker : state_->workers) worker->stop();
}

void Server::wait() {
  for (std::thread& thread : state_->threads) {
    if (thread.joinable()) thread.join();
  }
}

std::size_t Server::connections() const { return state_->shared.connections; }

}  // namespace isotherm::wire
