#pragma once

// A scatter: one ordered query of the application that several physical ones answer together. Each
// of those is a strand; together they have every entry once, each strand in order.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "store/read_operations.h"
#include "store/task.h"

namespace isotherm::scatter {

/// One of the ordered queries whose answers are merged.
struct Strand {
  /// All that is left of it: key condition, direction, start key. Its Limit is set for each page.
  QueryRequest request;
  /// Asks its store. The errors are as the application is told them.
  std::function<Task<Result<ReadManyResponse>>(QueryRequest)> ask;
};

/// What one strand has of an entry.
struct EntryPart {
  std::size_t strand = 0;
  Item entry;
};

struct Scatter {
  /// In the order in which ties are told. One that is finished is not there.
  std::vector<Strand> strands;
  /// What is read, as the application calls it: for messages.
  std::string name;
  /// The attribute that orders the entries; absent: strands come one after the other.
  std::optional<std::string> sort_key;
  bool forward = true;
  /// Entries that the application wants evaluated at the most.
  std::optional<std::int64_t> limit;
  /// About how many bytes an entry has: it only sizes the first question.
  std::size_t entry_bytes = 1024;
  /// Makes an entry what the application knows. False: it is nothing that the application knows,
  /// and counts nowhere.
  std::function<bool(Item&)> make_logical;
  /// Where several strands may have copies or parts of one entry: what they are together. Nothing:
  /// nothing that the application knows. Absent: each entry is one by itself.
  std::function<Result<std::optional<Item>>(std::vector<EntryPart>)> join = {};
  /// Whether two logical entries are of one. There with `join`.
  std::function<bool(const Item&, const Item&)> belong_together = {};
};

/// One physical query to send: number of the strand, and the entries to ask for.
struct Ask {
  std::size_t strand = 0;
  /// Nothing: as many as fit a page of the store.
  std::optional<std::int64_t> limit;
};

/// How many entries to ask of each of `strands` when `items` (nothing: no limit) and `bytes` are
/// still wanted in all and an entry has about `entry_bytes`: its share, and a little more, since
/// shares differ. Nothing: no limit.
std::optional<std::int64_t> share(std::optional<std::int64_t> items, std::size_t bytes,
                                  std::size_t entry_bytes, std::size_t strands);

/// What is asked before any answer is there.
std::vector<Ask> first_asks(std::size_t strands, bool has_sort_key,
                            std::optional<std::int64_t> limit, std::size_t entry_bytes);

}  // namespace isotherm::scatter
