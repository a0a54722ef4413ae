#pragma once

// The options that name an upstream: another endpoint, which keeps the tables.

#include <memory>
#include <string>

#include "base/result.h"
#include "cli/options.h"
#include "store/remote/remote.h"

namespace isotherm::cli {

struct UpstreamOptions {
  /// Empty: there is none.
  std::string url;
  std::string profile;
  std::string ca_file;
  bool is_unsigned = false;
  std::uint32_t connections = 64;
  std::uint32_t attempts = 3;
  Duration connect_timeout = std::chrono::seconds(3);
  Duration answer_timeout = std::chrono::seconds(30);

  /// Adds a row for each. The rows refer to this.
  void declare(Options& options);
  bool is_set() const { return !url.empty(); }

  /// The region that its signatures are for: that of an Amazon endpoint's name, or else `given`, or
  /// when that is empty the profile's, or of an upstream by HTTPS the instance's. May ask that.
  std::string region(const std::string& given) const;
  /// A store that asks it from `threads` I/O contexts, signing for `region`; or what is wrong with
  /// the options, in a sentence. Nothing is sent yet.
  Expected<std::unique_ptr<remote::Remote>, std::string> open(const std::string& region,
                                                              unsigned threads) const;
};

}  // namespace isotherm::cli
