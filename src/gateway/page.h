#pragma once

// One page of a query's answer, with the meaning that it has on one table: the limit counts
// entries evaluated, a page ends at 1 MB of entries, the filter comes after both.

#include "gateway/merge.h"

namespace isotherm::gateway {

class Page {
 public:
  /// `plan` must outlive the page.
  explicit Page(const QueryPlan& plan) : plan_(plan) {}

  void add(MergedEntry entry);
  bool is_full() const;
  std::optional<std::int64_t> items_left() const;
  std::size_t bytes_left() const;

  ReadManyResponse finish() &&;

 private:
  bool limit_reached() const;
  bool bytes_reached() const;

  const QueryPlan& plan_;
  ReadManyResponse response_;
  std::size_t bytes_ = 0;
  /// The cursor on the entry that filled the page.
  std::optional<Item> last_;
};

}  // namespace isotherm::gateway
