#pragma once

// What a benchmark does: which operations in which proportion, on which keys, with items how large.
//
// The table has a partition key `pk` and a sort key `sk`. Key number n is item n % c of collection
// n / c, where c is `collection_items`, so that single items, queries and scans share one data set.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "load/endpoint.h"
#include "load/key_chooser.h"

namespace isotherm::load {

enum class Verb {
  get,
  put,     ///< an item that exists, as a whole
  insert,  ///< a new item
  update,  ///< one attribute of an item that exists
  remove,  ///< "delete"
  query,   ///< a collection from its start
  range,   ///< a collection from some item on, 1 to `range_items_max` items
  scan,    ///< a page of a random segment
  batch_get,
  batch_write,
  read_modify_write  ///< a get, then a put of the same item
};

/// "get", "batch-get", "rmw", …
std::string_view verb_name(Verb verb);

struct Share {
  Verb verb;
  double percent;
};

struct Workload {
  std::string table = "isotherm-bench";
  std::vector<Share> mix = {{Verb::get, 50}, {Verb::put, 50}};
  KeySpace keys;
  std::uint64_t collection_items = 10;
  /// As the service counts: names and values.
  std::uint64_t item_bytes = 256;
  std::uint64_t query_items = 10;
  std::uint64_t range_items_max = 100;
  std::uint64_t scan_items = 100;
  std::uint64_t batch_get_items = 25;
  std::uint64_t batch_write_items = 25;
  bool consistent_read = false;
  std::uint64_t seed = 1;
};

/// Reads "get=95,update=5" or "put"; the percentages must add up to 100.
Expected<std::vector<Share>, Refusal> parse_mix(std::string_view text);

/// "get=95,update=5"
std::string mix_text(const std::vector<Share>& mix);

/// Sets what YCSB's core workload `letter` ("a" to "f") prescribes: mix and key order, and for E
/// collections that hold its ranges.
Expected<void, Refusal> apply_ycsb(std::string_view letter, Workload& workload);

}  // namespace isotherm::load
