#include "cli/place_files.h"

#include <charconv>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/mongo_values.h"
#include "cli/typed_value.h"
#include "placement/cassandra.h"
#include "placement/directory.h"
#include "placement/mongo.h"
#include "placement/range.h"

namespace isotherm::cli {
namespace {

using namespace placement;
using Json = nlohmann::ordered_json;

struct Line {
  std::string_view key;
  std::string_view node;
};

// Lines of two fields.
Placed<std::vector<Line>> lines_of(std::string_view text, std::string_view between) {
  std::vector<Line> lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    auto line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.starts_with('#')) continue;
    const auto cut = line.find_last_of(between);
    if (cut == std::string_view::npos || cut + 1 == line.size())
      return refuse("'" + std::string(line) + "' has no node");
    auto key = line.substr(0, cut);
    while (between == " \t" && !key.empty() && (key.back() == ' ' || key.back() == '\t'))
      key.remove_suffix(1);
    lines.push_back({key, line.substr(cut + 1)});
  }
  return lines;
}

// Nodes in the order in which they are named.
class NodeNames {
 public:
  NodeIndex index_of(std::string_view name) {
    const auto [found, is_new] =
        by_name_.emplace(std::string(name), static_cast<NodeIndex>(nodes_.size()));
    if (is_new) nodes_.push_back({std::string(name)});
    return found->second;
  }
  std::vector<Node> take() { return std::move(nodes_); }

 private:
  std::map<std::string, NodeIndex> by_name_;
  std::vector<Node> nodes_;
};

template <class P>
MadePlacement boxed(Placed<P> made) {
  if (!made.ok()) return made.error();
  return std::unique_ptr<Placement>(std::make_unique<P>(std::move(made).value()));
}

Placed<std::vector<MongoField>> fields_of(const Json& shard_key) {
  std::vector<MongoField> fields;
  for (const auto& [name, kind] : shard_key.items()) {
    if (kind != "hashed" && kind != 1)
      return refuse("the field '" + name + "' of the shard key is " + kind.dump() +
                    ", and not 1 or \"hashed\"");
    fields.push_back({name, kind == "hashed"});
  }
  return fields;
}

}  // namespace

MadePlacement read_ranges(std::string_view text, std::string_view separator) {
  ASSIGN_OR_RETURN(const auto lines, lines_of(text, "\t"));
  NodeNames names;
  std::vector<TypedKey> keys;
  std::vector<RangeBound> bounds;
  keys.reserve(lines.size());
  for (const auto& line : lines) {
    if (line.key.empty()) {
      bounds.push_back({{}, names.index_of(line.node)});
      continue;
    }
    ASSIGN_OR_RETURN(auto key, TypedKey::parse(line.key, separator));
    keys.push_back(std::move(key));
    bounds.push_back({keys.back().key(), names.index_of(line.node)});
  }
  return boxed(Range::make(names.take(), bounds));
}

MadePlacement read_directory(std::string_view text, std::string_view separator) {
  ASSIGN_OR_RETURN(const auto lines, lines_of(text, "\t"));
  NodeNames names;
  std::vector<TypedKey> keys;
  std::vector<DirectoryEntry> entries;
  NodeIndex standard = no_node;
  keys.reserve(lines.size());
  for (const auto& line : lines) {
    if (line.key == "*") {
      standard = names.index_of(line.node);
      continue;
    }
    ASSIGN_OR_RETURN(auto key, TypedKey::parse(line.key, separator));
    keys.push_back(std::move(key));
    entries.push_back({keys.back().key(), names.index_of(line.node)});
  }
  return boxed(Directory::make(names.take(), entries, standard));
}

