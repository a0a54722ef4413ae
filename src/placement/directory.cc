#include "placement/directory.h"

#include <algorithm>

#include "placement/range.h"

namespace isotherm::placement {
namespace {

struct Entry {
  std::string first;
  /// The first bytes after the entry's keys.
  std::string end;
  NodeIndex node;
};

void append_bound(std::vector<Bound>& bounds, const std::string& first, NodeIndex owner) {
  if (!bounds.empty() && bounds.back().first == first)
    bounds.back().owner = owner;
  else
    bounds.push_back({first, owner});
}

// Entries are prefixes, so two of them are apart or one holds the other: a stack of open ones.
std::vector<Bound> bounds_of(const std::vector<Entry>& entries, NodeIndex standard) {
  std::vector<Bound> bounds{{"", standard}};
  std::vector<const Entry*> open;
  const auto close_before = [&](const std::string* first) {
    while (!open.empty() && (first == nullptr || open.back()->end <= *first)) {
      const auto* closed = open.back();
      open.pop_back();
      append_bound(bounds, closed->end, open.empty() ? standard : open.back()->node);
    }
  };
  for (const auto& entry : entries) {
    close_before(&entry.first);
    append_bound(bounds, entry.first, entry.node);
    open.push_back(&entry);
  }
  close_before(nullptr);
  return bounds;
}

}  // namespace

Directory::Directory(std::vector<Node> nodes, BoundMap map)
    : Placement(std::move(nodes)), space_(ordered_keys_space()), map_(std::move(map)) {}

Placed<Directory> Directory::make(std::vector<Node> nodes, std::span<const DirectoryEntry> entries,
                                  NodeIndex standard) {
  TRY(check_nodes(nodes));
  if (standard != no_node && standard >= nodes.size())
    return refuse("the default node of the directory is not one of its nodes");
  std::vector<Entry> sorted;
  for (const auto& entry : entries) {
    if (entry.key.empty()) return refuse("an entry of the directory has no key");
    if (entry.node >= nodes.size())
      return refuse("the entry (" + key_text(entry.key) + ") of the directory has no node");
    ASSIGN_OR_RETURN(const auto range, ordered_range({entry.key}));
    sorted.push_back({range.first, range.end, entry.node});
  }
  std::sort(sorted.begin(), sorted.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  const auto twice =
      std::adjacent_find(sorted.begin(), sorted.end(),
                         [](const auto& a, const auto& b) { return a.first == b.first; });
  if (twice != sorted.end()) return refuse("the directory has two entries for one key");
  BoundMap map(bounds_of(sorted, standard));
  return Directory(std::move(nodes), std::move(map));
}

Placed<NodeIndex> Directory::owner(Key key) const {
  ASSIGN_OR_RETURN(const auto found, owner_by_order(map_, key));
  return found;
}

Placed<std::vector<NodeIndex>> Directory::owners(const KeyRange& range) const {
  ASSIGN_OR_RETURN(const auto bytes, ordered_range(range));
  return map_.owners_in(bytes);
}

Placed<Explanation> Directory::explain(Key key) const { return explain_by_order(map_, key); }

}  // namespace isotherm::placement
