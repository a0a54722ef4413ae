#include "gateway/drawn_batches.h"

#include <algorithm>
#include <utility>

#include "gateway/key_checks.h"
#include "gateway/key_messages.h"
#include "gateway/key_requests.h"
#include "gateway/write_plan.h"

namespace isotherm::gateway {
namespace {

bool are_good(const KeyLayout& layout, const std::vector<Item>& keys) {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (!check_key(keys[i], layout.key()).ok()) return false;
    if (std::find(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(i), keys[i]) !=
        keys.begin() + static_cast<std::ptrdiff_t>(i))
      return false;
  }
  return !keys.empty();
}

Item key_in(const KeyLayout& layout, const WriteRequest& write) {
  if (const auto* put = std::get_if<PutRequest>(&write)) return key_of(put->item, layout.key());
  return std::get<DeleteRequest>(write).key;
}

}  // namespace

bool can_be_found(const KeyLayout& layout, const KeysAndAttributes& keys) {
  return are_good(layout, keys.keys) && shown_of(layout, keys).ok();
}

Task<Result<void>> add_drawn(SpreadTable table, std::string name, KeysAndAttributes keys,
                             ReturnConsumedCapacity capacity, BatchGetItemResponse& answer) {
  CO_ASSIGN_OR_RETURN(const Shown projection, shown_of(*table.layout, keys));
  CO_ASSIGN_OR_RETURN(PartedItems found,
                      co_await find_whole(table, keys.keys, keys.consistent_read, capacity));
  std::vector<Item>& shown = answer.responses[name];
  for (std::size_t i = 0; i < keys.keys.size(); ++i) {
    if (found.unprocessed[i]) {
      auto [at, is_new] = answer.unprocessed_keys.try_emplace(name, keys);
      if (is_new) at->second.keys.clear();
      at->second.keys.push_back(keys.keys[i]);
    } else if (found.items[i]) {
      Item& item = *found.items[i];
      shown.push_back(projection ? projection->project(item) : std::move(item));
    }
  }
  answer.consumed.push_back(std::move(found.consumed));
  co_return Result<void>();
}

bool can_be_written(const KeyLayout& layout, const std::vector<WriteRequest>& writes) {
  std::vector<Item> keys;
  for (const WriteRequest& write : writes) keys.push_back(key_in(layout, write));
  return are_good(layout, keys);
}

Task<Result<std::vector<WriteRequest>>> place_drawn(SpreadTable table,
                                                    std::vector<WriteRequest>& writes) {
  const KeyLayout& layout = *table.layout;
  if (is_parted(layout)) co_return std::exchange(writes, {});
  std::vector<Item> removed;
  for (const WriteRequest& write : writes)
    if (const auto* remove = std::get_if<DeleteRequest>(&write)) removed.push_back(remove->key);
  ShardReads found;
  if (!removed.empty()) {
    CO_ASSIGN_OR_RETURN(found,
                        co_await read_shards(table, removed, true, ReturnConsumedCapacity::none));
  }
  std::vector<WriteRequest> placed;
  std::vector<WriteRequest> by_themselves;
  std::size_t next = 0;
  for (WriteRequest& write : writes) {
    sharding::Shard shard = 0;
    if (const auto* put = std::get_if<PutRequest>(&write)) {
      shard = layout.draw(put->item);
    } else {
      const auto& copies = found.parts[next];
      if (found.unprocessed[next++]) co_return messages::shard_not_answered();
      if (copies.size() > 1) {
        by_themselves.push_back(std::move(write));
        continue;
      }
      if (!copies.empty()) shard = copies[0].shard;
    }
    CO_TRY(place(layout, write, shard));
    placed.push_back(std::move(write));
  }
  writes = std::move(placed);
  co_return by_themselves;
}

Result<std::vector<TransactGet>> expanded(const KeyLayout& layout, const TransactGet& get) {
  std::vector<TransactGet> gets;
  // A key that the store refuses is asked for once.
  const bool is_good = check_key(get.key, layout.key()).ok();
  const sharding::Shard shards = is_good ? layout.shards_of(get.key) : 1;
  for (sharding::Shard shard = 0; shard < shards; ++shard) {
    gets.push_back(get);
    // Parts are put together before they are shown.
    if (is_good && is_parted(layout) && shown_of(layout, get).ok()) {
      gets.back().projection_expression.reset();
      gets.back().names.reset();
    }
    TRY(place(layout, gets.back(), shard));
  }
  return gets;
}

namespace {

Result<std::optional<Item>> assembled(const KeyLayout& layout, const TransactGet& get,
                                      std::vector<std::optional<Item>> items) {
  std::vector<StoredPart> parts;
  for (std::optional<Item>& item : items) {
    const auto shard = item ? layout.shard_of_stored(*item) : std::nullopt;
    if (!shard) continue;
    TRY(layout.restore(*item));
    parts.push_back({*shard, *std::move(item)});
  }
  ASSIGN_OR_RETURN(auto whole, combined(layout, std::move(parts)));
  ASSIGN_OR_RETURN(const Shown shown, shown_of(layout, get));
  if (whole && shown) whole = shown->project(*whole);
  return whole;
}

}  // namespace

Result<std::optional<Item>> collapsed(const KeyLayout& layout, const TransactGet& get,
                                      std::vector<std::optional<Item>> items) {
  if (is_parted(layout)) return assembled(layout, get, std::move(items));
  std::optional<Item> one;
  for (std::optional<Item>& item : items) {
    if (!item) continue;
    TRY(layout.restore(*item));
    if (one && *one != *item) return messages::put_twice(layout.physical().name, get.key);
    one = std::move(item);
  }
  return one;
}

Result<bool> place_drawn(const KeyLayout& layout, TransactWriteAction& action) {
  auto* put = std::get_if<PutItemRequest>(&action);
  if (put == nullptr || put->condition_expression) return messages::drawn_in_transaction(layout);
  return place(layout, *put, layout.draw(put->item));
}

}  // namespace isotherm::gateway
