#include "ids/snowflake.h"

#include <algorithm>
#include <array>
#include <limits>

#include "base/expects.h"

namespace isotherm::ids {
namespace {

constexpr std::int64_t closed = std::numeric_limits<std::int64_t>::min();

}  // namespace

std::string_view to_string(Stall stall) {
  constexpr std::array<std::string_view, 6> texts = {
      "nothing",
      "all sequence numbers of this millisecond are taken",
      "the clock is behind the last id",
      "the clock is before the layout's epoch",
      "the layout's time is over",
      "the lease of the worker id has ended",
  };
  return texts[static_cast<std::size_t>(stall)];
}

Snowflake::Snowflake(const SnowflakeLayout& layout, std::uint32_t node, Window window)
    : layout_(layout),
      node_(node),
      epoch_(layout.fields().epoch.count()),
      sequence_bits_(layout.fields().sequence_bits),
      time_shift_(layout.time_shift()),
      sequence_max_(layout.sequence_max()),
      node_word_(std::uint64_t{node} << layout.fields().sequence_bits),
      end_(ticks_of_end(window.end)),
      state_(0) {
  expects(node < layout.nodes(), "a node of the layout");
  const std::int64_t begin = window.begin.count() - epoch_;
  if (begin > 0) state_ = (static_cast<std::uint64_t>(begin) << sequence_bits_) - 1;
}

std::int64_t Snowflake::ticks_of_end(UnixMillis end) const {
  if (end >= layout_.last_time()) return layout_.ticks_end();
  return end.count() - epoch_;
}

Issue Snowflake::stalled(std::int64_t ticks) const {
  const std::int64_t end = end_.load(std::memory_order_relaxed);
  if (end != closed && ticks < 0) return {0, 0, Stall::before_epoch, UnixMillis(-ticks)};
  if (end != closed && ticks >= layout_.ticks_end()) return {0, 0, Stall::time_over};
  return {0, 0, Stall::window_over};
}

Issue Snowflake::late(std::int64_t ticks, std::uint64_t last) const {
  const auto last_ticks = static_cast<std::int64_t>(last >> sequence_bits_);
  if (last_ticks == ticks) return {0, 0, Stall::sequence};
  // At the last number of a later millisecond the next id has the one after.
  const bool is_full = (last & sequence_max_) == sequence_max_;
  return {0, 0, Stall::clock_behind, UnixMillis(last_ticks - ticks + (is_full ? 1 : 0))};
}

void Snowflake::extend_window(UnixMillis end) {
  const std::int64_t ticks = ticks_of_end(end);
  std::int64_t known = end_.load(std::memory_order_relaxed);
  while (known != closed && known < ticks && !end_.compare_exchange_weak(known, ticks)) {
  }
}

UnixMillis Snowflake::close_window() {
  end_.store(closed);
  // A thread that saw the window open loses its compare-and-swap, and no time equals this one.
  const std::uint64_t last =
      state_.exchange(static_cast<std::uint64_t>(layout_.ticks_end()) << sequence_bits_);
  const auto ticks = static_cast<std::int64_t>(last >> sequence_bits_);
  return UnixMillis(epoch_ + ticks + (last == 0 ? 0 : 1));
}

}  // namespace isotherm::ids
