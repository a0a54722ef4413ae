// Fleet: BatchGetItem and BatchWriteItem. A batch is cut into parts, one for each member that has
// some of it and one for the tables of the store below.

#include <algorithm>

#include "model/limits.h"
#include "store/fleet/batch_part.h"
#include "store/fleet/fleet.h"
#include "store/fleet/sound_write.h"
#include "store/gather.h"

namespace isotherm::fleet {
namespace {

/// The parts of a batch, by member; the one of the store below has no member.
template <class Request>
class Parts {
 public:
  explicit Parts(Store& below) : below_(below) {}

  /// The part of a member's table; made when it is asked for first.
  BatchPart<Request>& of(const FleetTable& table, const Member& member, const std::string& asked,
                         const Request& whole) {
    BatchPart<Request>& part = parts_[&member];
    if (part.store == nullptr) part = {member.store, &table, &member, asked, with_options(whole)};
    return part;
  }
  BatchPart<Request>& below(const Request& whole) {
    BatchPart<Request>& part = parts_[nullptr];
    if (part.store == nullptr) part = {&below_, nullptr, nullptr, {}, with_options(whole)};
    return part;
  }
  std::vector<BatchPart<Request>> take() {
    std::vector<BatchPart<Request>> all;
    for (auto& [member, part] : parts_) all.push_back(std::move(part));
    return all;
  }

 private:
  static Request with_options(const Request& whole) {
    Request request = whole;
    request.request_items.clear();
    return request;
  }

  Store& below_;
  std::map<const Member*, BatchPart<Request>> parts_;
};

/// How parts are run.
struct Run {
  std::size_t concurrency = 1;
  /// Some of the batch was done before these parts.
  bool goes_on = false;
};

std::size_t size(const KeysAndAttributes& some) { return some.keys.size(); }
std::size_t size(const std::vector<WriteRequest>& some) { return some.size(); }
void append(const KeysAndAttributes& from, KeysAndAttributes& to) {
  to.keys.insert(to.keys.end(), from.keys.begin(), from.keys.end());
}
void append(const std::vector<WriteRequest>& from, std::vector<WriteRequest>& to) {
  to.insert(to.end(), from.begin(), from.end());
}

/// Whether a store refuses the batch by its numbers alone: it is too long, or a table has nothing.
template <class Request>
bool has_bad_numbers(const Request& request, std::size_t most) {
  std::size_t all = 0;
  bool has_empty = false;
  for (const auto& [table, some] : request.request_items) {
    all += size(some);
    has_empty = has_empty || size(some) == 0;
  }
  return all > most || has_empty;
}

/// A batch of the same numbers for one member's table: refused there before anything is done.
template <class Request>
Request with_same_numbers(const Request& request, const std::string& table) {
  Request same = request;
  same.request_items.clear();
  auto& all = same.request_items[table];
  for (const auto& [asked, some] : request.request_items) {
    if (size(some) > 0) {
      append(some, all);
      continue;
    }
    same.request_items = {{table, some}};
    return same;
  }
  return same;
}

/// Runs the parts, and adds their answers to the whole. A part that was throttled is handed back as
/// unprocessed, unless nothing at all was done; any other error is the answer.
template <class Request, class Response>
Task<Result<void>> run_parts(std::vector<BatchPart<Request>> parts, Response& whole,
                             Task<Result<Response>> (Store::*operation)(Request), Run run) {
  std::vector<std::function<Task<Result<Response>>()>> operations;
  for (const BatchPart<Request>& part : parts)
    operations.push_back([&part, operation] { return (part.store->*operation)(part.request); });
  std::vector<Result<Response>> answers =
      co_await gather<Result<Response>>(std::move(operations), run.concurrency);
  const bool nothing_done =
      !run.goes_on && std::ranges::none_of(answers, [](const auto& answer) { return answer.ok(); });
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (answers[i].ok()) {
      add_answer(parts[i], std::move(answers[i]).value(), whole);
      continue;
    }
    Error error = std::move(answers[i]).error();
    if (parts[i].table != nullptr)
      error = parts[i].table->logical(*parts[i].member, std::move(error));
    if (nothing_done || !may_be_unprocessed(error)) co_return error;
    add_unprocessed(std::move(parts[i]), whole);
  }
  co_return Result<void>();
}

}  // namespace

