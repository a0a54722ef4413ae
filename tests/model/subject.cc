#include "subject.h"

#include <stdexcept>

#include "gateway/gateway.h"
#include "schema/schema.h"
#include "store/engine/engine.h"
#include "store/run.h"
#include "wire/dispatch.h"

namespace isotherm::model_test {
namespace {

std::unique_ptr<engine::Engine> open_engine() {
  engine::EngineOptions options;
  options.durability = engine::Durability::os;
  options.throughput.mode = throughput::Mode::off;
  auto opened = engine::Engine::open(options);
  if (!opened.ok()) throw std::runtime_error(opened.error().message());
  return std::move(opened).value();
}

std::shared_ptr<const schema::Schema> schema_with(const std::string& shard) {
  const std::string yaml =
      "version: 1\ntables:\n  model:\n    indexes:\n      by_g:\n        type: sharded-gsi\n"
      "        partition_key: gpk\n        sort_key: gsk\n        physical: g-sharded\n"
      "        shard: " +
      shard + "\n";
  auto parsed = schema::parse(yaml);
  if (!parsed.ok()) throw std::runtime_error(schema::to_string(parsed.error(), "schema") + yaml);
  return std::make_shared<const schema::Schema>(std::move(parsed).value());
}

}  // namespace

Subject::Subject(std::string name, const std::string& shard)
    : name_(std::move(name)), engine_(open_engine()) {
  if (!shard.empty()) gateway_ = std::make_unique<gateway::Gateway>(*engine_, schema_with(shard));
}
Subject::~Subject() = default;
Subject::Subject(Subject&&) noexcept = default;

Answer Subject::ask(const std::string& operation, const Json& body) {
  const std::string target = "DynamoDB_20120810." + operation;
  const std::string text = body.dump();
  Store& store = gateway_ ? static_cast<Store&>(*gateway_) : *engine_;
  const wire::Reply reply = run(wire::dispatch(store, {.target = target, .body = text}));
  return {reply.status, Json::parse(reply.body)};
}

}  // namespace isotherm::model_test
