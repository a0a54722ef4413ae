#pragma once

// What the targets inside this process share.

#include <memory>

#include "store/engine/engine.h"
#include "store/store.h"
#include "target.h"

namespace isotherm::behaviour {

/// An engine in memory that admits every request. Throws std::runtime_error.
std::unique_ptr<engine::Engine> open_engine();

/// Speaks JSON to a Store through wire's dispatch.
class StoreSession final : public Session {
 public:
  explicit StoreSession(Store& store) : store_(store) {}
  Answer ask(std::string_view operation, const std::string& body) override;

 private:
  Store& store_;
};

}  // namespace isotherm::behaviour
