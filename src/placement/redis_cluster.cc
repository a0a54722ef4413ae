#include "placement/redis_cluster.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace isotherm::placement {
namespace {

// A line's words; CLUSTER NODES has at least eight.
std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  while (!line.empty()) {
    const auto space = std::min(line.find(' '), line.size());
    if (space != 0) words.push_back(line.substr(0, space));
    line.remove_prefix(std::min(space + 1, line.size()));
  }
  return words;
}

// "127.0.0.1:7000@17000,host" is "127.0.0.1:7000".
std::string_view address_of(std::string_view word) {
  return word.substr(0, word.find_first_of("@,"));
}

bool has_flag(std::string_view flags, std::string_view wanted) {
  while (!flags.empty()) {
    const auto comma = std::min(flags.find(','), flags.size());
    if (flags.substr(0, comma) == wanted) return true;
    flags.remove_prefix(std::min(comma + 1, flags.size()));
  }
  return false;
}

bool read_slot(std::string_view text, unsigned& slot) {
  const auto* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, slot);
  return !text.empty() && read.ec == std::errc() && read.ptr == end && slot < redis_slots;
}

Placed<void> give_slots(std::string_view word, std::uint16_t node, RedisCluster::SlotTable& slots) {
  const auto dash = word.find('-');
  unsigned first = 0;
  unsigned last = 0;
  const bool is_range = dash != std::string_view::npos;
  const bool is_read = read_slot(word.substr(0, dash), first) &&
                       read_slot(is_range ? word.substr(dash + 1) : word, last);
  if (!is_read || last < first) return refuse("'" + std::string(word) + "' is no range of slots");
  for (unsigned slot = first; slot <= last; ++slot) {
    if (slots[slot] != 0xFFFF) return refuse("slot " + std::to_string(slot) + " has two owners");
    slots[slot] = node;
  }
  return {};
}

class TableStretches final : public Stretches {
 public:
  explicit TableStretches(const RedisCluster& cluster) : cluster_(cluster) {}

  bool next(Stretch& stretch) override {
    if (slot_ >= redis_slots) return false;
    stretch = {{slot_, {}}, cluster_.at(slot_)};
    do ++slot_;
    while (slot_ < redis_slots && cluster_.at(slot_) == stretch.owner);
    return true;
  }

 private:
  const RedisCluster& cluster_;
  std::uint64_t slot_ = 0;
};

Placed<std::string_view> key_bytes(Key key) {
  const bool is_string =
      key.size() == 1 && (key[0].type == PartType::text || key[0].type == PartType::binary);
  if (!is_string) return refuse("a Redis key is one string, not (" + key_text(key) + ")");
  return key[0].bytes;
}

}  // namespace

RedisCluster::RedisCluster(std::vector<Node> nodes, std::vector<RedisNode> redis_nodes,
                           const SlotTable& slots)
    : Placement(std::move(nodes)), redis_nodes_(std::move(redis_nodes)), slots_(slots) {
  space_ = {"redis slots", Space::Kind::numbers, redis_slots - 1, true};
}

Placed<RedisCluster> RedisCluster::read(std::string_view text) {
  std::vector<std::vector<std::string_view>> lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    auto line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    auto words = words_of(line);
    if (words.empty() || words[0] == "vars") continue;
    if (words.size() < 8) return refuse("'" + std::string(line) + "' is no line of CLUSTER NODES");
    if (has_flag(words[2], "handshake") || has_flag(words[2], "noaddr")) continue;
    // The node that was asked stands first, as in redis-cli's list: plans depend on it.
    const bool is_myself = has_flag(words[2], "myself");
    lines.insert(is_myself ? lines.begin() : lines.end(), std::move(words));
  }
  std::vector<Node> nodes;
  std::vector<RedisNode> redis_nodes;
  SlotTable slots;
  slots.fill(unserved);
  for (const auto& words : lines) {
    const bool is_primary = has_flag(words[2], "master");
    nodes.push_back({std::string(address_of(words[1])), is_primary ? 1.0 : 0.0});
    redis_nodes.push_back(
        {std::string(words[0]), nodes.back().name, is_primary ? "" : std::string(words[3])});
    for (std::size_t i = 8; i < words.size(); ++i)
      if (!words[i].starts_with('['))
        TRY(give_slots(words[i], static_cast<std::uint16_t>(nodes.size() - 1), slots));
  }
  TRY(check_nodes(nodes));
  return RedisCluster(std::move(nodes), std::move(redis_nodes), slots);
}

