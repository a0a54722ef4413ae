#pragma once

// PagePlan: one page of a Query or Scan once its request was checked, and the walk that makes it.

#include <optional>
#include <string>

#include "expression/condition.h"
#include "expression/projection.h"
#include "store/engine/core.h"
#include "store/read_operations.h"
#include "throughput/key_range.h"

namespace isotherm::engine {

struct PagePlan {
  TablePtr table;
  /// nullptr: the table itself.
  const Index* index = nullptr;
  /// Records that are evaluated: from `lower`, included, to `upper`, excluded.
  std::string lower;
  std::string upper;
  bool forward = true;
  bool consistent = false;
  /// What the page is read from.
  PastState state;
  std::optional<std::int64_t> limit;
  std::optional<expression::Condition> filter;
  std::optional<expression::ProjectionPaths> projection;
  bool count_only = false;
  /// Of a local index: whether an entry's item is read from the table.
  bool fetch_items = false;
  /// The part of the key space that is searched: what an empty page costs depends on it.
  throughput::KeyPoint first;
  throughput::KeyPoint last;
  /// Of a Query: its partition key, for the list of hottest keys.
  std::string key_text;

  ResourceId resource() const { return index == nullptr ? table->id : index->id; }
  const KeySchema& key() const { return index == nullptr ? table->description.key : index->key; }
  bool on_global_index() const { return index != nullptr && index->is_global; }
};

/// Opens the table and the index that the request names, and checks what Query and Scan both ask
/// of them: consistency.
Result<PagePlan> open_page(Core& core, const ReadManyRequest& request);

/// What the page shows of each item: Select, the projection, and whether items must be fetched.
/// `filter` and `projection` are set before.
Result<void> plan_projection(const ReadManyRequest& request, PagePlan& plan);

/// Checks of Select against the other parameters, before a table is looked at.
Result<void> check_select(const ReadManyRequest& request);

/// Checks the shape of an exclusive start key: exactly the key attributes of table and index, with
/// their types.
Result<void> check_start_key(const Item& start_key, const PagePlan& plan, bool is_scan);

/// The record that an exclusive start key names.
RecordKey start_record(const Item& start_key, const PagePlan& plan);

/// Narrows the plan to what comes after the record.
void start_after(const RecordKey& record, PagePlan& plan);

/// The least that the page can cost: what it must find room for before it is read.
throughput::Charge minimum_charge(const PagePlan& plan);

/// Walks the page, charges it, and answers.
Result<ReadManyResponse> read_page(Core& core, const PagePlan& plan);

}  // namespace isotherm::engine
