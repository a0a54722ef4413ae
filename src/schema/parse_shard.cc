#include "schema/parse_shard.h"

#include <array>

#include "model/limits.h"
#include "schema/did_you_mean.h"

namespace isotherm::schema {
namespace {

using sharding::IdPart;
using sharding::Shard;

constexpr std::string_view shards_cure =
    "a number of shards, as 'shards: 16'; each scatter asks all of them";

/// One of a few words, or a problem; absent: `otherwise`.
template <class E>
E word_of(const Section& section, std::string_view key,
          std::span<const std::pair<std::string_view, E>> words, E otherwise) {
  const auto given = section.text(key, "remove it to use the default", true);
  if (!given) return otherwise;
  std::vector<std::string_view> known;
  for (const auto& [word, value] : words) {
    if (word == *given) return value;
    known.push_back(word);
  }
  section.report(key, "unknown " + std::string(key) + " '" + *given + "'",
                 did_you_mean(*given, known));
  return otherwise;
}

enum class Kind { hash, id_suffix, drawing, unknown };

Kind parse_kind(const Section& shard, bool may_draw) {
  constexpr std::array<std::string_view, 4> all = {"hash", "id-suffix", "random", "round-robin"};
  const std::span<const std::string_view> known(all.data(), may_draw ? 4 : 2);
  const auto strategy = shard.text("strategy", "write 'strategy: hash'");
  if (!strategy) return Kind::unknown;
  if (*strategy == "hash") return Kind::hash;
  if (*strategy == "id-suffix") return Kind::id_suffix;
  if (*strategy == "random" || *strategy == "round-robin") {
    if (may_draw) return Kind::drawing;
    shard.report(
        "strategy",
        "'" + *strategy +
            "' draws a shard for each write, so the gateway could not find an item's shard "
            "again",
        "use 'hash', or 'id-suffix': their shard follows from the item");
    return Kind::drawing;
  }
  shard.report("strategy", "unknown strategy '" + *strategy + "'", did_you_mean(*strategy, known));
  return Kind::unknown;
}

std::optional<Shard> parse_shards(const Section& shard) {
  const auto shards = shard.whole("shards", 1, index_shards_max, shards_cure);
  return shards ? std::optional(static_cast<Shard>(*shards)) : std::nullopt;
}

IdPart parse_part(const Section& shard) {
  IdPart part;
  if (!shard.has("part")) {
    shard.report("", "'part' is missing",
                 "say which part of the id, as part: {take: last, count: 2, digits: hex}");
    return part;
  }
  constexpr std::array<std::string_view, 4> known = {"take", "count", "unit", "digits"};
  constexpr std::array<std::pair<std::string_view, IdPart::Take>, 2> takes = {
      {{"last", IdPart::Take::last}, {"first", IdPart::Take::first}}};
  constexpr std::array<std::pair<std::string_view, IdPart::Unit>, 2> units = {
      {{"characters", IdPart::Unit::characters}, {"bytes", IdPart::Unit::bytes}}};
  constexpr std::array<std::pair<std::string_view, IdPart::Reading>, 3> readings = {
      {{"hex", IdPart::Reading::hex},
       {"decimal", IdPart::Reading::decimal},
       {"bytes", IdPart::Reading::bytes}}};
  const Section section(shard.node("part"), shard.path() + ".part", shard.line_of("part"),
                        shard.problems());
  section.expect_keys(known, {});
  part.take = word_of<IdPart::Take>(section, "take", takes, part.take);
  part.unit = word_of<IdPart::Unit>(section, "unit", units, part.unit);
  part.reading = word_of<IdPart::Reading>(section, "digits", readings, part.reading);
  if (const auto count =
          section.whole("count", 1, 64, "how many characters or bytes, as 'count: 2'"))
    part.count = static_cast<std::uint32_t>(*count);
  return part;
}

void parse_id_suffix(const Section& shard, ShardRule& rule) {
  const std::size_t problems = shard.problems().size();
  const IdPart part = parse_part(shard);
  const auto shards = shard.has("shards") ? parse_shards(shard) : std::nullopt;
  if (rule.inputs.size() > 1)
    shard.report("inputs", "the strategy id-suffix takes one input, the id", "name one attribute");
  if (shard.problems().size() != problems) return;
  auto made = sharding::IdSuffixStrategy::make(part, shards);
  if (!made.ok()) {
    shard.report("part", made.error().message(), "write 'shards: 16' to take it modulo 16");
  } else if (made->shards() > index_shards_max) {
    shard.report("part",
                 sharding::to_string(part) + " has " + std::to_string(made->shards()) +
                     " values, and an index at most " + std::to_string(index_shards_max) +
                     " shards",
                 "take fewer, or write 'shards: 16' to take it modulo 16");
  } else {
    rule.fields = made->natural_format();
    rule.strategy = std::move(made).value();
  }
}

void parse_hash(const Section& shard, const std::optional<std::string>& name, ShardRule& rule) {
  if (shard.has("part"))
    shard.report("part", "is of the strategy id-suffix", "remove it, or use 'id-suffix'");
  const auto shards = parse_shards(shard);
  const auto function = find_hash(name.value_or("murmur3_x86_32"));
  if (shards && function) rule.strategy = sharding::HashStrategy(*shards, *function);
}

/// The format's fields over those that the rule has; the name of the hash, if one is given.
std::optional<std::string> parse_format(const Section& shard, sharding::FormatFields& fields) {
  if (!shard.has("format")) return std::nullopt;
  constexpr std::array<std::string_view, 5> known = {"separator", "digits", "padding", "first",
                                                     "hash"};
  constexpr std::array<std::pair<std::string_view, sharding::Digits>, 2> digits = {
      {{"hex", sharding::Digits::hex}, {"decimal", sharding::Digits::decimal}}};
  const Section format(shard.node("format"), shard.path() + ".format", shard.line_of("format"),
                       shard.problems());
  format.expect_keys(known, {});
  if (auto separator = format.text("separator", "remove it to use '-'", true))
    fields.separator = *separator;
  fields.digits = word_of<sharding::Digits>(format, "digits", digits, fields.digits);
  if (format.has("padding"))
    if (const auto padding = format.whole("padding", 0, 8, "digits at the least, as 'padding: 3'"))
      fields.padding = static_cast<std::uint32_t>(*padding);
  if (format.has("first"))
    if (const auto first = format.whole("first", 0, 1'000'000, "the first shard's number"))
      fields.first = static_cast<std::uint32_t>(*first);
  return format.text("hash", "remove it to use murmur3_x86_32", true);
}

void check_hash_name(const Section& shard, Kind kind, const std::string& name) {
  constexpr std::array<std::string_view, 4> known = {"murmur3_x86_32", "xxh64", "xxh3_64",
                                                     "fnv1a_64"};
  if (kind == Kind::id_suffix)
    shard.report("format", "'hash' is of the strategy hash", "remove it");
  else if (!find_hash(name))
    shard.report("format", "unknown hash '" + name + "'", did_you_mean(name, known));
}

/// The same strategy over another number of shards.
std::optional<sharding::AnyStrategy> resized(const sharding::AnyStrategy& strategy, Shard shards) {
  if (const auto* hash = strategy.hash()) return sharding::HashStrategy(shards, hash->function());
  const auto* id = strategy.id_suffix();
  if (id == nullptr || id->is_as_it_is()) return std::nullopt;
  auto made = sharding::IdSuffixStrategy::make(id->part(), shards);
  if (!made.ok()) return std::nullopt;
  return std::move(made).value();
}

void parse_overrides(const Section& shard, Kind kind, ShardRule& rule) {
  if (!shard.has("overrides")) return;
  const Section section(shard.node("overrides"), shard.path() + ".overrides",
                        shard.line_of("overrides"), shard.problems());
  if (kind == Kind::drawing)
    shard.report("overrides", "go with 'hash' and 'id-suffix' only", "remove them");
  for (const Section::Entry& entry : section.entries()) {
    const auto shards = section.whole(entry.key, 1, index_shards_max,
                                      "a partition key's number of shards, as 'tenant-1: 64'");
    if (!shards) continue;
    const auto own = resized(rule.strategy, static_cast<Shard>(*shards));
    if (own)
      rule.overrides.emplace(entry.key, *own);
    else
      section.report(entry.key, "a part taken as it is has as many shards as it has values",
                     "write 'shards' to take it modulo");
  }
}

}  // namespace

void expect_key_attribute(const Section& section, std::string_view key, const std::string& name) {
  if (name.size() > limits::key_attribute_name_bytes_max)
    section.report(key, "the name of a key attribute has at most 255 bytes", "shorten it");
  if (name.starts_with("isotherm#"))
    section.report(key, "names that begin with 'isotherm#' are the gateway's own",
                   "choose another name");
}

namespace {

/// Strategy, number of shards and format, once the inputs are there.
void parse_strategy(const Section& shard, Kind kind, ShardRule& rule) {
  if (kind == Kind::id_suffix) parse_id_suffix(shard, rule);
  const auto hash = parse_format(shard, rule.fields);
  if (hash) check_hash_name(shard, kind, *hash);
  if (kind == Kind::hash) parse_hash(shard, hash, rule);
  // Of a drawing or misspelt strategy at least the number of shards is read.
  if (kind == Kind::drawing || kind == Kind::unknown)
    if (const auto shards = parse_shards(shard)) rule.strategy = sharding::HashStrategy(*shards);
  parse_overrides(shard, kind, rule);
  if (const auto made = sharding::ShardFormat::make(rule.fields, rule.shards_max()); !made.ok())
    shard.report("format", made.error().message(), "change the format's fields");
}

}  // namespace

ShardRule parse_shard_rule(const Section& shard) {
  constexpr std::array<std::string_view, 7> known = {"attribute", "strategy", "inputs",   "shards",
                                                     "format",    "part",     "overrides"};
  shard.expect_keys(known, {});
  ShardRule rule;
  if (auto attribute =
          shard.text("attribute", "name the hidden attribute that holds the shard key"))
    rule.attribute = *attribute;
  expect_key_attribute(shard, "attribute", rule.attribute);
  const Kind kind = parse_kind(shard, false);
  if (auto inputs =
          shard.texts("inputs", "list the attributes that choose the shard, as [memberId]"))
    rule.inputs = *inputs;
  parse_strategy(shard, kind, rule);
  return rule;
}

ShardRule parse_any_shard_rule(const Section& shard) {
  constexpr std::array<std::string_view, 5> known = {"strategy", "inputs", "shards", "format",
                                                     "part"};
  shard.expect_keys(known, {});
  ShardRule rule;
  const Kind kind = parse_kind(shard, false);
  if (shard.has("inputs"))
    if (auto inputs = shard.texts("inputs", "list attributes, or leave it out for the table's key"))
      rule.inputs = *inputs;
  parse_strategy(shard, kind, rule);
  return rule;
}

void parse_key_shard(const Section& shard, KeyRule& rule, bool needs_inputs) {
  constexpr std::array<std::string_view, 7> known = {"strategy", "inputs",   "shards",   "format",
                                                     "part",     "original", "overrides"};
  shard.expect_keys(known, {});
  rule.shard.attribute = rule.partition.name;
  const Kind kind = parse_kind(shard, true);
  if (kind == Kind::drawing) {
    const bool random = shard.text("strategy", "") == "random";
    rule.placing = random ? Placing::random : Placing::round_robin;
    if (shard.has("inputs"))
      shard.report("inputs", "a shard that is drawn has no inputs",
                   "remove them, or use 'strategy: hash'");
  } else if (!needs_inputs && !shard.has("inputs")) {
    // The table's sort key, whatever it is called.
  } else if (auto inputs = shard.texts(
                 "inputs", "list the key attributes that choose the shard, as [the sort key]")) {
    rule.shard.inputs = *inputs;
  }
  parse_strategy(shard, kind, rule.shard);
  rule.original = shard.text("original", "name the attribute, or leave the line out", true);
  if (rule.original) expect_key_attribute(shard, "original", *rule.original);
}

}  // namespace isotherm::schema
