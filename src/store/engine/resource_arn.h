#pragma once

// Resources that are named by their ARN: tables, and their streams.

#include <string>
#include <string_view>

#include "store/engine/core.h"

namespace isotherm::engine {

/// A table's name, and the label of one of its streams or nothing.
struct ResourceName {
  std::string table;
  std::string stream_label;
};

/// Takes an ARN apart; an error when it names neither a table nor a stream.
Result<ResourceName> parse_resource_arn(std::string_view arn);

/// The table that an ARN names, with its stream when it names one. Under the table mutex.
Result<TablePtr> find_resource(Core& core, std::string_view arn, const ResourceName& name);

/// Changes the settings of a table: stores and publishes its next version. Under the table mutex.
Result<void> change_settings(Core& core, const Table& table, TableSettings settings);

}  // namespace isotherm::engine
