#include "placement/collation.h"

#include "placement/collation_table.h"

namespace isotherm::placement {
namespace {

constexpr std::size_t marks_in_a_row_max = 30;

// Decodes UTF-8, one code point after another.
class CodePoints {
 public:
  explicit CodePoints(std::string_view text) : text_(text) {}

  bool is_done() const { return at_ == text_.size(); }
  /// The next one; false when the bytes are no UTF-8.
  bool next(char32_t& out) {
    const auto lead = byte(at_);
    const std::size_t size = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if ((lead >= 0x80 && lead < 0xC2) || lead > 0xF4 || at_ + size > text_.size()) return false;
    out = size == 1 ? lead : lead & (0x7FU >> size);
    for (std::size_t i = 1; i < size; ++i) {
      const auto more = byte(at_ + i);
      if ((more & 0xC0) != 0x80) return false;
      out = out << 6 | (more & 0x3F);
    }
    const bool is_shortest = size < 3 || out >= (size == 3 ? 0x800U : 0x10000U);
    if (!is_shortest || (out >= 0xD800 && out < 0xE000) || out > 0x10FFFF) return false;
    at_ += size;
    return true;
  }

 private:
  unsigned byte(std::size_t i) const { return static_cast<unsigned char>(text_[i]); }
  std::string_view text_;
  std::size_t at_ = 0;
};

void append_weight(std::uint32_t weight, KeyBytes& out) {
  if (weight == 0) return;
  if (weight > 0x7FFF) out.append(static_cast<char>(weight >> 16 | 0x80));
  out.append_u16(static_cast<std::uint16_t>(weight & 0xFFFF));
}

Failure<Refusal> not_decided(char32_t code_point) {
  std::string hex;
  for (int shift = 20; shift >= 0; shift -= 4)
    if (shift < 16 || code_point >> shift != 0)
      hex.push_back("0123456789ABCDEF"[code_point >> shift & 15]);
  return refuse("combining marks at U+" + hex +
                " stand in an order whose weights are not decided here");
}

// Turns code points into weights; looks up to two ahead.
class Weigher {
 public:
  Weigher(std::string_view text, KeyBytes& out) : points_(text), out_(out) {}

  Placed<void> run() {
    const auto& table = CollationTable::get();
    TRY(fill());
    while (held_ > 0) {
      TRY(check_marks(table));
      const auto used = contracted(table);
      if (used == 0 && starts_contraction_apart(table)) return not_decided(ahead_[0]);
      if (used == 0) {
        std::uint32_t weights[8];
        const auto count = table.weights_of(ahead_[0], weights);
        for (std::size_t i = 0; i < count; ++i) append_weight(weights[i], out_);
      }
      TRY(drop(std::max<std::size_t>(used, 1)));
    }
    return {};
  }

 private:
  Placed<void> fill() {
    while (held_ < 3 && !points_.is_done()) {
      if (!points_.next(ahead_[held_])) return refuse("not UTF-8");
      ++held_;
    }
    return {};
  }
  Placed<void> drop(std::size_t count) {
    held_ -= count;
    for (std::size_t i = 0; i < held_; ++i) ahead_[i] = ahead_[i + count];
    return fill();
  }

  // Marks that carry weight must stand in canonical order: nothing is sorted here.
  Placed<void> check_marks(const CollationTable& table) {
    const auto mark_class = table.class_of(ahead_[0]);
    if (mark_class == 0) {
      marks_ = 0;
      highest_class_ = 0;
      has_weight_ = is_unordered_ = false;
      return {};
    }
    std::uint32_t weights[8];
    has_weight_ = has_weight_ || table.weights_of(ahead_[0], weights) > 0;
    is_unordered_ = is_unordered_ || mark_class < highest_class_;
    highest_class_ = std::max(highest_class_, mark_class);
    if (++marks_ > marks_in_a_row_max || (has_weight_ && is_unordered_))
      return not_decided(ahead_[0]);
    return {};
  }

  // How many code points a contraction took; 0: there is none here.
  std::size_t contracted(const CollationTable& table) {
    if (held_ < 2) return 0;
    for (const auto& contraction : table.contractions_of(ahead_[0])) {
      const std::size_t size = contraction.third == 0 ? 2 : 3;
      if (size > held_ || contraction.second != ahead_[1] ||
          (size == 3 && contraction.third != ahead_[2]))
        continue;
      for (const auto weight : table.list(contraction.begin, contraction.count))
        append_weight(weight, out_);
      return size;
    }
    return 0;
  }

  // A letter and the mark that it contracts with, with other marks between: not looked for.
  bool starts_contraction_apart(const CollationTable& table) const {
    if (held_ < 3 || table.class_of(ahead_[1]) == 0 || table.class_of(ahead_[2]) == 0) return false;
    return !table.contractions_of(ahead_[0]).empty();
  }

  CodePoints points_;
  KeyBytes& out_;
  char32_t ahead_[3] = {};
  std::size_t held_ = 0;
  std::size_t marks_ = 0;
  std::uint8_t highest_class_ = 0;
  bool has_weight_ = false;
  bool is_unordered_ = false;
};

}  // namespace

Placed<void> append_collation_weights(std::string_view text, KeyBytes& out) {
  CodePoints check(text);
  char32_t ignored = 0;
  while (!check.is_done())
    if (!check.next(ignored)) return refuse("cannot normalize string containing invalid UTF-8");
  while (text.ends_with(' ')) text.remove_suffix(1);
  return Weigher(text, out).run();
}

}  // namespace isotherm::placement
