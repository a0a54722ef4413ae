#include "gateway/shard_reads.h"

#include <algorithm>

#include "gateway/key_checks.h"
#include "gateway/key_requests.h"
#include "model/limits.h"
#include "store/gather.h"

namespace isotherm::gateway {
namespace {

/// One physical key to ask for, and whose it is.
struct Question {
  std::size_t of = 0;
  Item key;
};

Result<std::vector<Question>> questions_of(const KeyLayout& layout, const std::vector<Item>& keys) {
  std::vector<Question> questions;
  for (std::size_t i = 0; i < keys.size(); ++i)
    for (sharding::Shard shard = 0; shard < layout.shards_of(keys[i]); ++shard) {
      Item key = keys[i];
      // No item can have a key that is too long with its suffix.
      if (!layout.place_key(key, shard).ok()) continue;
      questions.push_back({i, std::move(key)});
    }
  return questions;
}

/// Batches of as many keys as one request may have.
std::vector<BatchGetItemRequest> batches_of(const KeyLayout& layout,
                                            const std::vector<Question>& questions, bool consistent,
                                            ReturnConsumedCapacity capacity) {
  std::vector<BatchGetItemRequest> batches;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    if (i % limits::batch_get_keys_max == 0) {
      batches.emplace_back();
      batches.back().return_consumed_capacity = capacity;
      batches.back().request_items[layout.physical().name].consistent_read = consistent;
    }
    batches.back().request_items.begin()->second.keys.push_back(questions[i].key);
  }
  return batches;
}

std::size_t question_with(const std::vector<Question>& questions, const Item& key) {
  const auto at = std::ranges::find(questions, key, &Question::key);
  return at == questions.end() ? std::string::npos : at->of;
}

Result<Shown> parse_shown(const KeyLayout& layout, const std::optional<std::string>& text,
                          const ExpressionPlaceholders& placeholders,
                          const std::optional<std::vector<std::string>>& attributes) {
  Shown shown;
  expression::PlaceholderScope scope(placeholders);
  TRY(scope.check_given(text.has_value()));
  if (text && attributes) return Error::validation("two projections");
  if (text) {
    ASSIGN_OR_RETURN(shown, expression::parse_projection(*text, scope));
  }
  if (attributes) {
    ASSIGN_OR_RETURN(shown, expression::projection_from(*attributes));
  }
  TRY(scope.check_all_used());
  if (shown) TRY(check_key_paths(*layout.names(), shown->paths));
  return shown;
}

}  // namespace

Task<Result<ShardReads>> read_shards(SpreadTable table, std::vector<Item> keys, bool consistent,
                                     ReturnConsumedCapacity capacity) {
  const KeyLayout& layout = *table.layout;
  CO_ASSIGN_OR_RETURN(const std::vector<Question> questions, questions_of(layout, keys));
  std::vector<std::function<Task<Result<BatchGetItemResponse>>()>> operations;
  for (BatchGetItemRequest& batch : batches_of(layout, questions, consistent, capacity))
    operations.push_back(
        [&below = table.below, batch = std::move(batch)] { return below.batch_get_item(batch); });
  std::vector<Result<BatchGetItemResponse>> answers =
      co_await gather(std::move(operations), table.concurrency);
  ShardReads read;
  read.parts.resize(keys.size());
  read.unprocessed.resize(keys.size());
  read.consumed.table_name = layout.physical().name;
  for (Result<BatchGetItemResponse>& answer : answers) {
    if (!answer.ok()) co_return logical_error(layout, std::move(answer).error());
    for (const ConsumedCapacity& consumed : answer->consumed) read.consumed += consumed;
    for (auto& [name, unprocessed] : answer->unprocessed_keys)
      for (const Item& key : unprocessed.keys)
        if (const std::size_t of = question_with(questions, key); of < keys.size())
          read.unprocessed[of] = true;
    for (auto& [name, items] : answer->responses)
      for (Item& item : items) {
        const std::size_t of = question_with(questions, key_of(item, layout.physical().key));
        const auto shard = layout.shard_of_stored(item);
        if (of >= keys.size() || !shard) continue;
        CO_TRY(layout.restore(item));
        read.parts[of].push_back({*shard, std::move(item)});
      }
  }
  co_return read;
}

Result<Shown> shown_of(const KeyLayout& layout, const GetItemRequest& request) {
  return parse_shown(layout, request.projection_expression, request.placeholders,
                     request.attributes_to_get);
}

Result<Shown> shown_of(const KeyLayout& layout, const KeysAndAttributes& keys) {
  return parse_shown(layout, keys.projection_expression, {keys.names, std::nullopt},
                     keys.attributes_to_get);
}

Result<Shown> shown_of(const KeyLayout& layout, const TransactGet& get) {
  return parse_shown(layout, get.projection_expression, {get.names, std::nullopt}, std::nullopt);
}

}  // namespace isotherm::gateway
