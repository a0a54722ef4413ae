#pragma once

// Entries that are one for the application though several strands have them: copies or parts of one
// item. They have one key, so the merge gives them one after the other.

#include "scatter/merge.h"

namespace isotherm::scatter {

class Assembly {
 public:
  /// `scatter` must outlive this.
  explicit Assembly(const Scatter& scatter) : scatter_(scatter) {}

  /// The next whole entry; nothing when a strand must be asked first, or all ended.
  Result<std::optional<MergedEntry>> next(Merge& merge);

 private:
  Result<std::optional<MergedEntry>> whole();

  const Scatter& scatter_;
  /// What is there of the entry that comes next.
  std::vector<EntryPart> parts_;
  std::size_t bytes_ = 0;
};

}  // namespace isotherm::scatter
