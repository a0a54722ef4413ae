#include "served_engine.h"

#include <stdexcept>

#include "in_process.h"

namespace isotherm::behaviour {
namespace {

remote::CallerOptions caller_of(const wire::Server& server) {
  remote::CallerOptions options;
  options.endpoint = {false, "127.0.0.1", std::to_string(server.port())};
  // A request without a signature is refused.
  options.credentials =
      std::make_shared<signing::FixedCredentials>(signing::Credentials{"AKIDEXAMPLE", "secret"});
  return options;
}

}  // namespace

ServedEngine::ServedEngine() : engine_(open_engine()) {
  wire::ServerOptions options;
  options.threads = 2;
  auto listening = wire::Server::listen(*engine_, options);
  if (!listening.ok()) throw std::runtime_error(listening.error().message);
  server_ = std::move(listening).value();
  server_->start();
  remote_ = std::make_unique<remote::Remote>(caller_of(*server_));
}

}  // namespace isotherm::behaviour
