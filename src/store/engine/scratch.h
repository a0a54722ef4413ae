#pragma once

// Scratch: an engine for tests, in memory or in a folder of its own, on a clock that the test
// moves, with nothing in the background.

#include <filesystem>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>

#include "store/engine/engine.h"
#include "store/run.h"

namespace isotherm::engine {

class Scratch {
 public:
  explicit Scratch(EngineOptions options = {}) : options_(std::move(options)) {
    options_.clock = &clock_;
    options_.background = false;
    open();
  }
  ~Scratch() { engine_.reset(); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  Engine* operator->() { return engine_.get(); }
  Engine& engine() { return *engine_; }
  ManualClock& clock() { return clock_; }
  EngineOptions& options() { return options_; }

  void open() { engine_ = Engine::open(options_).value(); }
  void close() { engine_.reset(); }

  /// Until nothing is left to do.
  void maintain() {
    while (engine_->maintain()) {
    }
  }

 private:
  ManualClock clock_;
  EngineOptions options_;
  std::unique_ptr<Engine> engine_;
};

/// A folder that goes when the test ends.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = std::filesystem::temp_directory_path() / "isotherm-engine-XXXXXX";
    path_ = mkdtemp(name.data());
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// A request for a table with key `pk`, or `pk` and `sk`, all text, on demand.
inline CreateTableRequest table_request(std::string name, bool with_sort_key) {
  CreateTableRequest request;
  request.table_name = std::move(name);
  request.attribute_definitions = {{"pk", KeyType::S}};
  request.key_schema = {{"pk", true}};
  if (with_sort_key) {
    request.attribute_definitions.push_back({"sk", KeyType::S});
    request.key_schema.push_back({"sk", false});
  }
  request.billing_mode = BillingMode::pay_per_request;
  return request;
}

/// An index on two attributes that projects everything.
inline SecondaryIndexRequest index_request(std::string name, std::string partition,
                                           std::string sort = {}) {
  SecondaryIndexRequest request;
  request.index_name = std::move(name);
  request.key_schema = {{std::move(partition), true}};
  if (!sort.empty()) request.key_schema.push_back({std::move(sort), false});
  request.projection = ProjectionRequest{ProjectionType::all, std::nullopt};
  return request;
}

inline void define(CreateTableRequest& request,
                   std::initializer_list<AttributeDefinition> definitions) {
  for (const AttributeDefinition& one : definitions) request.attribute_definitions.push_back(one);
}

inline Result<WriteItemResponse> put(Scratch& scratch, std::string table, Item item) {
  PutItemRequest request;
  request.table_name = std::move(table);
  request.item = std::move(item);
  return run(scratch->put_item(std::move(request)));
}

inline std::optional<Item> get(Scratch& scratch, std::string table, Item key) {
  GetItemRequest request;
  request.table_name = std::move(table);
  request.key = std::move(key);
  return run(scratch->get_item(std::move(request))).value().item;
}

inline Result<WriteItemResponse> erase(Scratch& scratch, std::string table, Item key) {
  DeleteItemRequest request;
  request.table_name = std::move(table);
  request.key = std::move(key);
  return run(scratch->delete_item(std::move(request)));
}

/// SET … with values.
inline Result<WriteItemResponse> update(Scratch& scratch, std::string table, Item key,
                                        std::string expression, ExpressionValues values = {}) {
  UpdateItemRequest request;
  request.table_name = std::move(table);
  request.key = std::move(key);
  request.update_expression = std::move(expression);
  if (!values.empty()) request.placeholders.values = std::move(values);
  return run(scratch->update_item(std::move(request)));
}

inline ReadManyResponse scan_all(Scratch& scratch, std::string table, std::string index = {}) {
  ScanRequest request;
  request.table_name = std::move(table);
  if (!index.empty()) request.index_name = std::move(index);
  return run(scratch->scan(std::move(request))).value();
}

/// The items of one partition key; `name` is the key's attribute.
inline ReadManyResponse query_all(Scratch& scratch, std::string table, std::string index,
                                  std::string name, AttributeValue value, bool forward = true) {
  QueryRequest request;
  request.table_name = std::move(table);
  if (!index.empty()) request.index_name = std::move(index);
  request.key_condition_expression = "#p = :p";
  request.placeholders.names = ExpressionNames{{"#p", std::move(name)}};
  request.placeholders.values = ExpressionValues{{":p", std::move(value)}};
  request.scan_index_forward = forward;
  return run(scratch->query(std::move(request))).value();
}

}  // namespace isotherm::engine
