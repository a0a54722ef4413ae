// The engine in this process, and the gateway before it, spoken to through wire::dispatch.

#include <stdexcept>

#include "in_process.h"
#include "store/run.h"
#include "target.h"
#include "wire/dispatch.h"

namespace isotherm::behaviour {

std::unique_ptr<engine::Engine> open_engine() {
  engine::EngineOptions options;
  options.durability = engine::Durability::os;
  // Limits on speed are another test's matter: here every request is to be admitted.
  options.throughput.mode = throughput::Mode::off;
  auto opened = engine::Engine::open(options);
  if (!opened.ok()) throw std::runtime_error("no engine: " + opened.error().message());
  return std::move(opened).value();
}

Answer StoreSession::ask(std::string_view operation, const std::string& body) {
  const std::string target = "DynamoDB_20120810." + std::string(operation);
  const wire::Reply reply = run(wire::dispatch(store_, {.target = target, .body = body}));
  Answer answer{reply.status, Json::parse(reply.body, nullptr, false)};
  if (answer.body.is_discarded()) throw std::runtime_error("not JSON: " + reply.body);
  return answer;
}

namespace {

class EngineTarget final : public Target {
 public:
  std::unique_ptr<Session> open(const std::vector<Json>&) override {
    return std::make_unique<StoreSession>(*engine_);
  }

 private:
  std::unique_ptr<engine::Engine> engine_ = open_engine();
};

}  // namespace

std::unique_ptr<Target> make_engine_target() { return std::make_unique<EngineTarget>(); }

}  // namespace isotherm::behaviour
