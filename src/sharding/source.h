#pragma once

// The text that is hashed, frozen as version 1 (docs/formats.md):
//
//   source := input (":" input)*
//   input  := text of S, or of N in canonical plain form, with "\" written "\\" and ":" as "\:"
//           | "\x" (lower-case hex digit pair)*       B
//           | "\-"                                    absent, or of a type that is no key type
//
// No escaped text contains "\x" or "\-", so different inputs have different sources.

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/streaming_hash.h"
#include "sharding/strategy.h"

namespace isotherm::sharding {

/// One input as a view: what an item, a command line or another language brings.
struct KeyPart {
  enum class Type : std::uint8_t { absent, text, number, binary };
  Type type = Type::absent;
  /// Of a text or binary.
  std::string_view bytes = {};
  const Number* number = nullptr;

  /// The view of a value; nullptr and what is no key type are absent.
  static KeyPart of(const AttributeValue* value);
};

/// The hash of a source, made input by input on the stack: whatever its length, nothing is
/// allocated.
class SourceHash {
 public:
  explicit SourceHash(HashFunction function) : function_(function) {}

  void add(const KeyPart& input);
  /// A hash of 32 bits stands in the low half.
  std::uint64_t finish();

 private:
  void put(char c);
  void put_escaped(std::string_view text);
  void put_hex(std::string_view bytes);
  void flush();

  HashFunction function_;
  bool is_first_ = true;
  std::size_t used_ = 0;
  std::array<char, 512> buffer_;
  /// There once the source is longer than the buffer.
  std::optional<StreamingHash> stream_;
};

/// Appends the text that is hashed.
void append_source(Inputs inputs, std::string& out);

}  // namespace isotherm::sharding
