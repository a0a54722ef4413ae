#include "scatter/page.h"

#include "model/limits.h"

namespace isotherm::scatter {

bool Page::limit_reached() const {
  return rules_.limit && response_.scanned_count >= *rules_.limit;
}

bool Page::bytes_reached() const { return bytes_ >= limits::page_bytes_max; }

bool Page::is_full() const { return limit_reached() || bytes_reached(); }

std::optional<std::int64_t> Page::items_left() const {
  if (!rules_.limit) return std::nullopt;
  return *rules_.limit - response_.scanned_count;
}

std::size_t Page::bytes_left() const {
  return bytes_reached() ? 0 : limits::page_bytes_max - bytes_;
}

void Page::add(MergedEntry merged) {
  ++response_.scanned_count;
  bytes_ += merged.bytes;
  if (is_full()) last_ = rules_.cursor_at(merged.entry, merged.strand);
  if (rules_.filter && !rules_.filter->holds(merged.entry)) return;
  ++response_.count;
  if (rules_.count_only) return;
  if (rules_.projection)
    response_.items.push_back(rules_.projection->project(merged.entry));
  else
    response_.items.push_back(std::move(merged.entry));
}

ReadManyResponse Page::finish() && {
  response_.show_items = !rules_.count_only;
  // A page that is full has a cursor whether or not something follows: the service does not look.
  response_.last_evaluated_key = std::move(last_);
  return std::move(response_);
}

}  // namespace isotherm::scatter
