#pragma once

// What `isotherm place …` is asked to place by: a scheme, its nodes or file, and its settings.

#include <memory>

#include "cli/options.h"
#include "placement/placement.h"

namespace isotherm::cli {

struct PlaceSpec {
  std::string scheme = "ring";
  std::string nodes;
  std::string file;
  std::string hash = "xxh3";
  std::uint64_t prefix_parts = 0;
  std::optional<double> points;
  std::uint64_t slots = 0;
  std::string search = "libketama";
  /// Vitess.
  std::string vindex;
  std::vector<std::string> params;
  std::string shards;
  std::string keyspace;
  std::string table;
  /// MongoDB: the hashed field of an empty collection.
  std::string hashed_field = "_id";
  std::uint64_t chunks_per_shard = 2;
  /// What stands between the parts of a key; empty: a key is one part.
  std::string separator;
};

/// Adds the scheme's own options, without nodes and file.
void declare_scheme(Options& options, PlaceSpec& spec);
/// Adds --nodes and --file.
void declare_nodes(Options& options, PlaceSpec& spec);

/// Makes the placement; a refusal says what to change.
placement::Placed<std::unique_ptr<placement::Placement>> build_placement(const PlaceSpec& spec);

/// A file's text; "-" is stdin. Refused when it cannot be read.
placement::Placed<std::string> read_text_file(const std::string& path);

}  // namespace isotherm::cli
