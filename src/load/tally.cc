#include "load/tally.h"

#include <algorithm>

namespace isotherm::load {
namespace {

template <class Key>
void add(std::map<Key, std::uint64_t>& to, const std::map<Key, std::uint64_t>& from) {
  for (const auto& [key, count] : from) to[key] += count;
}

}  // namespace

void KindTally::accept(Duration latency, std::uint64_t left_undone) {
  ++accepted;
  unprocessed += left_undone;
  accepted_latency.record(latency);
}

void KindTally::reject(Duration latency, const Failure& failure) {
  ++(failure.throttled ? throttled : failed);
  ++exceptions[failure.exception];
  for (const auto& cause : failure.reasons) ++throttles[{cause.reason, cause.resource}];
  if (!failure.message.empty()) examples.emplace(failure.exception, failure.message);
  rejected_latency.record(latency);
}

void KindTally::reject_answer(Duration latency, std::string_view why) {
  ++failed;
  ++exceptions["wrong answer: " + std::string(why)];
  rejected_latency.record(latency);
}

void KindTally::merge(const KindTally& other) {
  accepted += other.accepted;
  throttled += other.throttled;
  failed += other.failed;
  unprocessed += other.unprocessed;
  add(exceptions, other.exceptions);
  add(throttles, other.throttles);
  examples.insert(other.examples.begin(), other.examples.end());
  accepted_latency.merge(other.accepted_latency);
  rejected_latency.merge(other.rejected_latency);
}

void Tally::merge(const Tally& other) {
  kinds.resize(std::max(kinds.size(), other.kinds.size()));
  for (std::size_t i = 0; i < other.kinds.size(); ++i) kinds[i].merge(other.kinds[i]);
  overflowed += other.overflowed;
  unfinished += other.unfinished;
}

KindTally Tally::total() const {
  KindTally sum;
  for (const auto& kind : kinds) sum.merge(kind);
  return sum;
}

}  // namespace isotherm::load
