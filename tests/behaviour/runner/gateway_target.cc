// The proof of transparency: the same files through a gateway whose schema shards everything that
// can be sharded. The files do not know.

#include <set>
#include <stdexcept>

#include "gateway/gateway.h"
#include "in_process.h"
#include "schema/schema.h"
#include "target.h"

namespace isotherm::behaviour {
namespace {

constexpr int shards = 4;
constexpr const char* physical_suffix = "-sharded";

std::string quoted(const std::string& text) { return Json(text).dump(); }

std::string type_of(const Json& table, const std::string& attribute) {
  for (const Json& definition : table["AttributeDefinitions"]) {
    if (definition["AttributeName"] == attribute) return definition["AttributeType"];
  }
  return "S";
}

/// The rule of one index: same name, sharded by the table's key, under another name in the store.
std::string rule_of(const Json& table, const Json& index) {
  const std::string name = index["IndexName"];
  const std::string partition = index["KeySchema"][0]["AttributeName"];
  std::string inputs;
  for (const Json& element : table["KeySchema"]) {
    inputs += inputs.empty() ? "" : ", ";
    inputs += quoted(element["AttributeName"]);
  }
  std::string yaml = "      " + quoted(name) + ":\n        type: sharded-gsi\n";
  yaml += "        partition_key: {attribute: " + quoted(partition) +
          ", type: " + type_of(table, partition) + "}\n";
  if (index["KeySchema"].size() > 1)
    yaml += "        sort_key: " + quoted(index["KeySchema"][1]["AttributeName"]) + "\n";
  yaml += "        physical: " + quoted(name + physical_suffix) + "\n";
  yaml += "        shard: {attribute: " + quoted("_shard_of_" + name) +
          ", strategy: hash, inputs: [" + inputs + "], shards: " + std::to_string(shards) + "}\n";
  return yaml;
}

std::string schema_of(const std::vector<Json>& tables) {
  std::string yaml;
  std::set<std::string> seen;
  for (const Json& table : tables) {
    const std::string name = table["TableName"];
    if (!table.contains("GlobalSecondaryIndexes") || !seen.insert(name).second) continue;
    yaml += "  " + quoted(name) + ":\n    indexes:\n";
    for (const Json& index : table["GlobalSecondaryIndexes"]) yaml += rule_of(table, index);
  }
  return "version: 1\ntables:" + (yaml.empty() ? std::string(" {}\n") : "\n" + yaml);
}

/// One file's gateway, over the engine of all.
class GatewaySession final : public Session {
 public:
  GatewaySession(Store& below, std::shared_ptr<const schema::Schema> schema)
      : gateway_(below, std::move(schema)), session_(gateway_), below_(below) {}

  Answer ask(std::string_view operation, const std::string& body) override {
    Answer answer = session_.ask(operation, body);
    if (operation == "CreateTable" && answer.status == 200) check_sharded(Json::parse(body));
    return answer;
  }

 private:
  /// The proof would prove nothing if the store had the plain index.
  void check_sharded(const Json& created) {
    if (!created.contains("GlobalSecondaryIndexes")) return;
    const Json name = {{"TableName", created["TableName"]}};
    const Json table = below_.ask("DescribeTable", name.dump()).body["Table"];
    for (const Json& index : table["GlobalSecondaryIndexes"]) {
      const std::string physical = index["IndexName"];
      if (!physical.ends_with(physical_suffix))
        throw std::runtime_error("the index is not sharded in the store: " + physical);
    }
    if (table["GlobalSecondaryIndexes"].size() != created["GlobalSecondaryIndexes"].size())
      throw std::runtime_error("the store has other indexes than were asked for: " + show(table));
  }

  gateway::Gateway gateway_;
  StoreSession session_;
  StoreSession below_;
};

class GatewayTarget final : public Target {
 public:
  std::unique_ptr<Session> open(const std::vector<Json>& tables) override {
    const std::string yaml = schema_of(tables);
    auto parsed = schema::parse(yaml);
    if (!parsed.ok()) {
      throw std::runtime_error("the generated schema is wrong:\n" +
                               schema::to_string(parsed.error(), "schema") + yaml);
    }
    return std::make_unique<GatewaySession>(
        *engine_, std::make_shared<const schema::Schema>(std::move(parsed).value()));
  }

 private:
  std::unique_ptr<engine::Engine> engine_ = open_engine();
};

}  // namespace

std::unique_ptr<Target> make_gateway_target() { return std::make_unique<GatewayTarget>(); }

}  // namespace isotherm::behaviour
