#pragma once

// Options that say which layout Snowflake ids have.

#include <string>

#include "cli/options.h"
#include "ids/snowflake_layout.h"

namespace isotherm::cli {

class LayoutOptions {
 public:
  void declare(Options& options);
  /// The layout, or what is wrong with the options.
  Expected<ids::SnowflakeLayout, UsageError> layout() const;

 private:
  std::string name_;
  std::string epoch_;
  std::string bits_;
};

}  // namespace isotherm::cli
