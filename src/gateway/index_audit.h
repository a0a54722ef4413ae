#pragma once

// Looks through a table for items whose shard attribute is not what the rule of its index gives:
// written by something that bypassed the gateway, or before the rule. Reads the store itself, and
// repairs on demand: on the condition that all that the repair was computed from is still there, so
// a live change is never overwritten.

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "gateway/layout.h"
#include "store/store.h"

namespace isotherm::gateway {

enum class AuditFault {
  missing,      ///< the item belongs into the index and lacks the attribute
  wrong,        ///< it lies under another shard key
  superfluous,  ///< it belongs into no index, and has the attribute
  unplaceable   ///< its inputs choose no shard; nothing repairs that
};
/// "missing", "wrong", "superfluous", "unplaceable"
std::string_view fault_name(AuditFault fault);

/// One of the first items that were found.
struct AuditSample {
  AuditFault fault = AuditFault::missing;
  Item key;
  std::optional<AttributeValue> stored;
  std::optional<AttributeValue> expected;
};

/// What was found of one index.
struct AuditedIndex {
  std::string table;
  std::string index;
  std::map<AuditFault, std::int64_t> faults;
  std::int64_t repaired = 0;
  /// Found right when they were read again: somebody else changed them.
  std::int64_t changed_meanwhile = 0;
  std::vector<AuditSample> samples;

  std::int64_t found() const;
  /// Faults that are still there.
  std::int64_t left() const { return found() - repaired - changed_meanwhile; }
};

/// How far a walk through a table has come: of each segment, where it goes on.
struct AuditProgress {
  struct Segment {
    bool is_done = false;
    /// Absent: from the start.
    std::optional<Item> next;
  };
  std::vector<Segment> segments;
  std::int64_t scanned = 0;
};

struct AuditOptions {
  bool repair = false;
  /// Parts of the table that are read at the same time.
  std::size_t segments = 4;
  /// Items a second, in all; absent: no limit.
  std::optional<double> items_a_second = std::nullopt;
  std::size_t samples_max = 10;
  std::int64_t page_items = 500;
  /// Told after each page, with all that was found so far.
  std::function<void(const AuditProgress&, const std::vector<AuditedIndex>&)> on_page = nullptr;
};

/// Walks through the table of a rule, from where `progress` has come (no segments: from the start),
/// and adds to `progress`. The table must be there; an index that is not, or does not fit its rule,
/// is an error.
Task<Result<std::vector<AuditedIndex>>> audit_table(Store& store, const schema::TableRule& rule,
                                                    AuditProgress& progress, AuditOptions options);

}  // namespace isotherm::gateway
