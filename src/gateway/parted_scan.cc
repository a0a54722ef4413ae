#include "gateway/parted_scan.h"

#include "gateway/key_messages.h"
#include "gateway/key_reads.h"
#include "gateway/key_requests.h"
#include "model/limits.h"

namespace isotherm::gateway {
namespace {

/// The keys of the homes among stored items.
Result<std::vector<Item>> homes_in(const KeyLayout& layout, std::vector<Item> stored) {
  std::vector<Item> keys;
  for (Item& item : stored) {
    const auto shard = layout.shard_of_stored(item);
    TRY(layout.restore(item));
    if (shard && is_home(layout, item, *shard)) keys.push_back(key_of(item, layout.key()));
  }
  return keys;
}

/// Adds the whole items of homes to a page.
Task<Result<void>> add_items(SpreadTable table, std::vector<Item> keys, const ScanRequest& scan,
                             ReadManyResponse& page) {
  if (keys.empty()) co_return Result<void>();
  CO_ASSIGN_OR_RETURN(PartedItems found,
                      co_await find_parted(table, std::move(keys), scan.consistent_read,
                                           scan.return_consumed_capacity));
  page.consumed += found.consumed;
  for (std::size_t i = 0; i < found.items.size(); ++i) {
    if (found.unprocessed[i]) co_return messages::shard_not_answered();
    if (!found.items[i]) continue;
    ++page.scanned_count;
    page.items.push_back(*std::move(found.items[i]));
  }
  co_return Result<void>();
}

}  // namespace

Task<Result<ReadManyResponse>> scan_parted(SpreadTable table, ScanRequest request) {
  const KeyLayout& layout = *table.layout;
  const auto limit = request.limit;
  CO_ASSIGN_OR_RETURN(auto placed, place_scan_of_parts(layout, std::move(request)));
  ScanRequest& scan = placed.request;
  ReadManyResponse page;
  page.consumed.table_name = layout.physical().name;
  std::size_t bytes = 0;
  for (;;) {
    if (limit) scan.limit = *limit - page.scanned_count;
    Result<ReadManyResponse> read = co_await table.below.scan(scan);
    if (!read.ok()) co_return logical_error(layout, std::move(read).error());
    // What the gateway could not take over, the store refuses.
    if (!placed.here) co_return messages::shard_not_answered();
    page.consumed += read->consumed;
    for (const Item& item : read->items) bytes += size_bytes(item);
    scan.exclusive_start_key = read->last_evaluated_key;
    CO_ASSIGN_OR_RETURN(auto keys, homes_in(layout, std::move(read->items)));
    CO_TRY(co_await add_items(table, std::move(keys), scan, page));
    const bool is_full = (limit && page.scanned_count >= *limit) || bytes >= limits::page_bytes_max;
    if (is_full || !scan.exclusive_start_key) break;
  }
  page.last_evaluated_key = scan.exclusive_start_key;
  page.count = page.scanned_count;
  std::vector<Item> items = std::exchange(page.items, {});
  // The cursor is a stored key; the items are whole already.
  CO_ASSIGN_OR_RETURN(page, finish_page(layout, std::nullopt, std::move(page)));
  page.items = std::move(items);
  show(*placed.here, page);
  co_return page;
}

}  // namespace isotherm::gateway
