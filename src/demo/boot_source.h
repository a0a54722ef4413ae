#pragma once

// The load of the boot storm: boots of the big channel, boots of the others, look-ups of members
// who booted before, in fixed proportions.

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "demo/user_application.h"
#include "load/random.h"
#include "load/source.h"

namespace isotherm::demo {

enum BootKind : std::size_t { boot_of_big, boot_of_other, look_up, boot_kind_count };

struct BootRates {
  double big = 5'000;
  double others = 500;
  double look_ups = 200;
  /// Channels that the boots of others spread over.
  unsigned other_channels = 200;

  double total() const { return big + others + look_ups; }
};

/// What the application was told, warm-up included; shared by all threads.
struct BootCounts {
  std::atomic<std::uint64_t> sent_boots = 0;
  std::atomic<std::uint64_t> stored_of_big = 0;
  std::atomic<std::uint64_t> stored_of_others = 0;
  std::atomic<std::uint64_t> look_ups = 0;

  std::uint64_t stored() const { return stored_of_big + stored_of_others; }
};

class BootSource final : public load::Source {
 public:
  BootSource(const BootRates& rates, BootCounts& counts, std::uint64_t seed, unsigned thread,
             unsigned threads);

  std::vector<std::string> kinds() const override;
  void next(load::Action& action) override;
  std::string_view finished(const load::Action& action, const load::Reply& reply) override;

 private:
  BootKind choose();
  std::string channel_of(BootKind kind, std::uint64_t number) const;
  User user_of(const load::Action& action) const;

  BootRates rates_;
  BootCounts& counts_;
  load::Random random_;
  std::uint64_t next_number_;
  unsigned step_;
  /// How far each kind is behind its share.
  double owed_[boot_kind_count] = {};
  /// Users who booted: number and kind.
  std::vector<std::pair<std::uint64_t, BootKind>> booted_;
};

}  // namespace isotherm::demo
