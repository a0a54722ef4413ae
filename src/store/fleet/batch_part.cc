#include "store/fleet/batch_part.h"

#include <iterator>
#include <utility>

namespace isotherm::fleet {
namespace {

template <class T>
void append(std::vector<T>& to, std::vector<T> from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

void append(KeysAndAttributes& to, KeysAndAttributes from) {
  append(to.keys, std::move(from.keys));
  std::vector<Item> keys = std::move(to.keys);
  to = std::move(from);
  to.keys = std::move(keys);
}

/// Adds what an answer says of each table. A part of a member is about that member's table alone.
template <class Part, class ByTable>
void add_by_table(const Part& part, std::map<std::string, ByTable> from,
                  std::map<std::string, ByTable>& to, bool as_asked) {
  for (auto& [table, what] : from) {
    const std::string& name = part.table == nullptr ? table
                              : as_asked            ? part.asked
                                                    : part.table->name();
    append(to[name], std::move(what));
  }
}

template <class Part>
void add_all_consumed(const Part& part, std::vector<ConsumedCapacity> from,
                      std::vector<ConsumedCapacity>& to) {
  for (ConsumedCapacity& consumed : from)
    add_consumed(
        to, part.table == nullptr ? std::move(consumed) : part.table->logical(std::move(consumed)));
}

}  // namespace

bool may_be_unprocessed(const Error& error) {
  switch (error.code()) {
    case ErrorCode::provisioned_throughput_exceeded:
    case ErrorCode::throttling:
    case ErrorCode::request_limit_exceeded:
    case ErrorCode::service_unavailable:
    case ErrorCode::internal: return true;
    default: return false;
  }
}

void add_answer(const GetPart& part, BatchGetItemResponse answer, BatchGetItemResponse& whole) {
  add_by_table(part, std::move(answer.responses), whole.responses, true);
  add_by_table(part, std::move(answer.unprocessed_keys), whole.unprocessed_keys, true);
  add_all_consumed(part, std::move(answer.consumed), whole.consumed);
}

void add_answer(const WritePart& part, BatchWriteItemResponse answer,
                BatchWriteItemResponse& whole) {
  add_by_table(part, std::move(answer.unprocessed_items), whole.unprocessed_items, true);
  add_by_table(part, std::move(answer.item_collection_metrics), whole.item_collection_metrics,
               false);
  add_all_consumed(part, std::move(answer.consumed), whole.consumed);
}

void add_unprocessed(GetPart part, BatchGetItemResponse& whole) {
  add_by_table(part, std::move(part.request.request_items), whole.unprocessed_keys, true);
}

void add_unprocessed(WritePart part, BatchWriteItemResponse& whole) {
  add_by_table(part, std::move(part.request.request_items), whole.unprocessed_items, true);
}

}  // namespace isotherm::fleet
