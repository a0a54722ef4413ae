#include "cli/store_trial.h"

#include <algorithm>
#include <array>
#include <memory>

#include "gateway/gateway.h"
#include "gateway/index_tables.h"
#include "store/engine/engine.h"
#include "store/run.h"

namespace isotherm::cli {
namespace {

std::vector<KeySchemaElement> elements_of(const KeySchema& key) {
  std::vector<KeySchemaElement> elements;
  key.for_each_partition([&](const auto& part) { elements.push_back({part.name, true}); });
  key.for_each_sort([&](const auto& part) { elements.push_back({part.name, false}); });
  return elements;
}

CreateTableRequest creation_of(const TableDescription& table) {
  CreateTableRequest request;
  request.table_name = table.name;
  request.attribute_definitions = table.attributes;
  request.key_schema = elements_of(table.key);
  request.billing_mode = BillingMode::pay_per_request;
  for (const auto& index : table.global_indexes) {
    if (!request.global_indexes) request.global_indexes.emplace();
    SecondaryIndexRequest& created = request.global_indexes->emplace_back();
    created.index_name = index.name;
    created.key_schema = elements_of(index.key);
    created.projection = ProjectionRequest{index.projection.type, std::nullopt};
    if (!index.projection.non_key_attributes.empty())
      created.projection->non_key_attributes = index.projection.non_key_attributes;
  }
  return request;
}

struct RunOn {
  Store& store;

  std::optional<Error> operator()(GetItemRequest r) { return error_of(store.get_item(r)); }
  std::optional<Error> operator()(PutItemRequest r) { return error_of(store.put_item(r)); }
  std::optional<Error> operator()(UpdateItemRequest r) { return error_of(store.update_item(r)); }
  std::optional<Error> operator()(DeleteItemRequest r) { return error_of(store.delete_item(r)); }
  std::optional<Error> operator()(BatchGetItemRequest r) {
    return error_of(store.batch_get_item(r));
  }
  std::optional<Error> operator()(BatchWriteItemRequest r) {
    return error_of(store.batch_write_item(r));
  }
  std::optional<Error> operator()(QueryRequest r) { return error_of(store.query(r)); }
  std::optional<Error> operator()(ScanRequest r) { return error_of(store.scan(r)); }

  template <class Response>
  static std::optional<Error> error_of(Task<Result<Response>> task) {
    auto result = run(std::move(task));
    if (result.ok()) return std::nullopt;
    return std::move(result).error();
  }
};

/// Whether an item that the trial lacks could have made the difference.
bool depends_on_items(const Error& error) {
  static constexpr std::array<std::string_view, 3> texts{
      "The provided expression refers to an attribute that does not exist in the item",
      "An operand in the update expression has an incorrect data type",
      "The document path provided in the update expression is invalid for update"};
  return std::any_of(texts.begin(), texts.end(), [&](std::string_view text) {
    return std::string_view(error.message()).starts_with(text);
  });
}

}  // namespace

std::optional<Error> store_refusal(const schema::Schema& schema, const TableDescription& physical,
                                   const gateway::LogicalRequest& request) {
  engine::EngineOptions options;
  options.durability = engine::Durability::os;
  options.throughput.mode = throughput::Mode::off;
  options.background = false;
  auto engine = engine::Engine::open(options);
  if (!engine.ok()) return std::nullopt;
  const auto rules = std::make_shared<const schema::Schema>(schema);
  // Makes index tables as well.
  gateway::IndexTables floor(**engine, rules, 1);
  // A table that cannot be made says nothing about the request.
  if (!run(floor.create_table(creation_of(physical))).ok()) return std::nullopt;
  gateway::Gateway gateway(**engine, rules);
  auto error = std::visit(RunOn{gateway}, request);
  // Other tables of a batch are not there; a condition may hold on the real item.
  if (!error || error->code() != ErrorCode::validation || depends_on_items(*error)) {
    return std::nullopt;
  }
  return error;
}

}  // namespace isotherm::cli
