#pragma once

// Members that many requests share, and what answers say about cost.
//
// An absent optional is a member that the client left out; an empty one was given and is empty:
// the service tells the two apart in its errors.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "expression/legacy.h"
#include "expression/placeholders.h"
#include "model/attribute_value.h"

namespace isotherm {

enum class ReturnConsumedCapacity { none, total, indexes };
enum class ReturnItemCollectionMetrics { none, size };
enum class ReturnValues { none, all_old, updated_old, all_new, updated_new };
enum class ReturnValuesOnConditionCheckFailure { none, all_old };
enum class Select { all_attributes, all_projected_attributes, specific_attributes, count };

/// Units that one table or index consumed.
struct Capacity {
  double read_units = 0;
  double write_units = 0;
  double total() const { return read_units + write_units; }
  Capacity& operator+=(const Capacity& other) {
    read_units += other.read_units;
    write_units += other.write_units;
    return *this;
  }
};

/// What a request consumed of one table, by where. The wire shows as much of it as
/// ReturnConsumedCapacity asked for; read requests show no write units and the reverse.
struct ConsumedCapacity {
  std::string table_name;
  Capacity table;
  std::map<std::string, Capacity> local_indexes;
  std::map<std::string, Capacity> global_indexes;

  Capacity total() const;
  /// Adds what another request to the same table consumed.
  ConsumedCapacity& operator+=(const ConsumedCapacity& other);
};

struct ItemCollectionMetrics {
  /// The partition key attribute and its value.
  Item item_collection_key;
  /// Lower and upper estimate.
  double size_estimate_gb[2] = {0, 1};
};

}  // namespace isotherm
