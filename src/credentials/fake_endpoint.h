#pragma once

// What this room's tests share: an HTTP endpoint on a free port of 127.0.0.1 that answers as it is
// told, an environment out of a map, and a way to wait for a coroutine.

#include <gtest/gtest.h>
#include <unistd.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "credentials/settings.h"
#include "signing/canonical_request.h"

namespace isotherm::credentials {

struct Asked {
  /// "GET /path"
  std::string line;
  /// By their names in small letters.
  std::map<std::string, std::string> headers;
  std::string body;
};

struct Told {
  int status = 200;
  std::string body;
};

class FakeEndpoint {
 public:
  using Socket = boost::asio::ip::tcp::socket;

  /// No answer at all from `answer`: the connection stays open, and silent, until the end.
  explicit FakeEndpoint(std::function<std::optional<Told>(const Asked&)> answer)
      : answer_(std::move(answer)), thread_([this] { serve(); }) {}

  ~FakeEndpoint() {
    over_ = true;
    // Wakes who accepts.
    boost::asio::io_context context;
    Socket socket(context);
    boost::system::error_code ignored;
    socket.connect(acceptor_.local_endpoint(), ignored);
    thread_.join();
  }

  std::string url() const {
    return "http://127.0.0.1:" + std::to_string(acceptor_.local_endpoint().port());
  }

  std::vector<Asked> asked() const {
    const std::lock_guard lock(mutex_);
    return asked_;
  }
  std::vector<std::string> lines() const {
    std::vector<std::string> all;
    for (const Asked& each : asked()) all.push_back(each.line);
    return all;
  }

 private:
  void serve() {
    while (true) {
      Socket socket(context_);
      boost::system::error_code error;
      acceptor_.accept(socket, error);
      if (over_) return;
      const auto asked = read(socket);
      if (!asked) continue;
      {
        const std::lock_guard lock(mutex_);
        asked_.push_back(*asked);
      }
      if (const auto told = answer_(*asked)) {
        const std::string reply = "HTTP/1.1 " + std::to_string(told->status) +
                                  " X\r\nContent-Length: " + std::to_string(told->body.size()) +
                                  "\r\n\r\n" + told->body;
        boost::asio::write(socket, boost::asio::buffer(reply), error);
      } else {
        silent_.push_back(std::move(socket));
      }
    }
  }

  static std::optional<Asked> read(Socket& socket) {
    std::string text;
    boost::system::error_code error;
    while (text.find("\r\n\r\n") == std::string::npos) {
      char block[4096];
      const std::size_t bytes = socket.read_some(boost::asio::buffer(block), error);
      if (error) return std::nullopt;
      text.append(block, bytes);
    }
    Asked asked;
    const std::size_t head = text.find("\r\n\r\n");
    std::size_t begin = text.find("\r\n") + 2;
    asked.line = text.substr(0, text.find(" HTTP/"));
    while (begin < head + 2) {
      const std::size_t end = text.find("\r\n", begin);
      const std::string line = text.substr(begin, end - begin);
      const std::size_t colon = line.find(':');
      asked.headers[signing::lower_case(line.substr(0, colon))] =
          std::string(signing::trimmed(line.substr(colon + 1)));
      begin = end + 2;
    }
    asked.body = text.substr(head + 4);
    const auto length = asked.headers.find("content-length");
    const std::size_t wanted = length == asked.headers.end() ? 0 : std::stoul(length->second);
    if (asked.body.size() < wanted) {
      const std::size_t had = asked.body.size();
      asked.body.resize(wanted);
      boost::asio::read(socket, boost::asio::buffer(asked.body.data() + had, wanted - had), error);
      if (error) return std::nullopt;
    }
    return asked;
  }

  std::function<std::optional<Told>(const Asked&)> answer_;
  boost::asio::io_context context_;
  boost::asio::ip::tcp::acceptor acceptor_{context_, {boost::asio::ip::address_v4::loopback(), 0}};
  std::atomic<bool> over_ = false;
  mutable std::mutex mutex_;
  std::vector<Asked> asked_;
  std::vector<Socket> silent_;
  std::thread thread_;
};

/// The result of a coroutine, run here to its end.
template <class T>
T wait_for(boost::asio::awaitable<T> task) {
  boost::asio::io_context context(1);
  std::optional<T> result;
  boost::asio::co_spawn(
      context,
      [](boost::asio::awaitable<T> inner, std::optional<T>& to) -> boost::asio::awaitable<void> {
        to.emplace(co_await std::move(inner));
      }(std::move(task), result),
      [](std::exception_ptr error) { EXPECT_EQ(error, nullptr); });
  context.run();
  return std::move(*result);
}

using Variables = std::map<std::string, std::string>;

/// A folder with a home of its own, and an environment that knows nothing else.
class Home : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        std::filesystem::temp_directory_path() / ("credentials_test." + std::to_string(getpid()));
    std::filesystem::create_directories(folder_ / ".aws");
    variables["HOME"] = folder_.string();
    variables["AWS_EC2_METADATA_DISABLED"] = "true";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return (folder_ / name).string();
  }

  Environment environment() const {
    return [given = variables](const char* name) -> std::optional<std::string> {
      const auto at = given.find(name);
      if (at == given.end()) return std::nullopt;
      return at->second;
    };
  }
  Settings settings() const { return Settings(environment()); }

  Variables variables;

 private:
  std::filesystem::path folder_;
};

}  // namespace isotherm::credentials
