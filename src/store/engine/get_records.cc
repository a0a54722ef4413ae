// GetShardIterator and GetRecords: reading a shard from a place on.

#include <algorithm>

#include "store/engine/operations.h"
#include "store/engine/shard_iterator.h"
#include "store/engine/stream_messages.h"
#include "store/engine/stream_names.h"

namespace isotherm::engine {
namespace {

// [API reference]
constexpr std::chrono::minutes iterator_life{15};
constexpr std::int64_t records_max = 1000;
constexpr std::int64_t page_bytes_max = 1024 * 1024;

/// Where an iterator for a sequence number begins.
Result<std::uint64_t> position_of_sequence(const GetShardIteratorRequest& request,
                                           const LogShard& shard, std::uint64_t oldest) {
  if (!request.sequence_number) return messages::sequence_number_missing(request.type);
  const auto sequence = parse_sequence(*request.sequence_number);
  if (!sequence) return messages::invalid_sequence_number();
  if (*sequence < shard.first || *sequence <= shard.trimmed) return messages::trimmed();
  if (shard.last && *sequence > *shard.last) return messages::invalid_sequence_number();
  const bool after = request.type == ShardIteratorType::after_sequence_number;
  const std::uint64_t position = *sequence + (after ? 1 : 0);
  if (position < oldest) return messages::trimmed();
  return position;
}

StreamRecord make_record(ChangeRecord change, const ChangeLogState& state, StreamViewType view) {
  StreamRecord record;
  record.event_id = event_id(state.id, change.sequence);
  record.event = !change.before  ? StreamEvent::insert
                 : !change.after ? StreamEvent::remove
                                 : StreamEvent::modify;
  record.is_expiry = change.origin == ChangeOrigin::ttl;
  record.created = change.time;
  record.keys = key_of(change.after ? change.after->item : change.before->item, state.key);
  record.sequence_number = sequence_text(change.sequence);
  record.view = view;
  record.size_bytes = static_cast<std::int64_t>(size_bytes(record.keys));
  const auto show = [&](std::optional<SizedItem>& image, std::optional<Item>& shown) {
    if (!image) return;
    record.size_bytes += static_cast<std::int64_t>(image->size);
    shown = std::move(image->item);
  };
  const bool both = view == StreamViewType::new_and_old_images;
  if (both || view == StreamViewType::new_image) show(change.after, record.new_image);
  if (both || view == StreamViewType::old_image) show(change.before, record.old_image);
  return record;
}

/// One page of a shard, from an iterator on.
class RecordPage {
 public:
  RecordPage(Core& core, const ChangeLog& log, ShardIterator iterator)
      : core_(core), log_(log), state_(log.state()), next_(std::move(iterator)) {}

  Result<GetRecordsResponse> read(std::int64_t limit) {
    const LogShard* shard = state_.find_shard(next_.shard);
    const StreamState* stream = shard == nullptr ? nullptr : state_.find_stream(shard->stream);
    if (stream == nullptr || next_.position <= shard->trimmed) return messages::trimmed();
    const std::uint64_t end = std::min(log_.readable_before(), shard->last.value_or(UINT64_MAX));
    ChangeReader reader(core_.database(), log_.id(), shard->number, next_.position, end);
    if (reader.valid()) TRY(check_age(reader));
    while (reader.valid() && limit > 0) {
      ASSIGN_OR_RETURN(ChangeRecord change, reader.record());
      const std::uint64_t sequence = change.sequence;
      StreamRecord record = make_record(std::move(change), state_, stream->view);
      if (!response_.records.empty() && bytes_ + record.size_bytes > page_bytes_max) break;
      bytes_ += record.size_bytes;
      record.region = core_.options().region;
      response_.records.push_back(std::move(record));
      next_.position = sequence + 1;
      --limit;
      reader.next();
    }
    if (!reader.valid()) {
      TRY(reader.status());
      next_.position = std::max(next_.position, end);
    }
    const bool is_drained = shard->last && next_.position >= *shard->last;
    if (!is_drained) {
      next_.issued = core_.clock().unix_time();
      response_.next_shard_iterator = next_.text();
    }
    return std::move(response_);
  }

 private:
  Result<void> check_age(const ChangeReader& reader) const {
    ASSIGN_OR_RETURN(const UnixMillis time, reader.time());
    if (time < core_.clock().unix_time() - stream_retention) return messages::trimmed();
    return {};
  }

  Core& core_;
  const ChangeLog& log_;
  const ChangeLogState state_;
  ShardIterator next_;
  GetRecordsResponse response_;
  std::int64_t bytes_ = 0;
};

}  // namespace

Result<GetShardIteratorResponse> get_shard_iterator(Core& core,
                                                    const GetShardIteratorRequest& request) {
  const auto name = parse_stream_arn(request.stream_arn);
  const auto log = name ? core.change_logs().find_stream(name->table, name->label) : nullptr;
  if (log == nullptr) return messages::stream_not_found(request.stream_arn);
  const ChangeLogState state = log->state();
  const auto shard =
      std::find_if(state.shards.begin(), state.shards.end(), [&](const LogShard& one) {
        return one.stream == name->label && shard_name(log->id(), one) == request.shard_id;
      });
  if (shard == state.shards.end()) return messages::shard_not_found();

  const UnixMillis now = core.clock().unix_time();
  ASSIGN_OR_RETURN(const std::uint64_t oldest, log->first_since(*shard, now - stream_retention));
  ShardIterator iterator{
      .stream_arn = request.stream_arn, .log = log->id(), .shard = shard->number, .issued = now};
  switch (request.type) {
    case ShardIteratorType::trim_horizon: iterator.position = oldest; break;
    case ShardIteratorType::latest:
      iterator.position = std::max(oldest, shard->last.value_or(log->readable_before()));
      break;
    case ShardIteratorType::at_sequence_number:
    case ShardIteratorType::after_sequence_number: {
      ASSIGN_OR_RETURN(iterator.position, position_of_sequence(request, *shard, oldest));
      break;
    }
  }
  return GetShardIteratorResponse{iterator.text()};
}

Result<GetRecordsResponse> get_records(Core& core, const GetRecordsRequest& request) {
  const auto iterator = ShardIterator::parse(request.shard_iterator);
  if (!iterator) return messages::invalid_shard_iterator();
  if (core.clock().unix_time() > iterator->issued + iterator_life) {
    return messages::expired_iterator(iterator->issued);
  }
  const auto log = core.change_logs().find(iterator->log);
  if (log == nullptr) return messages::stream_not_found(iterator->stream_arn);
  // Who may read a stream is decided by its name: an iterator that was made by hand reads no other.
  const auto name = parse_stream_arn(iterator->stream_arn);
  if (!name || core.change_logs().find_stream(name->table, name->label) != log)
    return messages::invalid_shard_iterator();
  return RecordPage(core, *log, *iterator).read(request.limit.value_or(records_max));
}

}  // namespace isotherm::engine
