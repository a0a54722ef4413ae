#pragma once

// The lines of an export's files.
//
//   full, DynamoDB JSON   {"Item":{…}}
//   full, Ion             $ion_1_0 {Item:{…}}
//   incremental           {"Metadata":{"WriteTimestampMicros":{"N":"…"}},"Keys":{…},
//                          "OldImage":{…},"NewImage":{…}}
//   incremental, Ion      $ion_1_0 {Record:{Keys:{…},Metadata:{WriteTimestampMicros:…},
//                          OldImage:{…},NewImage:{…}}}
//
// The guide prints the time of the JSON form as a bare string; readers of real exports meet the
// typed one, which is written here.

#include <cstdint>
#include <string>

#include "exports/formats.h"
#include "model/attribute_value.h"

namespace isotherm::exports {

/// What became of an item in the span of an incremental export.
struct NetChange {
  Item keys;
  /// nullptr: not there before, or not wanted.
  const Item* before = nullptr;
  /// nullptr: removed.
  const Item* after = nullptr;
  std::int64_t time_micros = 0;
};

void append_item_line(const Item& item, ItemFormat format, std::string& out);
void append_change_line(const NetChange& change, ItemFormat format, std::string& out);

}  // namespace isotherm::exports
