#pragma once

// One mapping of the schema's YAML, read key by key: tells of every key that is unknown, given
// twice, missing or of the wrong kind, and goes on.

#include <yaml-cpp/yaml.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schema/problem.h"

namespace isotherm::schema {

/// A key that DESIGN has and this version does not, and what it is for.
struct FutureKey {
  std::string_view name;
  std::string_view purpose;
};

class Section {
 public:
  /// `path` names the mapping in messages: "tables.User.indexes". What is no mapping is a problem,
  /// and reads as an empty one.
  Section(const YAML::Node& node, std::string path, int line, Problems& problems);

  bool is_mapping() const { return is_mapping_; }
  int line() const { return line_; }
  const std::string& path() const { return path_; }

  struct Entry {
    std::string key;
    YAML::Node value;
    int line;
  };
  /// The entries in the order of the text; a key that is there twice was a problem, and comes once.
  const std::vector<Entry>& entries() const { return entries_; }

  /// Reports keys that are not known, and `future` ones as not supported yet.
  void expect_keys(std::span<const std::string_view> known,
                   std::span<const FutureKey> future) const;

  bool has(std::string_view key) const;
  /// Line of a key, or of the section when the key is missing.
  int line_of(std::string_view key) const;
  /// The value of a key; undefined when it is missing.
  YAML::Node node(std::string_view key) const;

  /// The text of a key. Missing (unless `optional`), empty or no scalar: a problem.
  std::optional<std::string> text(std::string_view key, std::string_view cure,
                                  bool optional = false) const;
  /// A whole number within bounds, or a problem.
  std::optional<long> whole(std::string_view key, long least, long most,
                            std::string_view cure) const;
  /// A list of texts, at least one, none twice, or a problem.
  std::optional<std::vector<std::string>> texts(std::string_view key, std::string_view cure) const;

  /// Reports a problem at a key of this section.
  void report(std::string_view key, const std::string& what, std::string cure) const;

  Problems& problems() const { return problems_; }

 private:
  void read_entries(const YAML::Node& node);
  const Entry* find(std::string_view key) const;

  std::vector<Entry> entries_;
  bool is_mapping_;
  std::string path_;
  int line_;
  Problems& problems_;
};

/// Line of a node, from 1.
int line_of(const YAML::Node& node);

}  // namespace isotherm::schema
