#include "placement/collation_table.h"

#include <algorithm>
#include <string_view>

#include "base/expects.h"

namespace isotherm::placement {
namespace {

// Lines of base64, as long as the first but for the last.
constexpr std::string_view encoded[] = {
#include "placement/collation_weights.inc"
};

constexpr char32_t hangul_first = 0xAC00;
constexpr char32_t hangul_last = 0xD7A3;

// Base64 to varints.
class Stream {
 public:
  std::uint32_t next() {
    std::uint32_t value = 0;
    for (int shift = 0;; shift += 7) {
      const auto byte = next_byte();
      value |= (byte & 0x7FU) << shift;
      if ((byte & 0x80) == 0) return value;
    }
  }

 private:
  std::uint32_t next_byte() {
    while (held_bits_ < 8) {
      expects(line_ < std::size(encoded), "the collation table is whole");
      held_ = held_ << 6 | value_of(encoded[line_][at_]);
      if (++at_ == encoded[line_].size()) ++line_, at_ = 0;
      held_bits_ += 6;
    }
    held_bits_ -= 8;
    return held_ >> held_bits_ & 0xFF;
  }
  static std::uint32_t value_of(char c) {
    if (c >= 'A' && c <= 'Z') return static_cast<std::uint32_t>(c - 'A');
    if (c >= 'a' && c <= 'z') return static_cast<std::uint32_t>(c - 'a' + 26);
    if (c >= '0' && c <= '9') return static_cast<std::uint32_t>(c - '0' + 52);
    return c == '+' ? 62 : 63;
  }

  std::size_t line_ = 0;
  std::size_t at_ = 0;
  std::uint32_t held_ = 0;
  int held_bits_ = 0;
};

std::int32_t unzigzag(std::uint32_t value) {
  return static_cast<std::int32_t>(value >> 1) ^ -static_cast<std::int32_t>(value & 1);
}

}  // namespace

const CollationTable& CollationTable::get() {
  static const CollationTable table;
  return table;
}

CollationTable::CollationTable() {
  Stream stream;
  const auto take_list = [&](std::uint32_t count) {
    const auto begin = static_cast<std::uint32_t>(lists_.size());
    for (std::uint32_t i = 0; i < count; ++i) lists_.push_back(stream.next());
    return begin;
  };
  char32_t end = 0;
  for (auto left = stream.next(); left > 0; --left) {
    Run run{end + stream.next(), 0, 0, 0, 0};
    run.length = stream.next();
    run.kind = static_cast<std::uint8_t>(stream.next());
    if (run.kind == 1) run.value = unzigzag(stream.next());
    if (run.kind == 2) {
      run.count = stream.next();
      run.value = static_cast<std::int32_t>(take_list(run.count));
    }
    end = run.first + run.length;
    runs_.push_back(run);
  }
  char32_t mark = 0;
  for (auto left = stream.next(); left > 0; --left) {
    mark += stream.next();
    marks_.push_back({mark, static_cast<std::uint8_t>(stream.next())});
  }
  for (auto left = stream.next(); left > 0; --left) {
    Contraction contraction{};
    contraction.first = stream.next();
    contraction.second = stream.next();
    contraction.third = stream.next();
    contraction.count = stream.next();
    contraction.begin = take_list(contraction.count);
    contractions_.push_back(contraction);
  }
  std::sort(contractions_.begin(), contractions_.end(),
            [](const Contraction& a, const Contraction& b) {
              return a.first != b.first ? a.first<b.first : (a.third != 0)>(b.third != 0);
            });
}

std::size_t CollationTable::weights_of(char32_t code_point, std::span<std::uint32_t, 8> out) const {
  if (code_point >= hangul_first && code_point <= hangul_last) {
    // A syllable is its two or three letters.
    const char32_t index = code_point - hangul_first;
    auto count = weights_of(0x1100 + index / 588, out);
    std::uint32_t more[8];
    for (const char32_t letter : {0x1161 + index % 588 / 28, 0x11A7 + index % 28}) {
      if (letter == 0x11A7) continue;
      const auto added = weights_of(letter, more);
      for (std::size_t i = 0; i < added && count < out.size(); ++i) out[count++] = more[i];
    }
    return count;
  }
  const auto after =
      std::upper_bound(runs_.begin(), runs_.end(), code_point,
                       [](char32_t value, const Run& run) { return value < run.first; });
  expects(after != runs_.begin(), "every code point has a run");
  const auto& run = *std::prev(after);
  if (run.kind == 0) return 0;
  if (run.kind == 1) {
    out[0] = static_cast<std::uint32_t>(static_cast<std::int32_t>(code_point) + run.value);
    return 1;
  }
  const auto count = std::min<std::size_t>(run.count, out.size());
  for (std::size_t i = 0; i < count; ++i) out[i] = lists_[static_cast<std::size_t>(run.value) + i];
  return count;
}

std::uint8_t CollationTable::class_of(char32_t code_point) const {
  const auto found =
      std::lower_bound(marks_.begin(), marks_.end(), code_point,
                       [](const Mark& mark, char32_t value) { return mark.code_point < value; });
  return found != marks_.end() && found->code_point == code_point ? found->mark_class : 0;
}

std::span<const CollationTable::Contraction> CollationTable::contractions_of(char32_t first) const {
  const auto begin =
      std::lower_bound(contractions_.begin(), contractions_.end(), first,
                       [](const Contraction& c, char32_t value) { return c.first < value; });
  auto end = begin;
  while (end != contractions_.end() && end->first == first) ++end;
  return {begin, end};
}

}  // namespace isotherm::placement
