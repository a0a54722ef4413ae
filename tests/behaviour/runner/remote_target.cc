// A remote store as the target: what is asked goes through its JSON and HTTP.

#include <stdexcept>

#include "in_process.h"
#include "store/remote/remote.h"
#include "target.h"
#include "wire/server.h"

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

/// A remote store, whose endpoint is our own server before an engine.
class RemoteTarget final : public Target {
 public:
  RemoteTarget() : engine_(open_engine()) {
    wire::ServerOptions options;
    options.threads = 2;
    auto listening = wire::Server::listen(*engine_, options);
    if (!listening.ok()) throw std::runtime_error(listening.error().message);
    server_ = std::move(listening).value();
    server_->start();
    remote_ = std::make_unique<remote::Remote>(caller_of(*server_));
  }

  std::unique_ptr<Session> open(const std::vector<Json>&) override {
    return std::make_unique<StoreSession>(*remote_);
  }

 private:
  std::unique_ptr<engine::Engine> engine_;
  // Ends before the engine.
  std::unique_ptr<wire::Server> server_;
  std::unique_ptr<remote::Remote> remote_;
};

}  // namespace

std::unique_ptr<Target> make_remote_target() { return std::make_unique<RemoteTarget>(); }

}  // namespace isotherm::behaviour
