#pragma once

// The texts of errors about streams, time to live, tags and resource policies.

#include <string>
#include <string_view>

#include "base/clock.h"
#include "model/error.h"
#include "store/stream_operations.h"

namespace isotherm::engine::messages {

// StreamSpecification.
Error new_stream_without_view();
Error new_table_without_stream_has_view();
Error enabled_stream_without_view();
Error disabled_stream_has_view();
Error stream_is_enabled(std::string_view table);
Error stream_is_disabled(std::string_view table);

// Streams.
Error stream_not_found(std::string_view arn);
Error shard_not_found();
Error invalid_shard_iterator();
Error expired_iterator(UnixMillis issued);
Error trimmed();
Error sequence_number_missing(ShardIteratorType type);
Error invalid_sequence_number();

// Time to live.
Error ttl_is_enabled();
Error ttl_is_disabled();
Error ttl_on_other_attribute(std::string_view attribute);
Error ttl_changed_lately();
Error ttl_of_table_in_state(std::string_view state);

// Resources by ARN.
Error not_an_arn(std::string_view text);
Error not_our_arn(std::string_view arn);
Error arn_of_other_kind(std::string_view arn);
Error tags_denied(std::string_view arn);
Error arn_not_found(std::string_view arn);

// Tags.
Error no_tags();
Error no_tag_keys();
Error bad_tag_key(std::string_view key);
Error bad_tag_value(std::string_view value);
Error reserved_tag_key(std::string_view key);
Error duplicate_tag_key(std::string_view key);
Error too_many_tags();
Error invalid_next_token();

// Resource policies.
Error policy_too_large(std::size_t bytes_max);
Error empty_policy();
Error policy_not_found();
Error other_policy_revision();

}  // namespace isotherm::engine::messages
