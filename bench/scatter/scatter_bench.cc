// What a scatter costs: units and entries of one page, plain and over 16 shards.
//
//   cmake --build build/release --target scatter_bench && build/release/bench/scatter_bench
//
// "cold" is the first query of a gateway that knows nothing yet of the index; with the filter, one
// entry in ten is shown, and what is read is the same.

#include <cstdio>
#include <memory>

#include "gateway/gateway.h"
#include "store/engine/engine.h"
#include "store/run.h"

namespace isotherm {
namespace {

constexpr int entries = 20'000;
constexpr sharding::Shard shards = 16;

std::unique_ptr<engine::Engine> open_engine() {
  engine::EngineOptions options;
  options.durability = engine::Durability::os;
  options.throughput.mode = throughput::Mode::off;
  return engine::Engine::open(std::move(options)).value();
}

std::shared_ptr<const schema::Schema> sharded_schema() {
  schema::IndexRule index;
  index.name = "member";
  index.type = schema::IndexType::sharded_gsi;
  index.partition_key = {"channelId", KeyType::S};
  index.sort_key = "memberId";
  index.physical = "member-sharded";
  index.shard = schema::ShardRule{
      "memberShardedKey", sharding::HashStrategy(shards), {"memberId"}, sharding::FormatFields{}};
  schema::Schema schema;
  schema.tables.emplace("User", schema::TableRule{"User", {index}, 1});
  return std::make_shared<const schema::Schema>(std::move(schema));
}

void fill(Store& store) {
  CreateTableRequest create;
  create.table_name = "User";
  create.billing_mode = BillingMode::pay_per_request;
  create.attribute_definitions = {
      {"userId", KeyType::S}, {"channelId", KeyType::S}, {"memberId", KeyType::S}};
  create.key_schema = {{"userId", true}};
  SecondaryIndexRequest index;
  index.index_name = "member";
  index.key_schema = {{"channelId", true}, {"memberId", false}};
  index.projection = ProjectionRequest{ProjectionType::all, std::nullopt};
  create.global_indexes = {{index}};
  if (!run(store.create_table(create)).ok()) std::abort();
  for (int i = 0; i < entries; ++i) {
    char id[16];
    std::snprintf(id, sizeof id, "m-%06d", i);
    PutItemRequest put;
    put.table_name = "User";
    put.item = {{"userId", std::string("u") + id},
                {"channelId", "big"},
                {"memberId", std::string(id)},
                {"tenth", Number(i % 10)},
                {"text", std::string(200, 'x')}};
    if (!run(store.put_item(put)).ok()) std::abort();
  }
}

/// Counts the entries that the store reads.
class Counting final : public ForwardingStore {
 public:
  using ForwardingStore::ForwardingStore;
  std::int64_t read = 0;
  Task<Result<ReadManyResponse>> query(QueryRequest request) override {
    Result<ReadManyResponse> answer = co_await below_.query(std::move(request));
    if (answer.ok()) read += answer->scanned_count;
    co_return answer;
  }
};

QueryRequest query_of(std::int64_t limit, bool filtered) {
  QueryRequest query;
  query.table_name = "User";
  query.index_name = "member";
  query.key_condition_expression = "channelId = :c";
  query.placeholders.values = ExpressionValues{{":c", "big"}};
  if (filtered) {
    query.filter_expression = "tenth = :t";
    query.placeholders.values->emplace(":t", Number(3));
  }
  query.limit = limit;
  query.return_consumed_capacity = ReturnConsumedCapacity::total;
  return query;
}

void print_row(Store& plain, engine::Engine& below, std::int64_t limit, bool filtered) {
  Counting counting(below);
  gateway::Gateway gateway(counting, sharded_schema());
  const auto one = run(plain.query(query_of(limit, filtered)));
  const auto many = run(gateway.query(query_of(limit, filtered)));
  if (!one.ok() || !many.ok()) std::abort();
  std::printf("| %s | %lld | %lld | %.1f | %.1f | %lld | %.2f |\n",
              filtered ? "filter 1 in 10" : "cold", static_cast<long long>(limit),
              static_cast<long long>(many->count), one->consumed.total().read_units,
              many->consumed.total().read_units, static_cast<long long>(counting.read),
              static_cast<double>(counting.read) / static_cast<double>(many->scanned_count));
}

}  // namespace
}  // namespace isotherm

int main() {
  using namespace isotherm;
  const auto plain = open_engine();
  const auto below = open_engine();
  fill(*plain);
  {
    gateway::Gateway gateway(*below, sharded_schema());
    fill(gateway);
  }
  std::printf(
      "| query | Limit | shown | units, plain | units, 16 shards | read | read / evaluated |\n"
      "|---|---|---|---|---|---|---|\n");
  for (const bool filtered : {false, true})
    for (const std::int64_t limit : {1, 10, 100, 1000}) print_row(*plain, *below, limit, filtered);
  return 0;
}
