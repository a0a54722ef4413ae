#pragma once

// An engine behind our own server, and the remote store that asks it: requests and answers cross
// HTTP in between.

#include <memory>

#include "store/engine/engine.h"
#include "store/remote/remote.h"
#include "wire/server.h"

namespace isotherm::behaviour {

class ServedEngine {
 public:
  /// Throws std::runtime_error.
  ServedEngine();

  Store& store() { return *remote_; }

 private:
  std::unique_ptr<engine::Engine> engine_;
  // Ends before the engine.
  std::unique_ptr<wire::Server> server_;
  std::unique_ptr<remote::Remote> remote_;
};

}  // namespace isotherm::behaviour
