#include "demo/stage.h"

namespace isotherm::demo {

Expected<std::unique_ptr<Stage>, load::Refusal> Stage::open(
    std::optional<std::string_view> schema) {
  std::unique_ptr<Stage> stage(new Stage);
  engine::EngineOptions options;
  options.throughput.mode = throughput::Mode::enforce;
  auto engine = engine::Engine::open(options);
  if (!engine.ok()) return load::Refusal{"The engine did not open: " + engine.error().message()};
  stage->engine_ = std::move(engine).value();
  stage->counting_ = std::make_unique<CountingStore>(*stage->engine_);
  Store* store = stage->counting_.get();
  if (schema) {
    auto parsed = schema::parse(*schema);
    if (!parsed.ok())
      return load::Refusal{"The schema cannot be used:\n" +
                           schema::to_string(parsed.error(), "isotherm.yaml")};
    stage->gateway_ = std::make_unique<gateway::Gateway>(
        *stage->counting_, std::make_shared<const schema::Schema>(std::move(parsed).value()));
    store = stage->gateway_.get();
  }
  auto server = wire::Server::listen(*store);
  if (!server.ok()) return load::Refusal{server.error().message};
  stage->server_ = std::move(server).value();
  stage->server_->start();
  return stage;
}

Stage::~Stage() { close(); }

void Stage::close() {
  if (!server_) return;
  server_->stop();
  server_->wait();
  server_.reset();
}

load::Endpoint Stage::endpoint() const { return {"127.0.0.1", server_->port()}; }

std::optional<throughput::ResourceStatistics> Stage::statistics(std::string_view index) const {
  auto all = engine_->statistics();
  for (auto& resource : all.resources)
    if (resource.throughput.index == index) return std::move(resource.throughput);
  return std::nullopt;
}

}  // namespace isotherm::demo
