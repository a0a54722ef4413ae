#include "cli/place_spec.h"

#include <fstream>
#include <iostream>
#include <sstream>

#include "cli/place_files.h"
#include "placement/jump.h"
#include "placement/ketama.h"
#include "placement/maglev.h"
#include "placement/modulo.h"
#include "placement/mongo.h"
#include "placement/redis_cluster.h"
#include "placement/rendezvous.h"
#include "placement/ring.h"
#include "placement/vitess.h"

namespace isotherm::cli {
namespace {

using namespace placement;
using Made = Placed<std::unique_ptr<Placement>>;

constexpr double standard_points = 160;

template <class P>
Made boxed(Placed<P> made) {
  if (!made.ok()) return made.error();
  return std::unique_ptr<Placement>(std::make_unique<P>(std::move(made).value()));
}

KeyHash hash_of(const PlaceSpec& spec) {
  const auto kind = spec.hash == "xxh64"      ? HashKind::xxh64
                    : spec.hash == "identity" ? HashKind::identity
                                              : HashKind::xxh3;
  return {kind, spec.prefix_parts};
}

Placed<std::vector<Node>> nodes_of(const PlaceSpec& spec, double standard = 1) {
  if (spec.nodes.empty()) return refuse("--nodes is missing: a:256,b:128 or a,b,c");
  return parse_nodes(spec.nodes, standard);
}

Placed<std::string> file_of(const PlaceSpec& spec, std::string_view what) {
  if (spec.file.empty()) return refuse("--file is missing: " + std::string(what));
  return read_text_file(spec.file);
}

// A weight is a number of points where nobody says otherwise, as virtual nodes usually are given.
Made make_ring(const PlaceSpec& spec) {
  const bool has_weights = spec.nodes.find(':') != std::string::npos;
  RingOptions options;
  options.points_per_weight = spec.points.value_or(has_weights ? 1.0 : standard_points);
  options.key_hash = hash_of(spec);
  ASSIGN_OR_RETURN(auto nodes, nodes_of(spec));
  return boxed(Ring::make(std::move(nodes), options));
}

Made make_jump(const PlaceSpec& spec) {
  ASSIGN_OR_RETURN(auto nodes, nodes_of(spec));
  return boxed(Jump::make(std::move(nodes), hash_of(spec)));
}

Made make_modulo(const PlaceSpec& spec) {
  ASSIGN_OR_RETURN(auto nodes, nodes_of(spec));
  return boxed(Modulo::make(std::move(nodes), hash_of(spec)));
}

Made make_rendezvous(const PlaceSpec& spec) {
  ASSIGN_OR_RETURN(auto nodes, nodes_of(spec));
  return boxed(Rendezvous::make(std::move(nodes), hash_of(spec)));
}

Made make_maglev(const PlaceSpec& spec) {
  ASSIGN_OR_RETURN(auto nodes, nodes_of(spec));
  return boxed(
      Maglev::make(std::move(nodes), {static_cast<std::uint32_t>(spec.slots), hash_of(spec)}));
}

Made make_ketama(const PlaceSpec& spec) {
  ASSIGN_OR_RETURN(auto nodes, nodes_of(spec));
  const auto search = spec.search == "perl" ? KetamaSearch::perl : KetamaSearch::libketama;
  return boxed(Ketama::make(std::move(nodes), {search}));
}

Made make_range(const PlaceSpec& spec) {
  ASSIGN_OR_RETURN(const auto text, file_of(spec, "lines of first key, tab, node"));
  return read_ranges(text, spec.separator);
}

Made make_directory(const PlaceSpec& spec) {
  ASSIGN_OR_RETURN(const auto text, file_of(spec, "lines of key, tab, node; `*` is the default"));
  return read_directory(text, spec.separator);
}

Made make_redis(const PlaceSpec& spec) {
  if (spec.file.empty() && !spec.nodes.empty()) {
    ASSIGN_OR_RETURN(auto nodes, nodes_of(spec));
    return boxed(RedisCluster::even(std::move(nodes)));
  }
  ASSIGN_OR_RETURN(const auto text, file_of(spec, "what CLUSTER NODES answers (or --nodes)"));
  return boxed(RedisCluster::read(text));
}

Made make_cassandra(const PlaceSpec& spec) {
  ASSIGN_OR_RETURN(const auto text, file_of(spec, "lines of token and node"));
  return read_tokens(text);
}

Made make_mongo(const PlaceSpec& spec) {
  if (spec.file.empty() && !spec.nodes.empty()) {
    ASSIGN_OR_RETURN(auto nodes, nodes_of(spec));
    return boxed(Mongo::presplit(std::move(nodes), spec.hashed_field, spec.chunks_per_shard));
  }
  ASSIGN_OR_RETURN(const auto text, file_of(spec, "JSON with shardKey and chunks (or --nodes)"));
  return read_chunks(text);
}

Made make_vitess(const PlaceSpec& spec) {
  if (spec.shards.empty()) return refuse("--shards is missing: -80,80- or a number of equal ones");
  ASSIGN_OR_RETURN(auto shards, parse_vitess_shards(spec.shards));
  if (const auto count = parse_count(spec.shards)) {
    ASSIGN_OR_RETURN(shards, generate_vitess_shards(*count));
  }
  VitessTable table;
  if (!spec.vindex.empty()) {
    table.vindex_name = table.vindex_type = spec.vindex;
    for (const auto& param : spec.params) {
      const auto equals = param.find('=');
      if (equals == std::string::npos) return refuse("--param takes NAME=VALUE");
      table.params[param.substr(0, equals)] = param.substr(equals + 1);
    }
    ASSIGN_OR_RETURN(std::shared_ptr<const Vindex> vindex,
                     make_vindex(spec.vindex, table.params, read_text_file));
    return boxed(Vitess::make(std::move(vindex), std::move(shards)));
  }
  if (spec.table.empty()) return refuse("--table is missing (with --file), or --vindex");
  ASSIGN_OR_RETURN(const auto text, file_of(spec, "a VSchema"));
  ASSIGN_OR_RETURN(table, read_vschema_table(text, spec.keyspace, spec.table));
  return boxed(Vitess::make(table, std::move(shards), read_text_file));
}

struct SchemeRow {
  std::string_view name;
  Made (*make)(const PlaceSpec&);
};

constexpr SchemeRow schemes[] = {
    {"ring", make_ring},     {"jump", make_jump},           {"rendezvous", make_rendezvous},
    {"maglev", make_maglev}, {"modulo", make_modulo},       {"bounded", make_ring},
    {"range", make_range},   {"directory", make_directory}, {"redis-cluster", make_redis},
    {"ketama", make_ketama}, {"cassandra", make_cassandra}, {"mongodb", make_mongo},
    {"vitess", make_vitess},
};

// One of few words, kept as text.
void word(Options& options, std::string name, std::string& to, std::vector<std::string> words,
          std::string help) {
  Option option{std::move(name), {}, std::move(help), to};
  option.choices = words;
  for (const auto& each : words) option.value += (option.value.empty() ? "" : "|") + each;
  option.set = [&to, words](std::string_view text) -> std::optional<std::string> {
    std::string known;
    for (const auto& each : words) {
      if (each == text) return to = each, std::nullopt;
      known += (known.empty() ? "" : ", ") + each;
    }
    return "expected one of: " + known;
  };
  options.add(std::move(option));
}

}  // namespace

void declare_nodes(Options& options, PlaceSpec& spec) {
  options.text("--nodes", "LIST", spec.nodes,
               "nodes with capacities, a:256,b:128, or without, a,b; for ring and bounded the "
               "capacity is the number of points");
  options.path(
      "--file", "FILE", spec.file,
      "what the scheme reads: CLUSTER NODES, a VSchema, tokens, chunks, ranges; - is stdin");
}

void declare_scheme(Options& options, PlaceSpec& spec) {
  std::vector<std::string> names;
  for (const auto& scheme : schemes) names.emplace_back(scheme.name);
  word(options, "--scheme", spec.scheme, names, "the rule that finds a key's owner");
  word(options, "--hash", spec.hash, {"xxh3", "xxh64", "identity"},
       "of ring, jump, rendezvous, maglev, modulo, bounded; identity: keys are whole numbers");
  options.count("--prefix-parts", "N", spec.prefix_parts, 0, 16,
                "place by so many first parts of a key; 0: by all");
  options.decimal("--points", "N", spec.points, 0.001, 1e6,
                  "ring, bounded: points for each unit of capacity");
  options.count("--slots", "N", spec.slots, 0, 1U << 26, "maglev: slots of its table; 0: by nodes");
  word(options, "--search", spec.search, {"libketama", "perl"}, "ketama: which of the two");
  options.text("--separator", "TEXT", spec.separator,
               "what stands between the parts of a key; without it a key is one part");
  options.text("--vindex", "TYPE", spec.vindex, "vitess: a vindex by its type, without a VSchema");
  options.list("--param", "NAME=VALUE", spec.params, "vitess: a parameter of --vindex");
  options.text("--shards", "LIST", spec.shards, "vitess: -80,80- or -40-80-c0-, or how many");
  options.text("--keyspace", "NAME", spec.keyspace, "vitess: the keyspace of the VSchema");
  options.text("--table", "NAME", spec.table, "vitess: the table of the VSchema");
  options.text("--hashed-field", "NAME", spec.hashed_field,
               "mongodb with --nodes: the hashed field of an empty collection");
  options.count("--chunks-per-shard", "N", spec.chunks_per_shard, 1, 10'000,
                "mongodb with --nodes: how it is split at first");
}

Made build_placement(const PlaceSpec& spec) {
  for (const auto& scheme : schemes)
    if (scheme.name == spec.scheme) return scheme.make(spec);
  return refuse("there is no scheme '" + spec.scheme + "'");
}

Placed<std::string> read_text_file(const std::string& path) {
  std::ostringstream text;
  if (path == "-") {
    text << std::cin.rdbuf();
    return text.str();
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) return refuse("the file '" + path + "' cannot be read");
  text << file.rdbuf();
  return text.str();
}

}  // namespace isotherm::cli
