#include "scatter/assembly.h"

#include <utility>

namespace isotherm::scatter {

Result<std::optional<MergedEntry>> Assembly::next(Merge& merge) {
  if (!scatter_.join) return merge.next();
  while (auto entry = merge.next()) {
    std::optional<MergedEntry> before;
    if (!parts_.empty() && !scatter_.belong_together(parts_.front().entry, entry->entry)) {
      ASSIGN_OR_RETURN(before, whole());
    }
    bytes_ += entry->bytes;
    parts_.push_back({entry->strand, std::move(entry->entry)});
    if (before) return before;
  }
  // More may follow until all strands ended.
  if (!merge.at_end() || parts_.empty()) return std::optional<MergedEntry>();
  return whole();
}

Result<std::optional<MergedEntry>> Assembly::whole() {
  const std::size_t strand = parts_.front().strand;
  const std::size_t bytes = std::exchange(bytes_, 0);
  ASSIGN_OR_RETURN(auto entry, scatter_.join(std::exchange(parts_, {})));
  if (!entry) return std::optional<MergedEntry>();
  return std::optional(MergedEntry{*std::move(entry), strand, bytes});
}

}  // namespace isotherm::scatter
