// Speed, memory, balance and movement of every scheme, beside plain baselines:
//
//   placement_bench [--rounds N] [--of median|least] [--rows P1,P7] [--keys-million N]
//
// Rows are those of the project's goals. Throughput looks up 16,384 hashes in turn (they stay in
// the cache), latency makes each look-up wait for the one before, "cold" streams through strings of
// 8 to 32 bytes that no cache holds.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "rows.h"

int main(int count, char** arguments) {
  placement_bench::Settings settings;
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string name = arguments[i];
    if (name == "--rounds") settings.rounds.count = std::atoi(arguments[i + 1]);
    if (name == "--of") settings.rounds.takes_least = std::string(arguments[i + 1]) == "least";
    if (name == "--rows") settings.rows = std::string(",") + arguments[i + 1] + ",";
    if (name == "--keys-million")
      settings.balance_keys = std::strtoull(arguments[i + 1], nullptr, 10) * 1'000'000;
  }
  placement_bench::print_header();
  placement_bench::ring_rows(settings);
  placement_bench::jump_rows(settings);
  placement_bench::maglev_rows(settings);
  placement_bench::rendezvous_rows(settings);
  placement_bench::bounded_rows(settings);
  placement_bench::exact_rows(settings);
  placement_bench::quality_rows(settings);
  return 0;
}
