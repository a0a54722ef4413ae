// The proof of transparency: the same files through a gateway whose schema shards every index that
// can be sharded, every table's own key, or both, or keeps each index in a table of its own. The
// files do not know.

#include <set>
#include <stdexcept>

#include "gateway/gateway.h"
#include "in_process.h"
#include "schema/schema.h"
#include "served_engine.h"
#include "target.h"

namespace isotherm::behaviour {
namespace {

constexpr int shards = 4;
constexpr const char* physical_suffix = "-sharded";
constexpr const char* original = "_partition_key";

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

/// The rule of the table's own key, sharded by the sort key; nothing when it has none.
std::string key_rule_of(const Json& table) {
  const Json& key = table["KeySchema"];
  if (key.size() != 2 || key[1]["KeyType"] != "RANGE") return "";
  const std::string partition = key[0]["AttributeName"];
  const std::string sort = quoted(key[1]["AttributeName"]);
  return "    key: {partition: {attribute: " + quoted(partition) +
         ", type: " + type_of(table, partition) + "}, sort: " + sort +
         "}\n    shard: {strategy: hash, inputs: [" + sort +
         "], shards: " + std::to_string(shards) + ", original: " + original + "}\n";
}

/// The rule of one index that lies in a table of its own.
std::string table_rule_of(const Json& table, const Json& index) {
  const std::string name = index["IndexName"];
  const auto key = [&](const char* role, const Json& element) {
    const std::string attribute = element["AttributeName"];
    return "        " + std::string(role) + ": {attribute: " + quoted(attribute) +
           ", type: " + type_of(table, attribute) + "}\n";
  };
  std::string yaml = "      " + quoted(name) + ":\n        type: table\n";
  yaml += "        table: " + quoted(std::string(table["TableName"]) + "." + name) + "\n";
  yaml += key("partition_key", index["KeySchema"][0]);
  if (index["KeySchema"].size() > 1) yaml += key("sort_key", index["KeySchema"][1]);
  const Json& projection = index["Projection"];
  if (projection["ProjectionType"] == "INCLUDE")
    yaml += "        projection: " + projection["NonKeyAttributes"].dump() + "\n";
  else if (projection["ProjectionType"] == "KEYS_ONLY")
    yaml += "        projection: KEYS_ONLY\n";
  return yaml;
}

std::string index_rules_of(const Json& table, Sharded sharded) {
  if (!table.contains("GlobalSecondaryIndexes")) return "";
  std::string yaml = "    indexes:\n";
  for (const Json& index : table["GlobalSecondaryIndexes"])
    yaml += sharded == Sharded::index_tables ? table_rule_of(table, index) : rule_of(table, index);
  return yaml;
}

bool shards_keys(Sharded sharded) { return sharded == Sharded::keys || sharded == Sharded::both; }

std::string schema_of(const std::vector<Json>& tables, Sharded sharded) {
  std::string yaml;
  std::set<std::string> seen;
  for (const Json& table : tables) {
    const std::string name = table["TableName"];
    if (!seen.insert(name).second) continue;
    std::string rules;
    if (shards_keys(sharded)) rules += key_rule_of(table);
    if (sharded != Sharded::keys) rules += index_rules_of(table, sharded);
    if (!rules.empty()) yaml += "  " + quoted(name) + ":\n" + rules;
  }
  return "version: 1\ntables:" + (yaml.empty() ? std::string(" {}\n") : "\n" + yaml);
}

/// One file's gateway, over the engine of all.
class GatewaySession final : public Session {
 public:
  GatewaySession(Store& below, std::shared_ptr<const schema::Schema> schema, Sharded sharded)
      : gateway_(below, std::move(schema)), session_(gateway_), below_(below), sharded_(sharded) {}

  Answer ask(std::string_view operation, const std::string& body) override {
    Answer answer = session_.ask(operation, body);
    if (operation != "CreateTable" || answer.status != 200) return answer;
    if (sharded_ != Sharded::keys) check_sharded(Json::parse(body));
    if (shards_keys(sharded_)) check_keyed(Json::parse(body));
    return answer;
  }

 private:
  /// The proof would prove nothing if the store had the plain index.
  void check_sharded(const Json& created) {
    if (!created.contains("GlobalSecondaryIndexes")) return;
    const Json name = {{"TableName", created["TableName"]}};
    const Json table = below_.ask("DescribeTable", name.dump()).body["Table"];
    if (sharded_ == Sharded::index_tables) {
      if (table.contains("GlobalSecondaryIndexes"))
        throw std::runtime_error("the index lies in the table itself: " + show(table));
      return;
    }
    for (const Json& index : table["GlobalSecondaryIndexes"]) {
      const std::string physical = index["IndexName"];
      if (!physical.ends_with(physical_suffix))
        throw std::runtime_error("the index is not sharded in the store: " + physical);
    }
    if (table["GlobalSecondaryIndexes"].size() != created["GlobalSecondaryIndexes"].size())
      throw std::runtime_error("the store has other indexes than were asked for: " + show(table));
  }

  void check_keyed(const Json& created) {
    const schema::TableRule* rule =
        gateway_.current_schema()->find_table(std::string(created["TableName"]));
    if (created["KeySchema"].size() == 2 && (rule == nullptr || !rule->key))
      throw std::runtime_error("the table's key is not sharded: " + show(created));
  }

  gateway::Gateway gateway_;
  StoreSession session_;
  StoreSession below_;
  Sharded sharded_;
};

class GatewayTarget final : public Target {
 public:
  /// `below` must outlive the sessions.
  GatewayTarget(Store& below, Sharded sharded) : below_(below), sharded_(sharded) {}

  std::unique_ptr<Session> open(const std::vector<Json>& tables) override {
    const std::string yaml = schema_of(tables, sharded_);
    auto parsed = schema::parse(yaml);
    if (!parsed.ok()) {
      throw std::runtime_error("the generated schema is wrong:\n" +
                               schema::to_string(parsed.error(), "schema") + yaml);
    }
    return std::make_unique<GatewaySession>(
        below_, std::make_shared<const schema::Schema>(std::move(parsed).value()), sharded_);
  }

 private:
  Store& below_;
  Sharded sharded_;
};

/// A gateway and what it stands in front of.
template <class Below>
class GatewayBefore final : public Target {
 public:
  GatewayBefore(std::unique_ptr<Below> below, Store& store, Sharded sharded)
      : below_(std::move(below)), gateway_(store, sharded) {}

  std::unique_ptr<Session> open(const std::vector<Json>& tables) override {
    return gateway_.open(tables);
  }

 private:
  std::unique_ptr<Below> below_;
  GatewayTarget gateway_;
};

}  // namespace

std::unique_ptr<Target> make_gateway_target(Sharded sharded) {
  auto engine = open_engine();
  Store& store = *engine;
  return std::make_unique<GatewayBefore<engine::Engine>>(std::move(engine), store, sharded);
}

std::unique_ptr<Target> make_gateway_remote_target() {
  auto engine = std::make_unique<ServedEngine>();
  Store& store = engine->store();
  return std::make_unique<GatewayBefore<ServedEngine>>(std::move(engine), store, Sharded::indexes);
}

}  // namespace isotherm::behaviour
