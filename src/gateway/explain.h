#pragma once

// A plan, as data: which physical requests a logical one becomes, and what they cost. It is made by
// the code that runs requests, from the physical requests that it would send.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/table.h"
#include "schema/schema.h"
#include "store/store.h"

namespace isotherm::gateway {

/// The requests that can be explained.
using LogicalRequest =
    std::variant<GetItemRequest, PutItemRequest, UpdateItemRequest, DeleteItemRequest,
                 BatchGetItemRequest, BatchWriteItemRequest, QueryRequest, ScanRequest>;

/// How a request is served.
enum class Route {
  pass_through,     ///< as it came
  rewritten,        ///< one physical request, with names or the shard attribute put in
  one_shard,        ///< a query whose inputs are known
  scatter,          ///< a query of every shard, merged in order
  read_then_write,  ///< an update whose shard depends on attributes that it does not name
  refused,
};

/// "pass-through", "rewritten", "one-shard", "scatter", "read-then-write", "refused".
std::string_view route_name(Route route);

/// One request that the gateway sends to the store.
struct PhysicalRequest {
  /// "Query", "PutItem", …
  std::string operation;
  std::string table;
  std::optional<std::string> index;
  /// Of a query of one shard.
  std::optional<sharding::Shard> shard;
  std::optional<AttributeValue> shard_key;
  /// For people: `memberShardedKey = "A-3" AND memberId BETWEEN "m1" AND "m9"`, the item's key, or
  /// the update expression.
  std::string detail;
  std::optional<std::int64_t> limit;
  /// Units that it costs at the least.
  double read_units = 0;
  double write_units = 0;
  /// The request itself, as it is sent.
  LogicalRequest request;
};

struct Plan {
  /// Of the logical request: "Query", …
  std::string operation;
  std::string table;
  std::optional<std::string> index;
  Route route = Route::pass_through;
  std::vector<PhysicalRequest> requests;
  /// Why the request is refused; only with Route::refused. No requests then.
  std::optional<Error> refusal;
  /// Sums over `requests`: what the request costs at the least.
  double read_units = 0;
  double write_units = 0;
  /// How the cost was estimated, when more requests follow, and what else to know: a sentence each.
  std::vector<std::string> notes;
};

/// The plan of a request on a table that looks like `physical` in the store. Pure: for tools that
/// have no store at hand. (Gateway::explain looks the table up.)
Plan explain(const schema::Schema& schema, const TableDescription& physical,
             const LogicalRequest& request);

}  // namespace isotherm::gateway
