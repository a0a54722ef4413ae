#pragma once

// The fleet file: which stores there are, and which tables lie in several of them.
//
//   version: 1
//   stores:
//     old: {endpoint: "https://dynamodb.eu-west-1.amazonaws.com", profile: prod}
//     new: {endpoint: "http://127.0.0.1:8000", region: eu-west-1}
//   default: old                           # has the tables that are not named below
//   tables:
//     Orders:
//       placement: {scheme: ring}          # or modulo, jump, rendezvous, …, with hash and points
//       members:
//         one: {store: old}                # table: the same name, weight: 1
//         two: {store: new, table: orders_2, weight: 2}
//
// A scheme that reads its nodes and ranges from a file (range, directory, …) has `file:` instead of
// weights; its nodes are the members.

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/schema.h"

namespace isotherm::schema {

struct FleetStore {
  std::string name;
  std::string endpoint;
  /// Empty: that of the endpoint's name, or the gateway's.
  std::string region;
  /// Empty: the standard credential chain.
  std::string profile;
  bool is_unsigned = false;
  int line = 0;
};

struct FleetMember {
  std::string name;
  std::string store;
  std::string table;
  std::string weight = "1";
  int line = 0;
};

/// A placement as `isotherm place` has it.
struct FleetPlacement {
  std::string scheme = "ring";
  std::optional<std::string> hash;
  std::optional<std::string> points;
  std::optional<std::string> file;
  int line = 0;
};

struct FleetTable {
  std::string name;
  FleetPlacement placement;
  std::vector<FleetMember> members;
  int line = 0;
};

struct FleetFile {
  std::map<std::string, FleetStore, std::less<>> stores;
  std::string default_store;
  std::vector<FleetTable> tables;
};

/// Reads a fleet file from its text. On failure: every problem of it.
Checked<FleetFile> parse_fleet(std::string_view yaml);
/// The same of a file on disk.
Checked<FleetFile> parse_fleet_file(const std::filesystem::path& file);

}  // namespace isotherm::schema
