#include "placement/cassandra.h"

#include <bit>
#include <cstring>
#include <limits>
#include <numeric>

#include "placement/point_walk.h"

namespace isotherm::placement {
namespace {

constexpr std::uint64_t c1 = 0x87c37b91114253d5ULL;
constexpr std::uint64_t c2 = 0x4cf5ad432745937fULL;
constexpr std::size_t part_bytes_max = 65'535;

std::uint64_t little_eight(const char* p) {
  std::uint64_t value;
  std::memcpy(&value, p, 8);
  if constexpr (std::endian::native == std::endian::big) value = __builtin_bswap64(value);
  return value;
}

// Up to eight bytes, each with its sign: a negative one changes all that stand above it.
std::uint64_t signed_tail(const char* p, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i)
    value ^= static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<signed char>(p[i])))
             << (8 * i);
  return value;
}

std::uint64_t scrambled_1(std::uint64_t k) { return std::rotl(k * c1, 31) * c2; }
std::uint64_t scrambled_2(std::uint64_t k) { return std::rotl(k * c2, 33) * c1; }

std::uint64_t finished(std::uint64_t h) {
  h = (h ^ h >> 33) * 0xff51afd7ed558ccdULL;
  h = (h ^ h >> 33) * 0xc4ceb9fe1a85ec53ULL;
  return h ^ h >> 33;
}

}  // namespace

std::int64_t cassandra_token(std::string_view bytes) {
  std::uint64_t h1 = 0;
  std::uint64_t h2 = 0;
  const char* p = bytes.data();
  const char* const blocks_end = p + bytes.size() / 16 * 16;
  for (; p != blocks_end; p += 16) {
    h1 = std::rotl(h1 ^ scrambled_1(little_eight(p)), 27) + h2;
    h1 = h1 * 5 + 0x52dce729;
    h2 = std::rotl(h2 ^ scrambled_2(little_eight(p + 8)), 31) + h1;
    h2 = h2 * 5 + 0x38495ab5;
  }
  const auto rest = bytes.size() % 16;
  if (rest > 8) h2 ^= scrambled_2(signed_tail(p + 8, rest - 8));
  if (rest > 0) h1 ^= scrambled_1(signed_tail(p, std::min<std::size_t>(rest, 8)));
  h1 ^= bytes.size();
  h2 ^= bytes.size();
  h1 += h2;
  h2 += h1;
  h1 = finished(h1) + finished(h2);
  const auto token = static_cast<std::int64_t>(h1);
  return token == std::numeric_limits<std::int64_t>::min()
             ? std::numeric_limits<std::int64_t>::max()
             : token;
}

Placed<std::string_view> cassandra_key(Key key, KeyBytes& space) {
  if (key.empty()) return refuse("a partition key needs at least one column");
  space.clear();
  for (const auto& part : key) {
    char number[8];
    std::string_view bytes = part.bytes;
    switch (part.type) {
      case PartType::text:
      case PartType::binary: break;
      case PartType::integer:
        for (std::size_t i = 0; i < 8; ++i)
          number[i] = static_cast<char>(part.natural() >> (56 - 8 * i) & 0xFF);
        bytes = {number, 8};
        break;
      default:
        return refuse(std::string(type_words(part.type)) +
                      " has no defined bytes here: give those it serializes to");
    }
    if (bytes.empty() && key.size() == 1) return refuse("a partition key cannot be empty");
    if (bytes.size() > part_bytes_max)
      return refuse("a column of a partition key is longer than 65535 bytes");
    if (key.size() == 1) {
      space.append(bytes);
      break;
    }
    space.append_u16(static_cast<std::uint16_t>(bytes.size()));
    space.append(bytes);
    space.append('\0');
  }
  return space.view();
}

Cassandra::Cassandra(std::vector<Node> nodes, const Points<std::uint64_t>& points,
                     RingLayout layout)
    : Placement(std::move(nodes)), index_(points, layout) {
  space_ = {"murmur3 tokens", Space::Kind::numbers, ~std::uint64_t{0}, true};
}

Placed<Cassandra> Cassandra::make(std::vector<Node> nodes, std::span<const CassandraToken> tokens,
                                  RingLayout layout) {
  TRY(check_nodes(nodes));
  Points<std::uint64_t> points;
  std::vector<bool> has_token(nodes.size());
  for (const auto& token : tokens) {
    if (token.node >= nodes.size())
      return refuse("token " + std::to_string(token.token) + " has no node");
    points.push_back(position_of(token.token), token.node);
    has_token[token.node] = true;
  }
  for (NodeIndex i = 0; i < nodes.size(); ++i)
    if (!has_token[i]) return refuse("node '" + nodes[i].name + "' has no token");
  const auto in_order = sorted(points, name_ranks(nodes));
  for (std::size_t i = 1; i < in_order.size(); ++i)
    if (in_order.points[i] == in_order.points[i - 1])
      return refuse(
          "token " +
          std::to_string(static_cast<std::int64_t>(in_order.points[i] ^ std::uint64_t{1} << 63)) +
          " is there twice");
  return Cassandra(std::move(nodes), in_order, layout);
}

Placed<NodeIndex> Cassandra::owner(Key key) const {
  KeyBytes space;
  ASSIGN_OR_RETURN(const auto bytes, cassandra_key(key, space));
  return node_of(cassandra_token(bytes));
}

Placed<std::vector<NodeIndex>> Cassandra::owners(const KeyRange& range) const {
  // A partition key is hashed whole; clustering columns, which are not given here, lie within it.
  if (!range.prefix.empty() && range.from == nullptr && range.to == nullptr) {
    ASSIGN_OR_RETURN(const auto found, owner(range.prefix));
    return std::vector<NodeIndex>{found};
  }
  std::vector<NodeIndex> all(nodes().size());
  std::iota(all.begin(), all.end(), NodeIndex{0});
  return all;
}

Placed<void> Cassandra::replicas(Key key, std::span<NodeIndex> out) const {
  TRY(check_replicas(out.size()));
  KeyBytes space;
  ASSIGN_OR_RETURN(const auto bytes, cassandra_key(key, space));
  expects(distinct_owners(index_, position_of(cassandra_token(bytes)), out),
          "every node has a token");
  return {};
}

Placed<Explanation> Cassandra::explain(Key key) const {
  KeyBytes space;
  ASSIGN_OR_RETURN(const auto bytes, cassandra_key(key, space));
  Explanation out;
  const auto token = cassandra_token(bytes);
  out.steps.emplace_back("serialized key", hex_text(bytes));
  out.steps.emplace_back("token", std::to_string(token));
  auto walk = index_.walk(position_of(token));
  std::uint64_t point = 0;
  walk.next(point, out.owner);
  out.steps.emplace_back("range up to",
                         std::to_string(static_cast<std::int64_t>(point ^ std::uint64_t{1} << 63)));
  return out;
}

std::unique_ptr<Stretches> Cassandra::stretches() const {
  return std::make_unique<PointStretches<std::uint64_t>>(index_, ~std::uint64_t{0});
}

}  // namespace isotherm::placement