Placed<RedisCluster> RedisCluster::even(std::vector<Node> primaries) {
  TRY(check_nodes(primaries));
  TRY(check_equal_weights(primaries, "redis-cluster"));
  if (primaries.size() > redis_slots) return refuse("more primaries than slots");
  std::vector<RedisNode> redis_nodes;
  SlotTable slots;
  slots.fill(unserved);
  // redis-cli counts in floats, and rounds each run's end.
  const float each = static_cast<float>(redis_slots) / static_cast<float>(primaries.size());
  float cursor = 0;
  long first = 0;
  for (std::size_t i = 0; i < primaries.size(); ++i) {
    auto last = std::lround(cursor + each - 1);
    if (last > redis_slots || i + 1 == primaries.size()) last = redis_slots - 1;
    last = std::max(last, first);
    for (long slot = first; slot <= last; ++slot)
      slots[static_cast<std::size_t>(slot)] = static_cast<std::uint16_t>(i);
    first = last + 1;
    cursor += each;
    redis_nodes.push_back({primaries[i].name, primaries[i].name, ""});
  }
  return RedisCluster(std::move(primaries), std::move(redis_nodes), slots);
}

Placed<NodeIndex> RedisCluster::owner(Key key) const {
  ASSIGN_OR_RETURN(const auto bytes, key_bytes(key));
  const auto slot = redis_slot(bytes);
  const auto found = at(slot);
  if (found == no_node) return refuse("slot " + std::to_string(slot) + " is not served");
  return found;
}

Placed<void> RedisCluster::owners_of(std::span<const std::string_view> keys,
                                     std::span<NodeIndex> out) const {
  expects(keys.size() == out.size(), "as many owners as keys");
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto slot = redis_slot(keys[i]);
    out[i] = at(slot);
    if (out[i] == no_node) return refuse("slot " + std::to_string(slot) + " is not served");
  }
  return {};
}

Placed<std::vector<NodeIndex>> RedisCluster::owners(const KeyRange& range) const {
  if (range.prefix.size() == 1) {
    ASSIGN_OR_RETURN(const auto found, owner(range.prefix));
    return std::vector<NodeIndex>{found};
  }
  std::vector<NodeIndex> all;
  for (NodeIndex node = 0; node < nodes().size(); ++node)
    if (slot_count(node) != 0) all.push_back(node);
  return all;
}

Placed<void> RedisCluster::replicas(Key key, std::span<NodeIndex> out) const {
  if (out.empty()) return {};
  ASSIGN_OR_RETURN(out[0], owner(key));
  std::size_t found = 1;
  const auto& id = redis_nodes_[out[0]].id;
  for (NodeIndex node = 0; node < nodes().size() && found < out.size(); ++node)
    if (redis_nodes_[node].primary_id == id) out[found++] = node;
  if (found == out.size()) return {};
  return refuse("'" + nodes()[out[0]].name + "' has only " + std::to_string(found - 1) +
                " replicas");
}

Placed<Explanation> RedisCluster::explain(Key key) const {
  ASSIGN_OR_RETURN(const auto bytes, key_bytes(key));
  ASSIGN_OR_RETURN(const auto found, owner(key));
  const auto tag = redis_tag(bytes);
  Explanation out;
  out.steps.emplace_back(tag.size() == bytes.size() ? "hashed (whole key)" : "hashed (tag)",
                         hex_text(tag));
  out.steps.emplace_back("slot", std::to_string(redis_slot(bytes)));
  out.owner = found;
  return out;
}

std::unique_ptr<Stretches> RedisCluster::stretches() const {
  return std::make_unique<TableStretches>(*this);
}

std::size_t RedisCluster::slot_count(NodeIndex node) const {
  return static_cast<std::size_t>(std::count(slots_.begin(), slots_.end(), node));
}

RedisCluster RedisCluster::with_slots(std::span<const std::uint16_t> slots, NodeIndex to) const {
  RedisCluster changed = *this;
  for (const auto slot : slots) changed.slots_[slot] = static_cast<std::uint16_t>(to);
  return changed;
}

}  // namespace isotherm::placement
