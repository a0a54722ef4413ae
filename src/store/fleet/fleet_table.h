#pragma once

// FleetTable: a table of a fleet at work. It finds a key's member, and translates names between the
// application's table and the members'.

#include <memory>
#include <mutex>
#include <optional>

#include "store/fleet/fleet_rule.h"

namespace isotherm::fleet {

/// The place of a member in FleetTable::members().
using MemberIndex = std::size_t;

using DescriptionPtr = std::shared_ptr<const TableDescription>;

class FleetTable {
 public:
  /// Refuses, in a sentence, a rule without members or placements, two members of one name or of
  /// one place, and placements whose nodes are not the members.
  static Expected<std::unique_ptr<FleetTable>, std::string> make(FleetRule rule);

  const std::string& name() const { return rule_.table; }
  const std::vector<Member>& members() const { return rule_.members; }

  /// The table as the first member describes it; asked once, and kept. An error of the store: it
  /// has no such table, or did not answer.
  Task<Result<DescriptionPtr>> description();
  /// Forgets what `description` keeps: the table was changed, dropped or made anew.
  void forget();

  /// The member that has the item, for a read or for a write. Nothing: the item has no partition
  /// key of the table's type, which every member refuses. An error: the placement has no owner for
  /// it.
  Result<std::optional<MemberIndex>> reader_of(const Item& item, const KeySchema& key) const;
  Result<std::optional<MemberIndex>> writer_of(const Item& item, const KeySchema& key) const;

  /// A member's words and units with the application's table name.
  Error logical(const Member& member, Error error) const;
  ConsumedCapacity logical(ConsumedCapacity consumed) const;

 private:
  /// A placement, and which member each of its nodes is.
  struct Placed {
    std::shared_ptr<const placement::Placement> placement;
    std::vector<MemberIndex> members;
  };

  explicit FleetTable(FleetRule rule) : rule_(std::move(rule)) {}
  Expected<Placed, std::string> place(std::shared_ptr<const placement::Placement> placement) const;
  Result<std::optional<MemberIndex>> owner_of(const Placed& placed, const Item& item,
                                              const KeySchema& key) const;

  FleetRule rule_;
  Placed readers_;
  Placed writers_;
  std::mutex mutex_;
  DescriptionPtr description_;
};

}  // namespace isotherm::fleet
