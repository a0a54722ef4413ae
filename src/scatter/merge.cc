#include "scatter/merge.h"

#include <algorithm>

namespace isotherm::scatter {
namespace {

Error no_progress(const std::string& name) {
  return Error::internal("Isotherm: a page of '" + name +
                         "' ended where it began; stopped rather than read it for ever");
}

Error entry_without_key(const std::string& name, const std::string& attribute) {
  return Error::internal("Isotherm: the store answered an entry of '" + name +
                         "' without its key '" + attribute + "'");
}

}  // namespace

Merge::Merge(const Scatter& scatter) : scatter_(scatter) {
  for (const Strand& strand : scatter.strands) {
    order_.push_back(streams_.size());
    streams_.emplace_back().start_key = strand.request.exclusive_start_key;
  }
  restore_order();
}

const AttributeValue* Merge::bound(const Stream& stream) const {
  if (!scatter_.sort_key) return nullptr;
  if (!is_dry(stream)) return find(stream.buffered.front().entry, *scatter_.sort_key);
  return stream.reached ? &*stream.reached : nullptr;
}

bool Merge::comes_before(std::size_t a, std::size_t b) const {
  const AttributeValue* first = bound(streams_[a]);
  const AttributeValue* second = bound(streams_[b]);
  if (first == nullptr || second == nullptr) {
    // An unread stream may have anything; without sort keys only the order of the strands counts.
    if ((first == nullptr) != (second == nullptr)) return first == nullptr;
    return a < b;
  }
  const auto order = compare(*first, *second);
  if (order != 0) return scatter_.forward ? order < 0 : order > 0;
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
  return entries_seen_ == 0 ? scatter_.entry_bytes
                            : std::max<std::size_t>(1, bytes_seen_ / entries_seen_);
}

std::vector<Ask> Merge::wanted(std::optional<std::int64_t> items_left,
                               std::size_t bytes_left) const {
  std::vector<Ask> asks;
  if (order_.empty() || !is_dry(streams_[order_.front()])) return asks;
  const bool is_first = std::all_of(streams_.begin(), streams_.end(),
                                    [](const Stream& stream) { return stream.is_unread; });
  if (is_first)
    return first_asks(streams_.size(), scatter_.sort_key.has_value(), scatter_.limit,
                      scatter_.entry_bytes);
  const bool in_turn = !scatter_.sort_key;
  const std::size_t sharing = in_turn ? 1 : order_.size();
  const auto limit = share(items_left, bytes_left, entry_bytes(), sharing);
  asks.push_back({order_.front(), beyond(limit, streams_[order_.front()].barren)});
  // Other dry strands are asked along when the page is likely to need them.
  if (in_turn || (items_left && *items_left < static_cast<std::int64_t>(sharing))) return asks;
  for (const std::size_t stream : order_)
    if (stream != order_.front() && is_dry(streams_[stream])) asks.push_back({stream, limit});
  return asks;
}

std::optional<std::int64_t> Merge::beyond(std::optional<std::int64_t> limit, int barren) {
  constexpr int doublings_max = 10;
  if (!limit || barren == 0) return limit;
  return std::max<std::int64_t>(*limit, std::int64_t{1} << std::min(barren, doublings_max));
}

QueryRequest Merge::request_of(const Ask& ask) const {
  QueryRequest request = scatter_.strands[ask.strand].request;
  request.limit = ask.limit;
  request.exclusive_start_key = streams_[ask.strand].start_key;
  return request;
}

Result<void> Merge::add(const Ask& ask, ReadManyResponse answer) {
  Stream& stream = streams_[ask.strand];
  stream.is_unread = false;
  const std::size_t buffered = stream.buffered.size();
  for (Item& item : answer.items) TRY(take(ask.strand, std::move(item)));
  stream.barren = stream.buffered.size() == buffered ? stream.barren + 1 : 0;
  if (answer.last_evaluated_key && answer.last_evaluated_key == stream.start_key)
    return no_progress(scatter_.name);
  stream.has_more = answer.last_evaluated_key.has_value();
  stream.start_key = std::move(answer.last_evaluated_key);
  if (!stream.has_more && is_dry(stream)) std::erase(order_, ask.strand);
  restore_order();
  return {};
}

Result<void> Merge::take(std::size_t strand, Item item) {
  if (scatter_.make_logical && !scatter_.make_logical(item)) return {};
  Stream& stream = streams_[strand];
  const std::size_t bytes = size_bytes(item);
  if (scatter_.sort_key) {
    const AttributeValue* key = find(item, *scatter_.sort_key);
    if (key == nullptr) return entry_without_key(scatter_.name, *scatter_.sort_key);
    stream.reached = *key;
  }
  bytes_seen_ += bytes;
  ++entries_seen_;
  stream.buffered.push_back({std::move(item), strand, bytes});
  return {};
}

}  // namespace isotherm::scatter
