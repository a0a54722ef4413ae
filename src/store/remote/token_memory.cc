#include "store/remote/token_memory.h"

#include "signing/sha256.h"

namespace isotherm::remote {

void TokenMemory::forget_old(Clock::time_point now) {
  while (!order_.empty() && (now - order_.front().first > lifetime || order_.size() > tokens_max)) {
    fingerprints_.erase(order_.front().second);
    order_.pop_front();
  }
}

bool TokenMemory::is_of_another(const std::string& token, std::string_view fingerprint,
                                Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  forget_old(now);
  const auto found = fingerprints_.find(token);
  return found != fingerprints_.end() && found->second != fingerprint;
}

void TokenMemory::remember(const std::string& token, std::string fingerprint,
                           Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  if (!fingerprints_.emplace(token, std::move(fingerprint)).second) return;
  order_.emplace_back(now, token);
  forget_old(now);
}

std::string derived_token(std::string_view token, std::string_view fingerprint) {
  const std::string source = std::string(token).append(1, '\0').append(fingerprint);
  return signing::to_hex(signing::sha256(source)).substr(0, 32);
}

}  // namespace isotherm::remote
