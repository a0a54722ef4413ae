#pragma once

// One page of a query's answer, with the meaning that it has on one table: the limit counts
// entries evaluated, a page ends at 1 MB of entries, the filter comes after both.

#include "expression/condition.h"
#include "expression/projection.h"
#include "scatter/merge.h"

namespace isotherm::scatter {

/// What becomes of the entries of a page.
struct PageRules {
  std::optional<std::int64_t> limit;
  std::optional<expression::Condition> filter;
  std::optional<expression::ProjectionPaths> projection;
  /// Select COUNT.
  bool count_only = false;
  /// The cursor that stands on an entry of a strand.
  std::function<Item(const Item& entry, std::size_t strand)> cursor_at;
};

class Page {
 public:
  /// `rules` must outlive the page.
  explicit Page(const PageRules& rules) : rules_(rules) {}

  void add(MergedEntry entry);
  bool is_full() const;
  std::optional<std::int64_t> items_left() const;
  std::size_t bytes_left() const;

  ReadManyResponse finish() &&;

 private:
  bool limit_reached() const;
  bool bytes_reached() const;

  const PageRules& rules_;
  ReadManyResponse response_;
  std::size_t bytes_ = 0;
  /// The cursor on the entry that filled the page.
  std::optional<Item> last_;
};

}  // namespace isotherm::scatter
