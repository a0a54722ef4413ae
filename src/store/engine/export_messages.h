#pragma once

// Texts of exports and imports.

#include <optional>
#include <string>
#include <string_view>

#include "model/error.h"

namespace isotherm::engine {

/// Exports and imports, backups and restores under way at the same time [DG:ServiceQuotas].
inline constexpr std::size_t jobs_max = 300;

/// A prefix of keys that stays in its bucket.
Result<void> check_prefix(const std::optional<std::string>& prefix);

namespace messages {

Error no_bucket_root();
Error bad_prefix(std::string_view prefix);
Error too_many_jobs();
Error export_not_found(std::string_view arn);
Error export_token_reused();
Error bad_export_time();
Error span_of_full_export();
Error time_of_incremental_export();
Error no_span();
Error span_backwards();
Error bad_span();
Error import_not_found(std::string_view arn);
Error import_token_reused();
Error csv_options_without_csv();

}  // namespace messages
}  // namespace isotherm::engine
