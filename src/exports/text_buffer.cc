#include "exports/text_buffer.h"

namespace isotherm::exports {

Result<bool> TextBuffer::fill() {
  constexpr std::size_t chunk_bytes = 64 * 1024;
  if (ended_) return false;
  bytes_.erase(0, at_);
  dropped_ += at_;
  at_ = 0;
  const std::size_t before = bytes_.size();
  bytes_.resize(before + chunk_bytes);
  Result<std::size_t> count = source_->read(bytes_.data() + before, chunk_bytes);
  bytes_.resize(before + (count.ok() ? *count : 0));
  if (!count.ok()) {
    ended_ = true;
    return std::move(count).error();
  }
  ended_ = *count == 0;
  return !ended_;
}

}  // namespace isotherm::exports
