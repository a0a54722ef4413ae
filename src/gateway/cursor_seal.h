#pragma once

// Sealed cursors: positions that carry a proof of where they came from, so that only what an answer
// had can come back, and only to the same query.
//
//   cursor := position, "isotherm#cursor": S "<key id>:<64 hex digits>"
//   digits := HMAC-SHA-256(key, field(context) field(position as JSON))
//   field  := <decimal length> ":" <bytes>
//
// The context is the table, the index, the key condition and the direction (of a scan: its
// segment), so a cursor is good for this query alone, whatever its filter, limit and projection. It
// says nothing of shards beyond what the position does: it is good after a restart, at another
// gateway with the same keys, and after a change of the shard count when the position tells its
// shard.
//
// The file of keys has one a line, `id = secret`. The first seals; all open. A key that is taken
// out ends the cursors that it sealed.

#include <string>
#include <string_view>
#include <vector>

#include "store/read_operations.h"

namespace isotherm::gateway {

/// The attribute that a sealed cursor has beside its position.
inline constexpr std::string_view cursor_seal_attribute = "isotherm#cursor";

class CursorSeal {
 public:
  /// The keys of a file's text, or what is wrong with it. No secret is part of the message.
  static Expected<CursorSeal, std::string> parse(std::string_view text);
  /// The same of a file on disk.
  static Expected<CursorSeal, std::string> read(const std::string& path);

  /// Adds the seal to a position.
  void seal(std::string_view context, Item& cursor) const;
  /// Takes the seal off. False: it is none of ours for this context and position.
  bool open(std::string_view context, Item& cursor) const;

 private:
  struct Key {
    std::string id;
    std::string secret;
  };
  explicit CursorSeal(std::vector<Key> keys) : keys_(std::move(keys)) {}
  static std::string digits(const Key& key, std::string_view context, const Item& position);

  std::vector<Key> keys_;
};

/// What a cursor of the request is bound to; an error when its key condition does not parse.
Result<std::string> cursor_context(const QueryRequest& request);
Result<std::string> cursor_context(const ScanRequest& request);

}  // namespace isotherm::gateway
