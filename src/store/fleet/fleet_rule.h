#pragma once

// What a fleet is told of one table: where it lies, and which member has which key.

#include <memory>
#include <string>
#include <vector>

#include "placement/placement.h"
#include "store/store.h"

namespace isotherm::fleet {

/// One place of a table: a store, and what the table is called there.
struct Member {
  /// The node of the placements that it is.
  std::string name;
  /// Must outlive the fleet.
  Store* store = nullptr;
  std::string table;
};

/// A table that lies in several places, by its partition key.
struct FleetRule {
  /// As the application knows it.
  std::string table;
  std::vector<Member> members;
  /// Which member is asked for a key, and which one takes its writes. They are the same placement
  /// but for the time in which keys move.
  std::shared_ptr<const placement::Placement> readers;
  std::shared_ptr<const placement::Placement> writers;
};

}  // namespace isotherm::fleet
