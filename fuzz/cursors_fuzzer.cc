// Cursors: any item may come back as a start key. None is taken for a sealed one but what was
// sealed, and none that is understood is anything but a position.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/expects.h"
#include "codec/decode.h"
#include "gateway/cursor.h"
#include "gateway/cursor_seal.h"

namespace {

using namespace isotherm;

gateway::ShardedIndex index_of(bool tells_shard) {
  schema::IndexRule rule;
  rule.name = "by-p";
  rule.type = schema::IndexType::sharded_gsi;
  rule.partition_key = {"p", KeyType::S};
  rule.sort_key = "s";
  rule.physical = "by-p-sharded";
  rule.shard = schema::ShardRule{
      "k", sharding::HashStrategy(16), {tells_shard ? "s" : "other"}, sharding::FormatFields{}};
  auto format = sharding::ShardFormat::make(rule.shard->fields, 16);
  gateway::ShardedIndex index{rule, std::move(format).value(), std::nullopt, {}, {}};
  index.logical_key = {{"p", KeyType::S}, AttributeDefinition{"s", KeyType::N}};
  return index;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto seal =
      gateway::CursorSeal::parse("k1 = 0123456789abcdef0123456789abcdef").value();
  const std::string_view key(reinterpret_cast<const char*>(data), size);
  const auto request =
      codec::decode<GetItemRequest>(R"({"TableName":"abc","Key":)" + std::string(key) + "}");
  if (!request.ok()) return 0;
  const KeySchema table_key{{"id", KeyType::S}, std::nullopt};
  for (const bool tells_shard : {true, false}) {
    const gateway::ShardedIndex index = index_of(tells_shard);
    const auto position = gateway::read_cursor(index, table_key, request->key);
    if (!position.ok()) continue;
    expects(position->shard < 16, "a position is on a shard");
    const auto restart = gateway::physical_start_key(index, table_key, *position);
    expects(restart.ok() || !restart.error().message().empty(), "a restart, or a reason");
  }
  Item cursor = request->key;
  expects(!seal.open("context", cursor), "nobody guesses a seal");
  seal.seal("context", cursor);
  Item other = cursor;
  expects(seal.open("context", cursor), "what was sealed opens");
  expects(!seal.open("contexts", other), "and only where it was sealed");
  return 0;
}
