#pragma once

// TextBuffer: a window over the bytes of a source, which grows until what is looked for is in it.

#include <memory>
#include <string>
#include <string_view>

#include "exports/byte_source.h"

namespace isotherm::exports {

class TextBuffer {
 public:
  explicit TextBuffer(std::unique_ptr<ByteSource> source) : source_(std::move(source)) {}

  /// What is there and was not dropped. Valid until `fill` or `drop`.
  std::string_view text() const { return std::string_view(bytes_).substr(at_); }
  /// Reads on. False: the source has ended.
  Result<bool> fill();
  /// Forgets the first `count` bytes.
  void drop(std::size_t count) { at_ += count; }
  /// Bytes that were dropped since the beginning.
  std::uint64_t dropped() const { return dropped_ + at_; }

 private:
  std::unique_ptr<ByteSource> source_;
  std::string bytes_;
  std::size_t at_ = 0;
  std::uint64_t dropped_ = 0;
  bool ended_ = false;
};

}  // namespace isotherm::exports
