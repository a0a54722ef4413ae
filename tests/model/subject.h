#pragma once

// What the model is held against: an engine of its own, bare or behind a gateway, spoken to in JSON
// through the wire layer.

#include <memory>
#include <string>

#include "model.h"
#include "store/store.h"

namespace isotherm::engine {
class Engine;
}
namespace isotherm::gateway {
class Gateway;
}

namespace isotherm::model_test {

struct Answer {
  int status = 0;
  Json body;
};

class Subject {
 public:
  /// `shard`: the schema's `shard` of index g, in YAML; empty: no gateway.
  Subject(std::string name, const std::string& shard);
  ~Subject();
  Subject(Subject&&) noexcept;

  const std::string& name() const { return name_; }
  Answer ask(const std::string& operation, const Json& body);

 private:
  std::string name_;
  std::unique_ptr<engine::Engine> engine_;
  std::unique_ptr<gateway::Gateway> gateway_;
};

}  // namespace isotherm::model_test