Task<Result<BatchGetItemResponse>> Fleet::batch_get_item(BatchGetItemRequest request) {
  const FleetTable* first = first_table(request.request_items);
  if (first == nullptr) co_return co_await below_.batch_get_item(std::move(request));
  if (has_bad_numbers(request, limits::batch_get_keys_max)) {
    const Member& member = first->members().front();
    auto refused = co_await member.store->batch_get_item(with_same_numbers(request, member.table));
    if (!refused.ok()) co_return first->logical(member, std::move(refused).error());
  }
  Parts<BatchGetItemRequest> parts(below_);
  for (const auto& [asked, keys] : request.request_items) {
    FleetTable* table = find_table(asked);
    if (table == nullptr) {
      parts.below(request).request.request_items.emplace(asked, keys);
      continue;
    }
    CO_ASSIGN_OR_RETURN(const DescriptionPtr description, co_await table->description());
    KeysAndAttributes options = keys;
    options.keys.clear();
    for (const Item& key : keys.keys) {
      CO_ASSIGN_OR_RETURN(const auto owner, table->reader_of(key, description->key));
      const Member& member = table->members()[owner.value_or(0)];
      auto& items = parts.of(*table, member, asked, request).request.request_items;
      items.emplace(member.table, options).first->second.keys.push_back(key);
    }
  }
  BatchGetItemResponse whole;
  CO_TRY(co_await run_parts(parts.take(), whole, &Store::batch_get_item,
                            Run{options_.concurrency, false}));
  co_return whole;
}

Task<Result<BatchWriteItemResponse>> Fleet::batch_write_item(BatchWriteItemRequest request) {
  const FleetTable* first = first_table(request.request_items);
  if (first == nullptr) co_return co_await below_.batch_write_item(std::move(request));
  if (has_bad_numbers(request, limits::batch_write_requests_max)) {
    const Member& member = first->members().front();
    auto refused =
        co_await member.store->batch_write_item(with_same_numbers(request, member.table));
    if (!refused.ok()) co_return first->logical(member, std::move(refused).error());
  }
  Parts<BatchWriteItemRequest> doubtful(below_);
  Parts<BatchWriteItemRequest> sound(below_);
  for (const auto& [asked, writes] : request.request_items) {
    FleetTable* table = find_table(asked);
    if (table == nullptr) {
      doubtful.below(request).request.request_items.emplace(asked, writes);
      continue;
    }
    CO_ASSIGN_OR_RETURN(const DescriptionPtr description, co_await table->description());
    const std::vector<bool> is_sound = sound_writes(*description, writes);
    for (std::size_t i = 0; i < writes.size(); ++i) {
      CO_ASSIGN_OR_RETURN(const auto owner, table->writer_of(item_of(writes[i]), description->key));
      const Member& member = table->members()[owner.value_or(0)];
      auto& some = is_sound[i] ? sound : doubtful;
      some.of(*table, member, asked, request)
          .request.request_items[member.table]
          .push_back(writes[i]);
    }
  }
  BatchWriteItemResponse whole;
  const auto first_parts = doubtful.take();
  const Run then{options_.concurrency, !first_parts.empty()};
  CO_TRY(co_await run_parts(first_parts, whole, &Store::batch_write_item,
                            Run{options_.concurrency, false}));
  CO_TRY(co_await run_parts(sound.take(), whole, &Store::batch_write_item, then));
  co_return whole;
}

}  // namespace isotherm::fleet
