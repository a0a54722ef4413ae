#pragma once

// A fleet as its file says it: the stores, and the tables that lie in several of them.

#include <map>
#include <memory>
#include <string>

#include "cli/upstream_options.h"
#include "schema/fleet_file.h"
#include "store/fleet/fleet.h"

namespace isotherm::cli {

struct OpenFleet {
  std::map<std::string, std::unique_ptr<remote::Remote>, std::less<>> stores;
  /// Ends before the stores.
  std::unique_ptr<fleet::Fleet> fleet;
};

/// `common`: what the options say of every upstream; `region`: of stores that name none. Or what is
/// wrong, in a sentence. Nothing is sent yet.
Expected<OpenFleet, std::string> open_fleet(const schema::FleetFile& file,
                                            const UpstreamOptions& common,
                                            const std::string& region, unsigned threads);

}  // namespace isotherm::cli
