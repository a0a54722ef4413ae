#pragma once

// A batch in parts: what of it goes to one member of one table, or to the store below.

#include <map>
#include <string>
#include <vector>

#include "store/batch_operations.h"
#include "store/fleet/consumed.h"
#include "store/fleet/fleet_table.h"

namespace isotherm::fleet {

template <class Request>
struct BatchPart {
  Store* store = nullptr;
  /// nullptr: the part has the tables of the store below, by their own names.
  const FleetTable* table = nullptr;
  const Member* member = nullptr;
  /// As the client called the table.
  std::string asked;
  Request request;
};

using GetPart = BatchPart<BatchGetItemRequest>;
using WritePart = BatchPart<BatchWriteItemRequest>;

/// Whether a part that failed so may be handed back as unprocessed: it was throttled, or its store
/// was not there.
bool may_be_unprocessed(const Error& error);

/// Adds a part's answer, by the application's names, to the answer of the whole.
void add_answer(const GetPart& part, BatchGetItemResponse answer, BatchGetItemResponse& whole);
void add_answer(const WritePart& part, BatchWriteItemResponse answer,
                BatchWriteItemResponse& whole);

/// Adds a part that was not done at all, to be asked again.
void add_unprocessed(GetPart part, BatchGetItemResponse& whole);
void add_unprocessed(WritePart part, BatchWriteItemResponse& whole);

}  // namespace isotherm::fleet
