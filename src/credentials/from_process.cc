#include "credentials/from_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <nlohmann/json.hpp>

extern char** environ;

namespace isotherm::credentials {
namespace {

namespace asio = boost::asio;

constexpr auto as_result = asio::as_tuple(asio::use_awaitable);
constexpr std::size_t output_bytes_max = 64 * 1024;

/// A child process in a group of its own, of which the output is read. What is left of it is ended
/// with the object.
class Child {
 public:
  ~Child() {
    if (output_ >= 0) close(output_);
    if (id_ <= 0) return;
    kill(-id_, SIGKILL);
    int status = 0;
    while (waitpid(id_, &status, 0) < 0 && errno == EINTR) {
    }
  }
  Child() = default;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// 0, or why it could not be started.
  int start(const std::string& command) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return errno;
    output_ = ends[0];
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t reset;
    sigemptyset(&reset);
    for (const int signal : {SIGPIPE, SIGHUP, SIGINT, SIGTERM}) sigaddset(&reset, signal);
    posix_spawnattr_setsigdefault(&attributes, &reset);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    std::string shell = "sh";
    std::string flag = "-c";
    std::string text = command;
    char* const arguments[] = {shell.data(), flag.data(), text.data(), nullptr};
    const int error = posix_spawn(&id_, "/bin/sh", &files, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    close(ends[1]);
    if (error != 0) id_ = 0;
    return error;
  }

  /// The reading end of its output, from now on the caller's.
  int take_output() { return std::exchange(output_, -1); }

  /// Its status when it has ended.
  std::optional<int> ended() {
    int status = 0;
    if (waitpid(id_, &status, WNOHANG) != id_) return std::nullopt;
    // Whom it left behind goes with it.
    kill(-id_, SIGKILL);
    id_ = 0;
    return status;
  }

 private:
  pid_t id_ = 0;
  int output_ = -1;
};

std::string status_text(int status) {
  if (WIFSIGNALED(status)) return "was ended by signal " + std::to_string(WTERMSIG(status));
  return "ended with exit code " + std::to_string(WEXITSTATUS(status));
}

Outcome read_output(const std::string& text) {
  const auto object = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!object.is_object()) return Broken{"credential_process printed no JSON object"};
  if (const auto version = object.find("Version"); version == object.end() || *version != 1)
    return Broken{"credential_process printed no \"Version\": 1"};
  Outcome outcome = read_json_credentials(text, {.token = "SessionToken"});
  if (auto* broken = std::get_if<Broken>(&outcome))
    broken->why = "credential_process: " + broken->why;
  return outcome;
}

}  // namespace

asio::awaitable<Outcome> from_process(std::string command, std::chrono::milliseconds time_max) {
  constexpr std::chrono::milliseconds look_again{10};
  const auto executor = co_await asio::this_coro::executor;
  Child child;
  if (const int error = child.start(command); error != 0)
    co_return Broken{"credential_process cannot be started: " + std::string(std::strerror(error))};
  // Shared with the deadline, which may be on its way when all is done.
  const auto output =
      std::make_shared<asio::posix::stream_descriptor>(executor, child.take_output());
  asio::steady_timer deadline(executor, time_max);
  deadline.async_wait([output](const boost::system::error_code& error) {
    if (!error && output->is_open()) output->close();
  });
  const Broken too_late{"credential_process took longer than " +
                        std::to_string(time_max / std::chrono::seconds(1)) + " s"};
  std::string text;
  const auto [end, bytes] =
      co_await asio::async_read(*output, asio::dynamic_buffer(text, output_bytes_max), as_result);
  if (end == asio::error::operation_aborted || !output->is_open()) co_return too_late;
  if (text.size() >= output_bytes_max) co_return Broken{"credential_process printed too much"};
  // It has said all; now it ends, or has done so.
  std::optional<int> status;
  while (!(status = child.ended())) {
    if (deadline.expiry() <= std::chrono::steady_clock::now()) co_return too_late;
    asio::steady_timer pause(executor, look_again);
    co_await pause.async_wait(as_result);
  }
  deadline.cancel();
  if (*status != 0) co_return Broken{"credential_process " + status_text(*status)};
  co_return read_output(text);
}

}  // namespace isotherm::credentials
