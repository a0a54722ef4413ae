// TransactGetItems: up to 100 items of several tables, all as they were at one moment. They are
// read from one snapshot, so that a transaction that writes at the same time is seen whole or not
// at all, and neither waits for the other.

#include <rocksdb/snapshot.h>

#include <utility>

#include "model/cancellation.h"
#include "model/limits.h"
#include "store/engine/item_change.h"
#include "store/engine/key_checks.h"
#include "store/engine/messages.h"
#include "store/engine/operations.h"
#include "store/engine/parameter_checks.h"
#include "store/engine/transaction_items.h"

namespace isotherm::engine {
namespace {

// Units of a transaction are twice those of a single read [DG:read-write-operations].
constexpr double unit_factor = 2;

struct Get {
  const TransactGet* asked = nullptr;
  std::optional<expression::ProjectionPaths> projection;
  TablePtr table;
  RecordKey record;
};

Result<Get> parse(const TransactGet& asked) {
  const ExpressionPlaceholders placeholders{asked.names, std::nullopt};
  TRY(check_parameters({{"ProjectionExpression", asked.projection_expression.has_value()}}, {},
                       placeholders));
  expression::PlaceholderScope scope(placeholders);
  TRY(scope.check_given(asked.projection_expression.has_value()));
  Get get;
  get.asked = &asked;
  ASSIGN_OR_RETURN(get.projection,
                   parse_projection(asked.projection_expression, std::nullopt, scope));
  TRY(scope.check_all_used());
  return get;
}

Result<void> check(const Get& get) {
  TRY(check_key(get.asked->key, get.table->description.key));
  if (get.projection) TRY(check_key_paths(get.projection->paths, *get.table));
  return {};
}

Result<void> check_all(Core& core, std::vector<Get>& gets) {
  for (Get& get : gets) {
    ASSIGN_OR_RETURN(get.table, core.tables().open(get.asked->table_name));
  }
  std::vector<std::string_view> records;
  for (std::size_t i = 0; i < gets.size(); ++i) {
    Get& get = gets[i];
    if (Result<void> fits = check(get); !fits.ok()) {
      return transaction_canceled_by(i, gets.size(), std::move(fits).error());
    }
    get.record = item_key(get.table->id, get.table->description.key, get.asked->key);
  }
  for (const Get& get : gets) records.push_back(get.record.bytes());
  return check_distinct(std::move(records));
}

Result<TransactGetItemsResponse> read(Core& core, const std::vector<Get>& gets) {
  rocksdb::ManagedSnapshot snapshot(&core.database().rocks());
  Outcomes outcomes(gets.size());
  TransactGetItemsResponse response;
  std::map<std::string, ConsumedCapacity> consumed;
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < gets.size(); ++i) {
    const Get& get = gets[i];
    ASSIGN_OR_RETURN(std::optional<SizedItem> found,
                     core.read_item(get.record.bytes(), snapshot.snapshot()));
    const std::size_t item_bytes = found ? found->size : 0;
    bytes += item_bytes;
    if (bytes > limits::transaction_bytes_max) return messages::transaction_too_large();
    const double units = unit_factor * read_units(item_bytes, true);
    if (Result<void> admitted = admit_read_of(core, *get.table, get.record, get.asked->key, units);
        !admitted.ok()) {
      outcomes.fail(i, std::move(admitted).error());
      continue;
    }
    consumed[get.table->description.name].table.read_units += units;
    std::optional<Item>& item = response.items.emplace_back();
    if (found)
      item = get.projection ? get.projection->project(found->item) : std::move(found->item);
  }
  if (outcomes.cancelled()) return std::move(outcomes).error();
  for (auto& [name, capacity] : consumed) {
    capacity.table_name = name;
    response.consumed.push_back(std::move(capacity));
  }
  return response;
}

}  // namespace

Result<TransactGetItemsResponse> transact_get_items(Core& core,
                                                    const TransactGetItemsRequest& request) {
  std::vector<Get> gets;
  gets.reserve(request.gets.size());
  for (const TransactGet& asked : request.gets) {
    ASSIGN_OR_RETURN(Get get, parse(asked));
    gets.push_back(std::move(get));
  }
  TRY(check_all(core, gets));
  return read(core, gets);
}

}  // namespace isotherm::engine
