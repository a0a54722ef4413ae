#include "gateway/page.h"

#include "model/limits.h"

namespace isotherm::gateway {

bool Page::limit_reached() const {
  return plan_.query.limit && response_.scanned_count >= *plan_.query.limit;
}

bool Page::bytes_reached() const { return bytes_ >= limits::page_bytes_max; }

bool Page::is_full() const { return limit_reached() || bytes_reached(); }

std::optional<std::int64_t> Page::items_left() const {
  if (!plan_.query.limit) return std::nullopt;
  return *plan_.query.limit - response_.scanned_count;
}

std::size_t Page::bytes_left() const {
  return bytes_reached() ? 0 : limits::page_bytes_max - bytes_;
}

void Page::add(MergedEntry merged) {
  ++response_.scanned_count;
  bytes_ += merged.bytes;
  if (is_full()) last_ = cursor_at(*plan_.index, plan_.table_key(), merged.entry, merged.shard);
  if (plan_.query.filter && !plan_.query.filter->holds(merged.entry)) return;
  ++response_.count;
  if (plan_.query.count_only) return;
  if (plan_.query.projection)
    response_.items.push_back(plan_.query.projection->project(merged.entry));
  else
    response_.items.push_back(std::move(merged.entry));
}

ReadManyResponse Page::finish() && {
  response_.show_items = !plan_.query.count_only;
  // A page that is full has a cursor whether or not something follows: the service does not look.
  response_.last_evaluated_key = std::move(last_);
  return std::move(response_);
}

}  // namespace isotherm::gateway
