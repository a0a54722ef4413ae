#pragma once

// An endpoint without a network: its connections do what a test's script says, call by call.

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <deque>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "store/remote/connection.h"
#include "store/remote/pool.h"
#include "store/run.h"

namespace isotherm::remote::testing {

/// What the endpoint does with one call.
using Step = std::function<Called<HttpAnswer>()>;

inline HttpAnswer answer_of(int status, std::string body) {
  HttpAnswer answer;
  answer.status = status;
  answer.body = std::move(body);
  return answer;
}
inline Step answers(int status, std::string body = "{}") {
  return [=]() -> Called<HttpAnswer> { return answer_of(status, body); };
}
inline Step fails(Sent sent, std::string what = "reset") {
  return [=]() -> Called<HttpAnswer> { return CallFailure{sent, what}; };
}

/// What happened, and what will.
struct Script {
  std::deque<Step> steps;
  /// The connections that are not to be had before the first one is.
  int refused_connections = 0;
  int opened = 0;
  std::vector<HttpCall> calls;
  bool stays_good = true;
  /// Runs before each answer.
  std::function<Task<void>()> before_answer;
};

class ScriptedConnection final : public Connection {
 public:
  explicit ScriptedConnection(std::shared_ptr<Script> script) : script_(std::move(script)) {}

  boost::asio::awaitable<Called<HttpAnswer>> exchange(const HttpCall& call) override {
    script_->calls.push_back(call);
    if (script_->before_answer) co_await script_->before_answer();
    if (script_->steps.empty()) co_return answer_of(200, "{}");
    const Step step = std::move(script_->steps.front());
    script_->steps.pop_front();
    auto answer = step();
    is_good_ = answer.ok();
    co_return answer;
  }
  bool is_good() override { return is_good_ && script_->stays_good; }

 private:
  std::shared_ptr<Script> script_;
  bool is_good_ = true;
};

inline Opener opener_of(std::shared_ptr<Script> script) {
  return [script]() -> boost::asio::awaitable<Called<std::unique_ptr<Connection>>> {
    if (script->refused_connections-- > 0) co_return CallFailure{Sent::nothing, "refused"};
    ++script->opened;
    std::unique_ptr<Connection> connection = std::make_unique<ScriptedConnection>(script);
    co_return connection;
  };
}

}  // namespace isotherm::remote::testing
