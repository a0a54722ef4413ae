#pragma once

// The vindexes of several columns, or of several parts of one: keys that share their first parts
// lie in one range of keyspace ids.

#include "placement/vindex.h"

namespace isotherm::placement {

Placed<std::unique_ptr<Vindex>> make_multicol(const VindexParams& params,
                                              const ReadFile& read_file);
Placed<std::unique_ptr<Vindex>> make_region(const VindexParams& params, const ReadFile& read_file);
Placed<std::unique_ptr<Vindex>> make_cfc(const VindexParams& params, const ReadFile& read_file);

}  // namespace isotherm::placement
