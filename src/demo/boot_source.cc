#include "demo/boot_source.h"

#include <chrono>

namespace isotherm::demo {
namespace {

// A look-up's tag tells whom it looks for: the kind of the user's boot in the lowest bit.
std::uint64_t tag_of(std::uint64_t number, BootKind kind) {
  return number << 1 | (kind == boot_of_other ? 1 : 0);
}

std::uint64_t millis_now() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
}

}  // namespace

BootSource::BootSource(const BootRates& rates, BootCounts& counts, std::uint64_t seed,
                       unsigned thread, unsigned threads)
    : rates_(rates),
      counts_(counts),
      random_(seed * 1'000'003 + thread),
      next_number_(thread),
      step_(threads) {}

std::vector<std::string> BootSource::kinds() const {
  return {"boots of the big channel", "boots of other channels", "look-ups"};
}

// Each kind is owed its share of every action; the one that is owed most comes next. So the mix is
// exact over any second, not only on average.
BootKind BootSource::choose() {
  const double shares[boot_kind_count] = {rates_.big, rates_.others, rates_.look_ups};
  std::size_t best = 0;
  for (std::size_t kind = 0; kind < boot_kind_count; ++kind) {
    owed_[kind] += shares[kind] / rates_.total();
    if (owed_[kind] > owed_[best]) best = kind;
  }
  owed_[best] -= 1;
  return static_cast<BootKind>(best);
}

std::string BootSource::channel_of(BootKind kind, std::uint64_t number) const {
  if (kind == boot_of_big) return std::string(big_channel);
  // Numbers of one kind come at regular distances: scattered, so that all channels get some.
  return "channel-" + std::to_string(number * 0x9E3779B97F4A7C15ULL % rates_.other_channels);
}

User BootSource::user_of(const load::Action& action) const {
  const auto number = action.tag >> 1;
  return {number, channel_of((action.tag & 1) != 0 ? boot_of_other : boot_of_big, number)};
}

void BootSource::next(load::Action& action) {
  auto kind = choose();
  if (kind == look_up && booted_.empty()) kind = boot_of_big;
  action.kind = kind;
  if (kind == look_up) {
    const auto& [number, boot_kind] = booted_[random_.below(booted_.size())];
    action.tag = tag_of(number, boot_kind);
    action.first.operation = "Query";
    write_look_up(user_of(action), action.first.body);
    return;
  }
  const auto number = next_number_;
  next_number_ += step_;
  action.tag = tag_of(number, kind);
  action.first.operation = "PutItem";
  write_boot(user_of(action), millis_now(), action.first.body);
  ++counts_.sent_boots;
}

std::string_view BootSource::finished(const load::Action& action, const load::Reply& reply) {
  if (action.kind == look_up) {
    ++counts_.look_ups;
    if (!reply.ok()) return {};
    return is_found(reply.body, user_of(action)) ? "" : "a member was not found by one query";
  }
  if (!reply.ok()) return {};
  ++(action.kind == boot_of_big ? counts_.stored_of_big : counts_.stored_of_others);
  booted_.emplace_back(action.tag >> 1, static_cast<BootKind>(action.kind));
  return {};
}

}  // namespace isotherm::demo
