// Random operations on the engine, through a gateway, and on a map: all three always agree.
//
// ISOTHERM_SEED repeats a run; ISOTHERM_STEPS makes it longer. Every failure prints its seed.

#include "model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <random>
#include <set>

#include "random_request.h"
#include "subject.h"

namespace isotherm::model_test {
namespace {

const char* const create_table = R"({
  "TableName": "model", "BillingMode": "PAY_PER_REQUEST",
  "AttributeDefinitions": [
    {"AttributeName": "pk", "AttributeType": "S"}, {"AttributeName": "sk", "AttributeType": "N"},
    {"AttributeName": "gpk", "AttributeType": "S"}, {"AttributeName": "gsk", "AttributeType": "N"},
    {"AttributeName": "lsk", "AttributeType": "S"}],
  "KeySchema": [
    {"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
  "GlobalSecondaryIndexes": [{"IndexName": "by_g", "Projection": {"ProjectionType": "ALL"},
    "KeySchema": [
      {"AttributeName": "gpk", "KeyType": "HASH"}, {"AttributeName": "gsk", "KeyType": "RANGE"}]}],
  "LocalSecondaryIndexes": [{"IndexName": "by_l", "Projection": {"ProjectionType": "ALL"},
    "KeySchema": [
      {"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "lsk", "KeyType": "RANGE"}]}]
})";

/// One run: a model and its subjects go through the same requests.
class Run {
 public:
  Run(std::uint64_t seed, const std::string& shard) : random_(seed) {
    subjects_.emplace_back("engine", "");
    subjects_.emplace_back("gateway", shard);
    for (Subject& subject : subjects_) {
      const Answer made = subject.ask("CreateTable", Json::parse(create_table));
      EXPECT_EQ(made.status, 200) << subject.name() << made.body;
    }
  }

  void step() {
    switch (random_.pick(12)) {
      case 0:
      case 1:
      case 2: put(); break;
      case 3:
      case 4: update(); break;
      case 5: remove(); break;
      case 6: get(); break;
      case 7: batch(); break;
      case 8: transact(); break;
      case 9: transact_get(); break;
      default: read(); break;
    }
  }

 private:
  /// Asks every subject; each answer must be the same.
  void expect(const std::string& operation, const Json& body, int status, const Json& answer) {
    for (Subject& subject : subjects_) {
      Answer got = subject.ask(operation, body);
      order_sets(got.body);
      if (got.body.contains("CancellationReasons")) {
        for (Json& reason : got.body["CancellationReasons"]) {
          ASSERT_EQ(reason.contains("Message"), reason["Code"] != "None") << got.body;
          reason.erase("Message");
        }
      }
      ASSERT_EQ(got.status, status) << subject.name() << " " << operation << body << got.body;
      if (status == 200) {
        ASSERT_EQ(got.body, answer) << subject.name() << " " << operation << body;
      } else {
        const std::string type = got.body["__type"];
        ASSERT_EQ(Json(type.substr(type.find('#') + 1)), answer["error"]) << subject.name() << body;
        for (const char* told : {"Item", "CancellationReasons"}) {
          ASSERT_EQ(got.body.value(told, Json()), answer.value(told, Json()))
              << subject.name() << " " << operation << body;
        }
      }
    }
  }

  /// The answer to a failed condition; ALL_OLD shows the item.
  static Json condition_failed(const Json* item, const Json& body) {
    Json answer = {{"error", "ConditionalCheckFailedException"}};
    if (item != nullptr && body.contains("ReturnValuesOnConditionCheckFailure"))
      answer["Item"] = *item;
    return answer;
  }

  /// Adds a random condition to a write; whether it holds.
  bool add_condition(const Key& key, Json& body, Json& values) {
    const Condition condition = random_.condition();
    const std::string text = condition.expression(values);
    if (!text.empty()) body["ConditionExpression"] = text;
    if (random_.chance(30)) body["ReturnValuesOnConditionCheckFailure"] = "ALL_OLD";
    if (!values.empty()) body["ExpressionAttributeValues"] = values;
    return condition.holds(model_.find(key));
  }

  void put() {
    const Key key = random_.key();
    const Json item = random_.item(key);
    const Json* old = model_.find(key);
    Json body = {{"TableName", "model"}, {"Item", item}};
    body["Item"].update(random_.spelled_key(key));
    Json values = Json::object();
    const bool holds = add_condition(key, body, values);
    if (!holds) return expect("PutItem", body, 400, condition_failed(old, body));
    Json answer = Json::object();
    if (random_.chance(50)) {
      body["ReturnValues"] = "ALL_OLD";
      if (old != nullptr) answer["Attributes"] = *old;
    }
    expect("PutItem", body, 200, answer);
    model_.items[key] = item;
  }

  void update() {
    const Key key = random_.key();
    const Json* old = model_.find(key);
    const Update update = random_.update();
    Json values = Json::object();
    Json body = {{"TableName", "model"}, {"Key", random_.spelled_key(key)}};
    body["UpdateExpression"] = update_expression(update, values);
    const bool holds = add_condition(key, body, values);
    if (!holds) return expect("UpdateItem", body, 400, condition_failed(old, body));
    const auto after = model_.updated(key, update);
    if (!after) return expect("UpdateItem", body, 400, {{"error", "ValidationException"}});
    Json answer = Json::object();
    if (random_.chance(40)) {
      body["ReturnValues"] = "ALL_NEW";
      answer["Attributes"] = *after;
    } else if (random_.chance(40)) {
      body["ReturnValues"] = "ALL_OLD";
      if (old != nullptr) answer["Attributes"] = *old;
    }
    expect("UpdateItem", body, 200, answer);
    model_.items[key] = *after;
  }

  void remove() {
    const Key key = random_.key();
    const Json* old = model_.find(key);
    Json body = {{"TableName", "model"}, {"Key", random_.spelled_key(key)}};
    Json values = Json::object();
    const bool holds = add_condition(key, body, values);
    if (!holds) return expect("DeleteItem", body, 400, condition_failed(old, body));
    body["ReturnValues"] = "ALL_OLD";
    expect("DeleteItem", body, 200, old != nullptr ? Json{{"Attributes", *old}} : Json::object());
    model_.items.erase(key);
  }

  void get() {
    const Key key = random_.key();
    const Json* item = model_.find(key);
    expect("GetItem",
           {{"TableName", "model"}, {"Key", random_.spelled_key(key)}, {"ConsistentRead", true}},
           200, item != nullptr ? Json{{"Item", *item}} : Json::object());
  }

  void batch() {
    Json requests = Json::array();
    std::map<Key, Json> changes;
    for (long i = random_.pick(6); i >= 0; --i) changes[random_.key()] = Json();
    for (auto& [key, change] : changes) {
      if (random_.chance(60)) {
        change = random_.item(key);
        requests.push_back({{"PutRequest", {{"Item", change}}}});
      } else {
        requests.push_back({{"DeleteRequest", {{"Key", random_.spelled_key(key)}}}});
      }
    }
    expect("BatchWriteItem", {{"RequestItems", {{"model", requests}}}}, 200,
           {{"UnprocessedItems", Json::object()}});
    for (const auto& [key, change] : changes) {
      if (change.is_null()) {
        model_.items.erase(key);
      } else {
        model_.items[key] = change;
      }
    }
  }

  /// An action of a transaction, the reason that it gives, and the item that it leaves.
  struct Step {
    Json request;
    Json reason = {{"Code", "None"}};
    /// Absent: the item is not changed. Null: it goes.
    std::optional<Json> leaves;
  };

  Step action(const Key& key) {
    Step action;
    Json values = Json::object();
    Json body = {{"TableName", "model"}};
    const long kind = random_.pick(4);
    std::optional<Update> update;
    if (kind == 0) {
      action.leaves = random_.item(key);
      body["Item"] = *action.leaves;
      body["Item"].update(random_.spelled_key(key));
    } else {
      body["Key"] = random_.spelled_key(key);
      if (kind == 1) action.leaves = Json();
      if (kind == 2) {
        update = random_.update();
        body["UpdateExpression"] = update_expression(*update, values);
      }
    }
    const bool holds = add_condition(key, body, values);
    if (kind == 3 && !body.contains("ConditionExpression")) {
      body["ConditionExpression"] = "attribute_not_exists(nothing)";
    }
    if (!holds) {
      action.reason = {{"Code", "ConditionalCheckFailed"}};
      if (model_.find(key) != nullptr && body.contains("ReturnValuesOnConditionCheckFailure"))
        action.reason["Item"] = *model_.find(key);
    } else if (update) {
      action.leaves = model_.updated(key, *update);
      if (!action.leaves) action.reason = {{"Code", "ValidationError"}};
    }
    const char* const names[] = {"Put", "Delete", "Update", "ConditionCheck"};
    action.request = {{names[kind], body}};
    return action;
  }

  void transact() {
    std::map<Key, Step> actions;
    for (long i = random_.pick(4); i >= 0; --i) {
      const Key key = random_.key();
      actions[key] = action(key);
    }
    Json requests = Json::array();
    Json reasons = Json::array();
    bool is_cancelled = false;
    for (const auto& [key, action] : actions) {
      requests.push_back(action.request);
      reasons.push_back(action.reason);
      if (action.reason["Code"] != "None") is_cancelled = true;
    }
    const Json body = {{"TransactItems", requests}};
    if (is_cancelled) {
      const Json answer = {{"error", "TransactionCanceledException"},
                           {"CancellationReasons", reasons}};
      return expect("TransactWriteItems", body, 400, answer);
    }
    expect("TransactWriteItems", body, 200, Json::object());
    for (const auto& [key, action] : actions) {
      if (!action.leaves) continue;
      if (action.leaves->is_null()) {
        model_.items.erase(key);
      } else {
        model_.items[key] = *action.leaves;
      }
    }
  }

  void transact_get() {
    std::set<Key> keys;
    for (long i = random_.pick(6); i >= 0; --i) keys.insert(random_.key());
    Json requests = Json::array();
    Json responses = Json::array();
    for (const Key& key : keys) {
      requests.push_back({{"Get", {{"TableName", "model"}, {"Key", random_.spelled_key(key)}}}});
      const Json* item = model_.find(key);
      responses.push_back(item != nullptr ? Json{{"Item", *item}} : Json::object());
    }
    expect("TransactGetItems", {{"TransactItems", requests}}, 200, {{"Responses", responses}});
  }

  static Json request_of(const Read& read) {
    Json body = {{"TableName", "model"}};
    Json values = Json::object();
    if (!read.index.empty()) body["IndexName"] = "by_" + read.index;
    if (read.limit > 0) body["Limit"] = read.limit;
    const std::string filter = read.filter.expression(values);
    if (!filter.empty()) body["FilterExpression"] = filter;
    if (read.partition) {
      const std::string sort = read.index == "g" ? "gsk" : read.index == "l" ? "lsk" : "sk";
      std::string condition = (read.index == "g" ? "gpk" : "pk") + std::string(" = :p");
      values[":p"] = text(*read.partition);
      if (read.equals) {
        condition += " AND " + sort + " = :e";
        values[":e"] = *read.equals;
      } else if (read.between) {
        condition += " AND " + sort + " BETWEEN :lo AND :hi";
        values[":lo"] = read.between->first;
        values[":hi"] = read.between->second;
      }
      body["KeyConditionExpression"] = condition;
      body["ScanIndexForward"] = read.forward;
    }
    if (!values.empty()) body["ExpressionAttributeValues"] = values;
    return body;
  }

  void read() {
    const Read read = random_.read();
    const std::vector<Json> in_range = model_.in_range(read);
    std::vector<Json> wanted;
    for (const Json& item : in_range) {
      if (read.filter.holds(&item)) wanted.push_back(item);
    }
    for (Subject& subject : subjects_) {
      Json body = request_of(read);
      const std::string what = subject.name() + " " + body.dump();
      std::vector<Json> got;
      const std::size_t scanned = read_pages(subject, read, body, got);
      ASSERT_EQ(scanned, in_range.size()) << what;
      if (read.partition) expect_order(read, got, wanted, what);
      std::vector<Json> sorted = wanted;
      std::sort(sorted.begin(), sorted.end());
      std::sort(got.begin(), got.end());
      ASSERT_EQ(Json(got), Json(sorted)) << what;
    }
  }

  /// Follows the pages to the end; how many items were read. A page with a cursor is a full one.
  static std::size_t read_pages(Subject& subject, const Read& read, Json body,
                                std::vector<Json>& got) {
    std::size_t scanned = 0;
    for (int page = 0; page < 200; ++page) {
      Answer answer = subject.ask(read.partition ? "Query" : "Scan", body);
      EXPECT_EQ(answer.status, 200) << subject.name() << body << answer.body;
      if (answer.status != 200) return scanned;
      EXPECT_EQ(answer.body["Count"], answer.body["Items"].size());
      for (Json& item : answer.body["Items"]) {
        order_sets(item);
        got.push_back(std::move(item));
      }
      scanned += answer.body["ScannedCount"].get<std::size_t>();
      if (!answer.body.contains("LastEvaluatedKey")) return scanned;
      EXPECT_EQ(answer.body["ScannedCount"], read.limit) << subject.name() << body;
      body["ExclusiveStartKey"] = answer.body["LastEvaluatedKey"];
    }
    ADD_FAILURE() << subject.name() << " the pages do not end: " << body;
    return scanned;
  }

  /// The sort keys come in the model's order; items of one sort key have none among them.
  static void expect_order(const Read& read, const std::vector<Json>& got,
                           const std::vector<Json>& wanted, const std::string& what) {
    ASSERT_EQ(got.size(), wanted.size()) << what;
    for (std::size_t i = 0; i < got.size(); ++i)
      ASSERT_EQ(order_of(got[i], read), order_of(wanted[i], read)) << what << " at " << i;
  }

  RandomRequest random_;
  Model model_;
  std::vector<Subject> subjects_;
};

long from_environment(const char* name, long otherwise) {
  const char* value = std::getenv(name);
  return value != nullptr ? std::atol(value) : otherwise;
}

void run_with(std::uint64_t seed, const std::string& shard) {
  SCOPED_TRACE("ISOTHERM_SEED=" + std::to_string(seed) + " shard: " + shard);
  Run run(seed, shard);
  const long steps = from_environment("ISOTHERM_STEPS", 1000);
  for (long step = 0; step < steps && !testing::Test::HasFailure(); ++step) {
    SCOPED_TRACE("step " + std::to_string(step));
    run.step();
  }
}

/// Inputs that are the key, that an update can change or remove, and that a query gives.
class Model : public testing::TestWithParam<const char*> {};

TEST_P(Model, AgreesWithEngineAndGateway) {
  const long given = from_environment("ISOTHERM_SEED", 0);
  const std::uint64_t seed =
      given != 0 ? static_cast<std::uint64_t>(given) : std::random_device()();
  std::cout << "ISOTHERM_SEED=" << seed << "\n";
  run_with(seed, GetParam());
}

INSTANTIATE_TEST_SUITE_P(
    Inputs, Model,
    testing::Values("{attribute: _s, strategy: hash, inputs: [pk, sk], shards: 4}",
                    "{attribute: _s, strategy: hash, inputs: [sk], shards: 16}",
                    "{attribute: _s, strategy: hash, inputs: [v], shards: 3}",
                    "{attribute: _s, strategy: hash, inputs: [w, v], shards: 7}",
                    "{attribute: _s, strategy: hash, inputs: [gsk], shards: 5}",
                    "{attribute: _s, strategy: hash, inputs: [pk, gsk, w], shards: 2}",
                    "{attribute: _s, strategy: hash, inputs: [pk], shards: 1}"));

}  // namespace
}  // namespace isotherm::model_test
