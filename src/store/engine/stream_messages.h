#pragma once

// The texts of errors about streams, time to live, tags and resource policies.

#include <string_view>

#include "model/error.h"

namespace isotherm::engine::messages {

// StreamSpecification.
Error new_stream_without_view();
Error new_table_without_stream_has_view();
Error enabled_stream_without_view();
Error disabled_stream_has_view();
Error stream_is_enabled(std::string_view table);
Error stream_is_disabled(std::string_view table);

}  // namespace isotherm::engine::messages
