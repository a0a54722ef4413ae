#include "gateway/merge.h"

#include <algorithm>

#include "gateway/messages.h"

namespace isotherm::gateway {

Merge::Merge(const QueryPlan& plan) : plan_(plan) {
  for (const ShardRead& read : plan.reads) {
    order_.push_back(streams_.size());
    Stream stream;
    stream.read = read;
    streams_.push_back(std::move(stream));
  }
  restore_order();
}

const AttributeValue* Merge::bound(const Stream& stream) const {
  if (!plan_.index->logical_key.sort) return nullptr;
  if (!is_dry(stream))
    return find(stream.buffered.front().entry, plan_.index->logical_key.sort->name);
  return stream.reached ? &*stream.reached : nullptr;
}

bool Merge::comes_before(std::size_t a, std::size_t b) const {
  const AttributeValue* first = bound(streams_[a]);
  const AttributeValue* second = bound(streams_[b]);
  if (first == nullptr || second == nullptr) {
    // An unread stream may have anything; without sort keys only the order of the shards counts.
    if ((first == nullptr) != (second == nullptr)) return first == nullptr;
    return a < b;
  }
  const auto order = compare(*first, *second);
  if (order != 0) return plan_.query.forward ? order < 0 : order > 0;
  return a < b;
}

void Merge::restore_order() {
  std::make_heap(order_.begin(), order_.end(),
                 [this](std::size_t a, std::size_t b) { return comes_before(b, a); });
}

std::optional<MergedEntry> Merge::next() {
  const auto later = [this](std::size_t a, std::size_t b) { return comes_before(b, a); };
  if (order_.empty() || is_dry(streams_[order_.front()])) return std::nullopt;
  std::pop_heap(order_.begin(), order_.end(), later);
  Stream& stream = streams_[order_.back()];
  MergedEntry entry = std::move(stream.buffered.front());
  stream.buffered.pop_front();
  if (is_dry(stream) && !stream.has_more)
    order_.pop_back();
  else
    std::push_heap(order_.begin(), order_.end(), later);
  return entry;
}

std::size_t Merge::entry_bytes() const {
  return entries_seen_ == 0 ? expected_entry_bytes(*plan_.index)
                            : std::max<std::size_t>(1, bytes_seen_ / entries_seen_);
}

std::vector<Ask> Merge::wanted(std::optional<std::int64_t> items_left,
                               std::size_t bytes_left) const {
  std::vector<Ask> asks;
  if (order_.empty() || !is_dry(streams_[order_.front()])) return asks;
  const bool is_first = std::all_of(streams_.begin(), streams_.end(),
                                    [](const Stream& stream) { return stream.is_unread; });
  if (is_first) {
    for (const FirstRead& first : first_reads(plan_)) asks.push_back({first.read, first.limit});
    return asks;
  }
  const bool in_turn = !plan_.index->logical_key.sort;
  const std::size_t sharing = in_turn ? 1 : order_.size();
  const auto limit = share(items_left, bytes_left, entry_bytes(), sharing);
  asks.push_back({order_.front(), limit});
  // Other dry shards are asked along when the page is likely to need them.
  if (in_turn || (items_left && *items_left < static_cast<std::int64_t>(sharing))) return asks;
  for (const std::size_t stream : order_)
    if (stream != order_.front() && is_dry(streams_[stream])) asks.push_back({stream, limit});
  return asks;
}

QueryRequest Merge::request_of(const Ask& ask) const {
  return physical_query(plan_, streams_[ask.stream].read, ask.limit);
}

Result<void> Merge::add(const Ask& ask, ReadManyResponse answer) {
  Stream& stream = streams_[ask.stream];
  stream.is_unread = false;
  const auto& sort = plan_.index->logical_key.sort;
  for (Item& item : answer.items) {
    plan_.layout->strip(item);
    const std::size_t bytes = size_bytes(item);
    if (sort) {
      const AttributeValue* key = find(item, sort->name);
      if (key == nullptr) return messages::entry_without_key(plan_.index->name(), sort->name);
      stream.reached = *key;
    }
    bytes_seen_ += bytes;
    ++entries_seen_;
    stream.buffered.push_back({std::move(item), stream.read.shard, bytes});
  }
  if (answer.last_evaluated_key && answer.last_evaluated_key == stream.read.start_key)
    return messages::no_progress(plan_.index->name());
  stream.has_more = answer.last_evaluated_key.has_value();
  stream.read.start_key = std::move(answer.last_evaluated_key);
  if (!stream.has_more && is_dry(stream)) std::erase(order_, ask.stream);
  restore_order();
  return {};
}

}  // namespace isotherm::gateway
