#include "base/streaming_hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <new>

#include "base/murmur3.h"

namespace isotherm {
namespace {

static_assert(sizeof(XXH3_state_t) <= 640 && alignof(XXH3_state_t) <= 64);
static_assert(sizeof(XXH64_state_t) <= 640);

template <class State>
State* state_in(std::array<std::byte, 640>& room) {
  return std::launder(reinterpret_cast<State*>(room.data()));
}

}  // namespace

StreamingHash::StreamingHash(HashFunction function) : function_(function) {
  if (function_ == HashFunction::fnv1a_64) fnv_ = fnv1a_64({});
  if (function_ == HashFunction::xxh64) XXH64_reset(new (xxh_.data()) XXH64_state_t, 0);
  if (function_ == HashFunction::xxh3_64) {
    auto* state = new (xxh_.data()) XXH3_state_t;
    XXH3_INITSTATE(state);
    XXH3_64bits_reset(state);
  }
}

void StreamingHash::update(std::string_view bytes) {
  switch (function_) {
    case HashFunction::murmur3_x86_32: return update_murmur(bytes);
    case HashFunction::fnv1a_64: fnv_ = fnv1a_64(bytes, fnv_); return;
    case HashFunction::xxh64:
      XXH64_update(state_in<XXH64_state_t>(xxh_), bytes.data(), bytes.size());
      return;
    case HashFunction::xxh3_64:
      XXH3_64bits_update(state_in<XXH3_state_t>(xxh_), bytes.data(), bytes.size());
      return;
  }
}

void StreamingHash::update_murmur(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t carried = bytes_ % 4;
    if (carried == 0 && bytes.size() >= 4) {
      const std::size_t whole = bytes.size() & ~std::size_t{3};
      for (std::size_t i = 0; i < whole; i += 4)
        murmur_ = murmur3::mix(murmur_, murmur3::load32(bytes.data() + i));
      bytes_ += whole;
      bytes.remove_prefix(whole);
      continue;
    }
    const std::size_t taken = std::min(4 - carried, bytes.size());
    std::copy_n(bytes.data(), taken, carried_.data() + carried);
    bytes_ += taken;
    bytes.remove_prefix(taken);
    if (carried + taken == 4) murmur_ = murmur3::mix(murmur_, murmur3::load32(carried_.data()));
  }
}

std::uint64_t StreamingHash::finish() {
  switch (function_) {
    case HashFunction::murmur3_x86_32:
      return murmur3::finish(murmur_, murmur3::short_tail(carried_.data(), bytes_ % 4), bytes_);
    case HashFunction::fnv1a_64: return fnv_;
    case HashFunction::xxh64: return XXH64_digest(state_in<XXH64_state_t>(xxh_));
    case HashFunction::xxh3_64: break;
  }
  return XXH3_64bits_digest(state_in<XXH3_state_t>(xxh_));
}

}  // namespace isotherm
