#pragma once

// A stage: a DynamoDB endpoint of its own in this process, on a port of 127.0.0.1 that the system
// chose. Real parts: engine in memory, throttling as the service does; with a schema the gateway in
// front; an HTTP server.

#include <memory>
#include <optional>
#include <string_view>

#include "demo/counting_store.h"
#include "gateway/gateway.h"
#include "load/endpoint.h"
#include "store/engine/engine.h"
#include "wire/server.h"

namespace isotherm::demo {

class Stage {
 public:
  /// `schema` is the text of a sharding schema; absent: the plain endpoint.
  static Expected<std::unique_ptr<Stage>, load::Refusal> open(
      std::optional<std::string_view> schema);
  /// Stops the server, then closes the engine.
  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  load::Endpoint endpoint() const;
  /// Partitions of a table's index ("" for the table itself), as they are now; empty when there is
  /// no such index.
  std::optional<throughput::ResourceStatistics> statistics(std::string_view index) const;
  /// Queries that reached the engine.
  std::uint64_t physical_queries() const { return counting_->queries(); }
  /// Null without a schema.
  gateway::Gateway* gateway() const { return gateway_.get(); }
  /// Ends requests in good order.
  void close();

 private:
  Stage() = default;

  std::unique_ptr<engine::Engine> engine_;
  std::unique_ptr<CountingStore> counting_;
  std::unique_ptr<gateway::Gateway> gateway_;
  std::unique_ptr<wire::Server> server_;
};

}  // namespace isotherm::demo
