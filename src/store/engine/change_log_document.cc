#include "store/engine/change_log_document.h"

#include <utility>

#include "store/engine/catalog_document.h"

namespace isotherm::engine {
namespace {

AttributeValue number(std::int64_t value) { return AttributeValue(Number(value)); }
// Sequence numbers stay below 2^63.
AttributeValue sequence(std::uint64_t value) { return number(static_cast<std::int64_t>(value)); }
// A hash has all 64 bits.
AttributeValue hash_text(std::uint64_t value) { return AttributeValue(std::to_string(value)); }

std::uint64_t read_sequence(DocumentReader& reader, std::string_view name) {
  return static_cast<std::uint64_t>(reader.integer(name));
}

std::optional<UnixMillis> read_time(DocumentReader& reader, std::string_view name) {
  if (!reader.has(name)) return std::nullopt;
  return UnixMillis(reader.integer(name));
}

AttributeValue point_document(const throughput::KeyPoint& point) {
  return Map{{"hash", hash_text(point.hash)}, {"sort", Binary{point.sort}}};
}

throughput::KeyPoint read_point(DocumentReader& parent, std::string_view name) {
  DocumentReader reader(parent.map(name));
  const std::string digits = reader.text("hash");
  throughput::KeyPoint point;
  for (const char digit : digits) {
    if (digit < '0' || digit > '9') parent.fail();
    point.hash = point.hash * 10 + static_cast<std::uint64_t>(digit - '0');
  }
  point.sort = reader.bytes("sort");
  if (!reader.ok() || digits.empty()) parent.fail();
  return point;
}

AttributeValue stream_document(const StreamState& stream) {
  Map map{{"label", stream.label},
          {"view", number(static_cast<int>(stream.view))},
          {"created", number(stream.created.count())}};
  if (stream.disabled) map.emplace("disabled", number(stream.disabled->count()));
  return map;
}

StreamState read_stream(DocumentReader& reader) {
  StreamState stream;
  stream.label = reader.text("label");
  stream.view = static_cast<StreamViewType>(reader.integer("view"));
  stream.created = UnixMillis(reader.integer("created"));
  stream.disabled = read_time(reader, "disabled");
  return stream;
}

AttributeValue shard_document(const LogShard& shard) {
  Map map{{"number", number(shard.number)},
          {"parent", number(shard.parent)},
          {"stream", shard.stream},
          {"begin", point_document(shard.range.begin)},
          {"created", number(shard.created.count())},
          {"first", sequence(shard.first)},
          {"trimmed", sequence(shard.trimmed)}};
  if (shard.range.end) map.emplace("end", point_document(*shard.range.end));
  if (shard.last) map.emplace("last", sequence(*shard.last));
  if (shard.closed) map.emplace("closed", number(shard.closed->count()));
  return map;
}

LogShard read_shard(DocumentReader& reader) {
  LogShard shard;
  shard.number = static_cast<std::uint32_t>(reader.integer("number"));
  shard.parent = static_cast<std::uint32_t>(reader.integer("parent"));
  shard.stream = reader.text("stream");
  shard.range.begin = read_point(reader, "begin");
  if (reader.has("end")) shard.range.end = read_point(reader, "end");
  shard.created = UnixMillis(reader.integer("created"));
  shard.first = read_sequence(reader, "first");
  if (reader.has("last")) shard.last = read_sequence(reader, "last");
  shard.closed = read_time(reader, "closed");
  shard.trimmed = read_sequence(reader, "trimmed");
  return shard;
}

template <class T, class Read>
std::vector<T> read_all(DocumentReader& reader, std::string_view name, Read read) {
  std::vector<T> all;
  for (const AttributeValue& element : reader.list(name)) {
    const auto* map = element.get_if<Map>();
    if (map == nullptr) {
      reader.fail();
      break;
    }
    DocumentReader members(*map);
    all.push_back(read(members));
    if (!members.ok()) reader.fail();
  }
  return all;
}

}  // namespace

Item change_log_document(const ChangeLogState& state) {
  List streams;
  for (const StreamState& stream : state.streams) streams.push_back(stream_document(stream));
  List shards;
  for (const LogShard& shard : state.shards) shards.push_back(shard_document(shard));
  Item document{{"id", number(state.id)},
                {"table_id", number(state.table_id)},
                {"table", state.table_name},
                {"key", key_document(state.key)},
                {"table_deleted", state.table_deleted},
                {"next_sequence", sequence(state.next_sequence)},
                {"next_shard", number(state.next_shard)},
                {"last_time", number(state.last_time.count())},
                {"last_shard_time", number(state.last_shard_time.count())},
                {"streams", std::move(streams)},
                {"shards", std::move(shards)}};
  if (state.recovery) document.emplace("recovery", number(state.recovery->count()));
  return document;
}

std::optional<ChangeLogState> change_log_from_document(const Item& document) {
  DocumentReader reader(document);
  ChangeLogState state;
  state.id = static_cast<ResourceId>(reader.integer("id"));
  state.table_id = static_cast<ResourceId>(reader.integer("table_id"));
  state.table_name = reader.text("table");
  state.key = read_key(reader, "key");
  state.table_deleted = reader.boolean("table_deleted");
  state.next_sequence = read_sequence(reader, "next_sequence");
  state.next_shard = static_cast<std::uint32_t>(reader.integer("next_shard"));
  state.last_time = UnixMillis(reader.integer("last_time"));
  state.last_shard_time = UnixMillis(reader.integer("last_shard_time"));
  state.recovery = read_time(reader, "recovery");
  state.streams = read_all<StreamState>(reader, "streams", read_stream);
  state.shards = read_all<LogShard>(reader, "shards", read_shard);
  if (!reader.ok()) return std::nullopt;
  return state;
}

}  // namespace isotherm::engine
