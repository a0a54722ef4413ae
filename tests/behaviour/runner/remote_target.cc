// A remote store, whose endpoint is an engine behind our own server.

#include "in_process.h"
#include "served_engine.h"
#include "target.h"

namespace isotherm::behaviour {
namespace {

class RemoteTarget final : public Target {
 public:
  std::unique_ptr<Session> open(const std::vector<Json>&) override {
    return std::make_unique<StoreSession>(engine_.store());
  }

 private:
  ServedEngine engine_;
};

}  // namespace

std::unique_ptr<Target> make_remote_target() { return std::make_unique<RemoteTarget>(); }

}  // namespace isotherm::behaviour
