#pragma once

// The root collation's primary weights, as they are in collation_weights.inc (made by
// tools/collation/weights.go): which weights a code point has, which marks combine in which class,
// and which code points have other weights together.

#include <cstdint>
#include <span>
#include <vector>

namespace isotherm::placement {

class CollationTable {
 public:
  /// The one table; made when it is asked for first.
  static const CollationTable& get();

  /// Weights of one code point, at most eight; how many.
  std::size_t weights_of(char32_t code_point, std::span<std::uint32_t, 8> out) const;
  /// The canonical combining class; 0 for what is no mark.
  std::uint8_t class_of(char32_t code_point) const;

  /// Code points that have weights of their own together. `third` is 0 for two.
  struct Contraction {
    char32_t first, second, third;
    std::uint32_t begin, count;
  };
  /// All that begin with the code point; those of three before those of two.
  std::span<const Contraction> contractions_of(char32_t first) const;
  std::span<const std::uint32_t> list(std::uint32_t begin, std::uint32_t count) const {
    return std::span(lists_).subspan(begin, count);
  }

 private:
  CollationTable();

  struct Run {
    char32_t first;
    std::uint32_t length;
    std::uint8_t kind;
    /// Kind 1: the weight less the code point. Kind 2: where the list begins.
    std::int32_t value;
    std::uint32_t count;
  };
  struct Mark {
    char32_t code_point;
    std::uint8_t mark_class;
  };
  std::vector<Run> runs_;
  std::vector<Mark> marks_;
  std::vector<Contraction> contractions_;
  std::vector<std::uint32_t> lists_;
};

}  // namespace isotherm::placement