MadePlacement read_tokens(std::string_view text) {
  ASSIGN_OR_RETURN(const auto lines, lines_of(text, " \t"));
  NodeNames names;
  std::vector<CassandraToken> tokens;
  for (const auto& line : lines) {
    std::int64_t token = 0;
    const auto* end = line.key.data() + line.key.size();
    const auto read = std::from_chars(line.key.data(), end, token);
    if (read.ec != std::errc() || read.ptr != end)
      return refuse("'" + std::string(line.key) + "' is no token");
    tokens.push_back({token, names.index_of(line.node)});
  }
  return boxed(Cassandra::make(names.take(), tokens));
}

MadePlacement read_chunks(std::string_view text) {
  const auto json = Json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("shardKey") || !json.contains("chunks") ||
      !json["shardKey"].is_object() || !json["chunks"].is_array())
    return refuse("the file is no JSON object with `shardKey` and `chunks`");
  ASSIGN_OR_RETURN(auto fields, fields_of(json["shardKey"]));
  NodeNames names;
  std::deque<std::string> store;
  std::vector<std::vector<KeyPart>> bounds;
  bounds.reserve(2 * json["chunks"].size());
  std::vector<MongoChunk> chunks;
  const auto read_bound = [&](const Json& chunk, const char* which) -> Placed<Key> {
    std::vector<KeyPart> parts;
    const auto bound = chunk.find(which);
    for (const auto& field : fields) {
      if (bound == chunk.end() || !bound->is_object() || !bound->contains(field.name))
        return refuse("a chunk's `" + std::string(which) + "` has no field '" + field.name + "'");
      ASSIGN_OR_RETURN(const auto part, mongo_value((*bound)[field.name], store));
      parts.push_back(part);
    }
    bounds.push_back(std::move(parts));
    return Key(bounds.back());
  };
  for (const auto& chunk : json["chunks"]) {
    if (!chunk.is_object() || !chunk.contains("shard") || !chunk["shard"].is_string())
      return refuse("a chunk names no shard");
    ASSIGN_OR_RETURN(const auto min, read_bound(chunk, "min"));
    ASSIGN_OR_RETURN(const auto max, read_bound(chunk, "max"));
    chunks.push_back({min, max, names.index_of(chunk["shard"].get<std::string>())});
  }
  return boxed(Mongo::make(names.take(), std::move(fields), chunks));
}

Placed<void> TypedKey::add(std::string_view text, bool is_typed) {
  if (!is_typed) {
    store_.push_back(std::make_unique<std::string>(text));
    parts_.push_back(KeyPart::of_text(*store_.back()));
    return {};
  }
  auto value = parse_key_value(text);
  if (!value.ok()) return refuse(value.error().message);
  if (const auto* number = value->get_if<Number>()) {
    store_.push_back(std::make_unique<std::string>(number->to_string()));
    const auto& digits = *store_.back();
    std::int64_t whole = 0;
    const auto* end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, whole);
    std::uint64_t natural = 0;
    const auto again = std::from_chars(digits.data(), end, natural);
    if (read.ec == std::errc() && read.ptr == end)
      parts_.push_back(KeyPart::of_integer(whole));
    else if (again.ec == std::errc() && again.ptr == end)
      parts_.push_back(KeyPart::of_natural(natural));
    else
      parts_.push_back(KeyPart::of_decimal(digits));
  } else if (auto* bytes = value->get_if<Binary>()) {
    store_.push_back(std::make_unique<std::string>(std::move(bytes->bytes)));
    parts_.push_back(KeyPart::of_binary(*store_.back()));
  } else {
    store_.push_back(std::make_unique<std::string>(*value->get_if<std::string>()));
    parts_.push_back(KeyPart::of_text(*store_.back()));
  }
  return {};
}

Placed<TypedKey> TypedKey::parse(std::string_view text, std::string_view separator, bool is_typed) {
  TypedKey key;
  while (!separator.empty()) {
    const auto cut = text.find(separator);
    if (cut == std::string_view::npos) break;
    TRY(key.add(text.substr(0, cut), is_typed));
    text.remove_prefix(cut + separator.size());
  }
  TRY(key.add(text, is_typed));
  return key;
}

}  // namespace isotherm::cli
