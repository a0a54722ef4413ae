#pragma once

// Twins: the same table twice, plain on an engine, and spread by a fleet over three places on two
// other engines. For tests that send both the same requests.

#include <gtest/gtest.h>

#include "placement/ring.h"
#include "store/engine/engine.h"
#include "store/fleet/fleet.h"
#include "store/run.h"

namespace isotherm::fleet::testing {

inline constexpr const char* table_name = "Orders";

inline std::unique_ptr<engine::Engine> open_engine() {
  engine::EngineOptions options;
  options.durability = engine::Durability::os;
  options.throughput.mode = throughput::Mode::off;
  auto opened = engine::Engine::open(std::move(options));
  expects(opened.ok(), "an engine in memory opens");
  return std::move(opened).value();
}

inline std::shared_ptr<const placement::Placement> ring(const std::vector<std::string>& names) {
  std::vector<placement::Node> nodes;
  for (const std::string& name : names) nodes.push_back({name, 1});
  return std::make_shared<placement::Ring>(placement::Ring::make(std::move(nodes)).value());
}

inline CreateTableRequest create_request() {
  CreateTableRequest request;
  request.table_name = table_name;
  request.billing_mode = BillingMode::pay_per_request;
  request.attribute_definitions = {
      {"k", KeyType::S}, {"n", KeyType::N}, {"p", KeyType::S}, {"s", KeyType::N}};
  request.key_schema = {{"k", true}, {"n", false}};
  const ProjectionRequest all = {ProjectionType::all, std::nullopt};
  request.local_indexes = {{{"local", {{"k", true}, {"s", false}}, all, {}, {}, {}}}};
  request.global_indexes = {{{"global", {{"p", true}, {"s", false}}, all, {}, {}, {}},
                             {"bare", {{"p", true}}, all, {}, {}, {}}}};
  return request;
}

struct Twins {
  Twins() : plain(open_engine()), one(open_engine()), two(open_engine()) {
    std::vector<FleetRule> rules(1);
    rules[0].table = table_name;
    rules[0].members = {
        {"a", one.get(), table_name}, {"b", two.get(), "orders_b"}, {"c", two.get(), "orders_c"}};
    rules[0].readers = rules[0].writers = ring({"a", "b", "c"});
    fleet = Fleet::make(*one, std::move(rules)).value();
    for (Store* store : {static_cast<Store*>(plain.get()), static_cast<Store*>(fleet.get())}) {
      const auto created = run(store->create_table(create_request()));
      expects(created.ok(), created.ok() ? "" : created.error().message().c_str());
    }
  }

  std::unique_ptr<engine::Engine> plain;
  std::unique_ptr<engine::Engine> one;
  std::unique_ptr<engine::Engine> two;
  std::unique_ptr<Fleet> fleet;
};

}  // namespace isotherm::fleet::testing
